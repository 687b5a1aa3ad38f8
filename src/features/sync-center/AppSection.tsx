import type { ReactNode } from 'react';
import { installGuides } from '@/pwa/install-guides.ts';
import type { Installation, OfflineStart } from '@/pwa/installation.ts';
import { useInstall } from '@/pwa/useInstall.ts';
import { useInstallation } from '@/pwa/useInstallation.ts';
import { useUpdate } from '@/pwa/useUpdate.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { Section } from '@/ui/basics/Section.tsx';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';
import styles from './facts.module.css';

const offlineStarts: Readonly<Record<OfflineStart, ReactNode>> = {
  ready: <StatusTag tone="qualified">可以</StatusTag>,
  preparing: <StatusTag tone="neutral">正在准备</StatusTag>,
  missing: <StatusTag tone="unqualified">不可以</StatusTag>,
};

function wordsFor({ offlineStart, problem }: Installation): string | null {
  if (problem === 'unsupported') return '当前的浏览器或地址不支持离线启动：请用 HTTPS 地址，在手机自带的浏览器中打开。';
  if (problem === 'refused') return '离线功能未能启用，请检查网络和浏览器设置。会自动重试。';
  if (problem === null) return null;
  const [what, meanwhile] = offlineStart === 'ready' ? ['新版本', '现在的版本可以照常使用'] : ['应用', '联网时可以照常使用'];
  return `${what}没有保存完整：网络中断、文件在途中被改动（例如没有完成上网认证），或者手机空间不足。会自动重试，${meanwhile}。`;
}

/** Which release runs, whether a newer one waits, and how the app is brought to the home screen. */
export function AppSection() {
  const install = useInstall();
  const { isUpdateReady } = useUpdate();
  const installation = useInstallation();
  const { offlineStart, problem } = installation;
  const { why, steps } = installGuides[install.platform];
  const hasUpdateFailed = offlineStart === 'ready' && problem !== null;
  let update = <StatusTag tone="qualified">已是最新</StatusTag>;
  if (hasUpdateFailed) update = <StatusTag tone="unqualified">没有下载成功</StatusTag>;
  if (isUpdateReady) update = <StatusTag tone="primary">发现新版本，可在页面上方更新</StatusTag>;
  return (
    <Section title="应用">
      <dl className={styles['facts']}>
        <div>
          <dt>版本</dt>
          <dd>{__APP_VERSION__}</dd>
        </div>
        <div>
          <dt>更新</dt>
          <dd>{update}</dd>
        </div>
        <div>
          <dt>离线启动</dt>
          <dd>{offlineStarts[offlineStart]}</dd>
        </div>
        <div>
          <dt>安装到主屏幕</dt>
          <dd>{install.isInstalled ? <StatusTag tone="qualified">已安装</StatusTag> : <StatusTag tone="neutral">未安装</StatusTag>}</dd>
        </div>
      </dl>
      {problem !== null && <p className={styles['note']}>{wordsFor(installation)}</p>}
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
