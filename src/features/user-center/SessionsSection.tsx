import { useState } from 'react';
import type { AccountSession } from '#contract/session.ts';
import { formatTime, relativeTime } from '@/lib/dates.ts';
import { useEndOtherSessions, useEndSession, useSessionList } from '@/queries/session-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { notify } from '@/ui/basics/notify.ts';
import { Section } from '@/ui/basics/Section.tsx';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';
import letters from '@/ui/basics/letters.module.css';
import stack from '@/ui/basics/stack.module.css';
import { WholeDates } from '@/ui/basics/WholeDates.tsx';
import { NotLoaded } from '@/ui/lists/Loaded.tsx';
import { Row, RowList } from '@/ui/lists/RowList.tsx';
import { confirmDialog } from '@/ui/sheets/confirm-dialog.tsx';
import { deviceName } from './device-name.ts';

/** More than that is rare, and worth a tap. */
const SHOWN_AT_FIRST = 5;
const KEEPS_ENTRIES = '该设备上未上传的内容仍保存在设备中，再次登录后继续上传。';

/** Where the account is signed in, and how to end that from here: for a phone that was lost, or left at somebody else's. */
export function SessionsSection({ isOffline }: { isOffline: boolean }) {
  const list = useSessionList();
  const endOthers = useEndOtherSessions();
  const [isWhole, setIsWhole] = useState(false);
  const others = (list.data ?? []).filter((session) => !session.isCurrent);

  const handleEndOthers = async (): Promise<void> => {
    const isSure = await confirmDialog({ content: `确定退出其他 ${others.length} 台设备上的登录吗？${KEEPS_ENTRIES}`, confirmText: '全部退出' });
    if (!isSure) return;
    try {
      const count = await endOthers.mutateAsync(undefined);
      notify(`已退出 ${count} 台设备`, 'success');
    } catch {
      // The mutation cache has shown why.
    }
  };

  return (
    <Section
      title="登录设备"
      action={
        others.length > 0 && (
          <ActionButton size="small" isDisabled={isOffline} onClick={handleEndOthers}>
            退出其他设备
          </ActionButton>
        )
      }
    >
      {list.data ? (
        <>
          <RowList label="登录设备">
            {list.data.slice(0, isWhole ? undefined : SHOWN_AT_FIRST).map((session) => (
              <SessionRow key={session.id} session={session} isOffline={isOffline} />
            ))}
          </RowList>
          {!isWhole && list.data.length > SHOWN_AT_FIRST && (
            <ActionButton isBlock onClick={() => setIsWhole(true)}>
              显示全部 {list.data.length} 台
            </ActionButton>
          )}
        </>
      ) : isOffline ? (
        <p className={letters['quiet']}>联网后可以查看和退出其他设备。</p>
      ) : (
        <NotLoaded of={list} rows={1} />
      )}
    </Section>
  );
}

function SessionRow({ session, isOffline }: { session: AccountSession; isOffline: boolean }) {
  const end = useEndSession();
  const name = deviceName(session.userAgent);

  const handleEnd = async (): Promise<void> => {
    if (!(await confirmDialog({ content: `确定退出“${name}”上的登录吗？${KEEPS_ENTRIES}`, confirmText: '退出登录' }))) return;
    try {
      await end.mutateAsync(session.id);
      notify('已退出该设备', 'success');
    } catch {
      // The mutation cache has shown why.
    }
  };

  return (
    <Row
      title={
        <span className={stack['marks']}>
          {name}
          {session.isCurrent && <StatusTag tone="primary">本设备</StatusTag>}
        </span>
      }
      extra={
        !session.isCurrent && (
          <ActionButton tone="text" size="small" label={`退出 ${name}`} isDisabled={isOffline} onClick={handleEnd}>
            退出
          </ActionButton>
        )
      }
    >
      <p>地址 {session.address}</p>
      <p>
        最近使用 <time dateTime={session.lastUsedAt}>
          <WholeDates text={session.isCurrent ? '刚刚' : `${relativeTime(session.lastUsedAt)}（${formatTime(session.lastUsedAt)}）`} />
        </time>
      </p>
      <p>登录于 <WholeDates text={formatTime(session.signedInAt)} /></p>
    </Row>
  );
}
