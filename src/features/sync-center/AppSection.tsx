import { installGuides } from '@/pwa/install-guides.ts';
import { useInstall } from '@/pwa/useInstall.ts';
import { useUpdate } from '@/pwa/useUpdate.ts';
import { ActionButton } from '@/ui/ActionButton.tsx';
import { Section } from '@/ui/Section.tsx';
import { StatusTag } from '@/ui/StatusTag.tsx';
import styles from './facts.module.css';

/** Which release runs, whether a newer one waits, and how the app is brought to the home screen. */
export function AppSection() {
  const install = useInstall();
  const { isUpdateReady, problem } = useUpdate();
  const { why, steps } = installGuides[install.platform];
  return (
    <Section title="应用">
      <dl className={styles['facts']}>
        <div>
          <dt>版本</dt>
          <dd>{__APP_VERSION__}</dd>
        </div>
        <div>
          <dt>更新</dt>
          <dd>{isUpdateReady ? <StatusTag tone="primary">发现新版本，可在页面上方更新</StatusTag> : <StatusTag tone="qualified">已是最新</StatusTag>}</dd>
        </div>
        <div>
          <dt>离线启动</dt>
          <dd>{problem === null ? <StatusTag tone="qualified">可以</StatusTag> : <StatusTag tone="unqualified">不可以</StatusTag>}</dd>
        </div>
        <div>
          <dt>安装到主屏幕</dt>
          <dd>{install.isInstalled ? <StatusTag tone="qualified">已安装</StatusTag> : <StatusTag tone="neutral">未安装</StatusTag>}</dd>
        </div>
      </dl>
      {problem !== null && <p className={styles['note']}>{problem}</p>}
      {!install.isInstalled && (
        <div className={styles['action']}>
          <p className={styles['note']}>{why}</p>
          {steps.length > 0 && (
            <ol className={styles['steps']}>
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          )}
          {install.canInstall && (
            <ActionButton size="small" onClick={install.promptInstall}>
              安装
            </ActionButton>
          )}
        </div>
      )}
    </Section>
  );
}
