import { use, useMemo } from 'react';
import { keptTaskIds } from '@/offline/reading/kept-copies.ts';
import { useDeviceView } from '@/offline/sending/useDeviceView.ts';
import { useOutbox } from '@/offline/sending/useOutbox.ts';
import { useKept } from '@/parts/filled/useKept.ts';
import letters from '@/ui/basics/letters.module.css';
import { PageChromeContext } from '@/ui/page/page-chrome.ts';
import { Page } from '@/ui/page/Page.tsx';
import { AppSection } from './AppSection.tsx';
import { EntryGroupCard } from './EntryGroupCard.tsx';
import { groupsOf, shownOf } from './entry-view.ts';
import { LateWorkSection } from './LateWorkSection.tsx';
import { OthersSection } from './OthersSection.tsx';
import { OfflineSection } from './OfflineSection.tsx';
import { StorageSection } from './StorageSection.tsx';
import { SyncSummary } from './SyncSummary.tsx';
import { UnsentForms } from './UnsentForms.tsx';
import styles from './SyncCenterPage.module.css';

/** /sync/index 离线与同步: what waits for the server and why, and what this phone holds. All of it works without a network. */
export default function SyncCenterPage() {
  const outbox = useOutbox();
  const { view, readAgain } = useDeviceView(useKept(keptTaskIds));
  const { isNarrow, goBack } = use(PageChromeContext);
  const { things, isInMemory } = outbox;
  const shown = useMemo(() => shownOf(things, isInMemory), [things, isInMemory]);
  const groups = useMemo(() => groupsOf(shown), [shown]);
  // Whoever came from a task by the sync mark goes back to it.
  const canGoBack = isNarrow && ((history.state as { idx?: number } | null)?.idx ?? 0) > 0;

  return (
    <Page width="reading" {...(canGoBack && { onBack: goBack })}>
      <div className={styles['sections']}>
        <SyncSummary outbox={outbox} entries={shown} />
        {groups.length > 0 && (
          <section className={styles['waiting']} aria-labelledby="sync-waiting">
            <h2 id="sync-waiting">待上传</h2>
            <p className={letters['quiet']}>
              {outbox.counts.notSaved > 0
                ? '手机没有存下标着“未存入本机”的内容，送达服务器之前关闭页面就会丢失；其余内容保存在本机。'
                : '以下内容保存在本机，送达服务器之前不会删除。'}
            </p>
            {groups.map((group) => (
              <EntryGroupCard key={group.key} group={group} />
            ))}
          </section>
        )}
        <UnsentForms />
        <LateWorkSection />
        <OthersSection />
        <OfflineSection content={view?.content} />
        <StorageSection view={view} onChanged={readAgain} />
        <AppSection />
      </div>
    </Page>
  );
}
