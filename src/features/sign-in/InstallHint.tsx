import { useEffect, useState } from 'react';
import type { InstallGuide } from '@/pwa/install-guides.ts';
import type { InstallPlatform } from '@/pwa/install.ts';
import { useInstall } from '@/pwa/useInstall.ts';
import letters from '@/ui/basics/letters.module.css';
import styles from './InstallHint.module.css';

/** Where signing in first would be for nothing: the installed app, or another browser, knows nothing of it. */
const titles: Partial<Record<InstallPlatform, string>> = {
  iosSafari: '建议先安装到主屏幕，再登录',
  iosOther: '建议改用 Safari 安装后，再登录',
  inApp: '请在浏览器中打开，再登录',
};

/** Before anybody signs in at the wrong place. How is loaded where it is needed: most phones never need it. */
export function InstallHint() {
  const { isInstalled, platform } = useInstall();
  const title = titles[platform];
  const isShown = !isInstalled && title !== undefined;
  const [guide, setGuide] = useState<InstallGuide>();
  useEffect(() => {
    if (!isShown) return;
    void import('@/pwa/install-guides.ts').then(
      ({ installGuides }) => setGuide(installGuides[platform]),
      () => undefined,
    );
  }, [isShown, platform]);
  if (!isShown) return null;
  return (
    <aside className={styles['hint']} aria-label="安装提示">
      <p className={letters['heading']}>{title}</p>
      <p>{guide?.why}</p>
      <details>
        <summary>怎么做</summary>
        <ol className={styles['steps']}>
          {guide?.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </details>
    </aside>
  );
}
