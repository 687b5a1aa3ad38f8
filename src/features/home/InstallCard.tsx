import { useState } from 'react';
import { Link } from 'react-router-dom';
import { readStored, writeStored } from '@/lib/local-storage.ts';
import { paths } from '@/lib/paths.ts';
import { installGuides } from '@/pwa/install-guides.ts';
import { useInstall } from '@/pwa/useInstall.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import styles from './InstallCard.module.css';

const KEY = 'zyzc:install-declined';

/** Last on its page, since the browser's offer comes when it likes, and nothing may move under a finger. */
export function InstallCard() {
  const { isInstalled, canInstall, platform, promptInstall } = useInstall();
  const [isDeclined, setIsDeclined] = useState(() => readStored(KEY) === true);
  const isHelpful = canInstall || platform === 'iosSafari' || platform === 'inApp';
  if (isInstalled || isDeclined || !isHelpful) return null;
  return (
    <section className={styles['card']} aria-labelledby="home-install">
      <h2 id="home-install">安装到主屏幕</h2>
      <p>{installGuides[platform].why}</p>
      <div className={styles['actions']}>
        {canInstall && platform !== 'inApp' ? (
          <ActionButton onClick={promptInstall}>安装</ActionButton>
        ) : (
          <Link to={paths.sync.to()}>怎样安装</Link>
        )}
        <ActionButton
          tone="text"
          onClick={() => {
            writeStored(KEY, true);
            setIsDeclined(true);
          }}
        >
          不再提示
        </ActionButton>
      </div>
    </section>
  );
}
