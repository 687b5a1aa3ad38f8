import { useSyncExternalStore } from 'react';
import { getDaysOff, subscribeToServerClock } from '@/lib/server-clock.ts';
import { formatTime } from '@/lib/dates.ts';
import { paths } from '@/lib/paths.ts';
import { longWaitDays } from '@/offline/sending/long-wait.ts';
import { useWaitingSince } from '@/offline/sending/useOutbox.ts';
import { countInMemory } from '@/offline/storage/in-memory.ts';
import { dismissLoss, getLossFoundAt, subscribeToStorage } from '@/offline/storage/storage-state.ts';
import { useUpdate } from '@/pwa/useUpdate.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { agreeToLeave } from '@/ui/browser/leaving.ts';
import { usePhoneNow } from '@/ui/browser/useNow.ts';
import { wouldLoseWithPage } from '../loss-with-page.ts';
import { mayLosePage } from './may-lose-page.ts';
import { Line, useCanStore } from './OfflineLine.tsx';
import styles from './Banner.module.css';

export interface BannerProps {
  account: string;
}

/** A worker that is idle is replaced by then; later, what would be lost is more than what was agreed to. */
const AGREED_MS = 2000;

/** Quiet lines above every view; most of the time there is none. */
export function Banner({ account }: BannerProps) {
  const { isUpdateReady, isApplying, hasTakenOver, applyUpdate, isPutOff, putOff } = useUpdate();
  const lossFoundAt = useSyncExternalStore(subscribeToStorage, () => getLossFoundAt(account));
  const canStore = useCanStore();
  const handleUpdate = async (): Promise<void> => {
    const isAsked = countInMemory() > 0;
    if (!(await mayLosePage('更新'))) return;
    const agreedUntil = isAsked ? performance.now() + AGREED_MS : 0;
    applyUpdate(() => {
      // Whoever typed on meanwhile keeps it, and the offer: the next tap asks.
      if (wouldLoseWithPage() && performance.now() > agreedUntil) return;
      agreeToLeave();
      location.reload();
    });
  };

  return (
    <>
      {!canStore && <Line tone="warning">当前浏览器不允许保存数据（如无痕模式），离线填写的内容关闭后会丢失，请换用普通窗口</Line>}
      {lossFoundAt !== null && (
        <Line
          tone="warning"
          actions={
            <ActionButton
              size="small"
              tone="text"
              onClick={() => dismissLoss(account)}
            >
              知道了
            </ActionButton>
          }
        >
          {formatTime(lossFoundAt)} 发现本机数据曾被清除，当时未送达服务器的内容可能已丢失，请核对任务
        </Line>
      )}
      <ClockOff />
      <LongWait />
      {isUpdateReady && !isPutOff && (
        <Line
          tone="primary"
          actions={
            !isApplying && (
              <>
                <ActionButton size="small" tone="text" onClick={putOff}>
                  稍后
                </ActionButton>
                <ActionButton size="small" tone="text" onClick={handleUpdate}>
                  更新
                </ActionButton>
              </>
            )
          }
        >
          {isApplying ? '正在更新…' : hasTakenOver ? '新版本已就绪，更新会重新打开页面' : '发现新版本'}
        </Line>
      )}
    </>
  );
}

/** Days by which times that the phone notes and shows are wrong. */
function ClockOff() {
  const days = useSyncExternalStore(subscribeToServerClock, getDaysOff);
  return days > 0 && <Line tone="warning">手机的日期不对，与服务器相差 {days} 天，请在手机的系统设置中打开“自动设置日期和时间”</Line>;
}

function LongWait() {
  const days = longWaitDays(useWaitingSince(), usePhoneNow());
  if (days === null) return null;
  return (
    <Line
      tone="warning"
      actions={
        <a className={styles['link']} href={`#${paths.sync.to()}`}>
          去查看
        </a>
      }
    >
      有 {days} 天前填写的内容还没有上传，请尽快联网
    </Line>
  );
}
