import { retryAll } from '@/offline/entries/outbox.ts';
import { checkNow, getReachability } from '@/offline/network/reachability.ts';
import { useReachability } from '@/offline/network/useReachability.ts';
import { longWaitDays, waitingSince } from '@/offline/sending/long-wait.ts';
import { syncState } from '@/offline/sending/sync-state.ts';
import type { OutboxView } from '@/offline/sending/useOutbox.ts';
import { getUser } from '@/session/session-store.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { Notice } from '@/ui/basics/Notice.tsx';
import { notify } from '@/ui/basics/notify.ts';
import { ProgressLine } from '@/ui/basics/ProgressLine.tsx';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';
import { SyncIcon } from '@/ui/basics/SyncIcon.tsx';
import { WholeDates } from '@/ui/basics/WholeDates.tsx';
import stack from '@/ui/basics/stack.module.css';
import letters from '@/ui/basics/letters.module.css';
import { usePhoneNow } from '@/ui/browser/useNow.ts';
import { conditions, contactWords, countConditions, isContactOld, type ShownEntry } from './entry-view.ts';
import { saveWaiting } from './save-waiting.ts';
import styles from './SyncSummary.module.css';

/** Where everything stands, in a few words, and the button that sends. */
export function SyncSummary({ outbox, entries }: { outbox: OutboxView; entries: readonly ShownEntry[] }) {
  const { counts, deliveredCount, isSending, lastContactAt, problem } = outbox;
  const reachability = useReachability();
  const now = usePhoneNow();
  const { tone, words } = syncState(counts, reachability, isSending);
  const batch = deliveredCount + counts.total;
  const onTheWay = counts.waiting - counts.incomplete + counts.sending;
  const waitedDays = longWaitDays(waitingSince(outbox.entries), now);

  return (
    <section className={styles['summary']} aria-label="同步状态">
      <p className={`${styles['state']} ${styles[tone]}`} role="status">
        <SyncIcon tone={tone} />
        <strong>{words}</strong>
      </p>
      {batch > 0 && (
        <div className={styles['batch']}>
          <p>
            {deliveredCount}/{batch} 已送达
          </p>
          <ProgressLine value={deliveredCount} max={batch} label="已送达" />
        </div>
      )}
      {counts.total > 0 && (
        <p className={stack['row']}>
          {countConditions(entries).map(({ condition, count }) => (
            <StatusTag key={condition} tone={conditions[condition].tone} icon={<SyncIcon tone={conditions[condition].tone} />}>
              {conditions[condition].words} {count}
            </StatusTag>
          ))}
        </p>
      )}
      <p className={letters['quiet']}>
        <WholeDates text={contactWords(lastContactAt, now)} />
      </p>
      {onTheWay > 0 && <p className={letters['quiet']}>请保持打开直到同步完成：{counts.notSaved > 0 ? '未能存入本机的内容，关闭应用就会丢失。' : '关闭应用后不再上传，下次打开时继续。'}</p>}
      {problem !== null && <Notice tone="unqualified" title="本机的待上传内容暂时读不出来">{problem}</Notice>}
      {counts.needsLogin > 0 && (
        <Notice tone="warning" title="需要重新登录">
          登录已过期{counts.notSaved > 0 ? '' : '，数据已保存在本机'}。点“立即同步”，按提示用原来的账号登录后会继续上传。
        </Notice>
      )}
      {waitedDays !== null && (
        <Notice tone="warning" title={`有内容已等待 ${waitedDays} 天没有送达`}>
          请尽快在有网络的地方打开应用。
        </Notice>
      )}
      {isContactOld(lastContactAt, now) && (
        <Notice tone="warning" title="已超过一天没有联系上服务器">
          本机的任务和法规可能不是最新的，连接网络后会自动更新。
        </Notice>
      )}
      <div className={styles['buttons']}>
        {/* Pending for no longer than the tap: whoever stands at a door with one bar of signal taps again and again. */}
        <ActionButton tone={reachability === 'offline' ? undefined : 'primary'} onClick={() => void syncAll(counts.notSaved > 0)}>
          立即同步
        </ActionButton>
        {entries.length > 0 && (
          <ActionButton onClick={saveOwn}>导出待上传内容</ActionButton>
        )}
      </div>
    </section>
  );
}

async function saveOwn(): Promise<void> {
  const owner = getUser();
  if (owner !== undefined) await saveWaiting(owner);
}

async function syncAll(hasUnsaved: boolean): Promise<void> {
  const problem = await retryAll();
  await checkNow();
  if (getReachability() === 'offline') notify(hasUnsaved ? '现在没有网络，请勿关闭页面' : '现在没有网络，内容已保存在本机', 'warning');
  else if (problem !== null) notify(problem, 'error');
}
