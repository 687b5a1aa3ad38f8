import { Link } from 'react-router-dom';
import { paths } from '@/lib/paths.ts';
import { useInstall } from '@/pwa/useInstall.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { CloseOutline } from '@/ui/basics/icons.tsx';
import { useDismissed } from './useDismissed.ts';
import styles from './InstallBar.module.css';

const KEY = 'zyzc:install-declined';

/** In sight above the tabs. The browser's offer comes when it likes: below what scrolls, it moves nothing under a finger. */
export function InstallBar() {
  const { isInstalled, canInstall, platform, promptInstall } = useInstall();
  const [isDeclined, decline] = useDismissed(KEY);
  const isHelpful = canInstall || platform === 'iosSafari' || platform === 'inApp';
  if (isInstalled || isDeclined || !isHelpful) return null;
  return (
    <section className={styles['bar']} aria-label="安装到主屏幕">
      <p>安装到主屏幕，没有网络也能打开</p>
      {canInstall && platform !== 'inApp' ? (
        <ActionButton size="small" tone="primary" onClick={promptInstall}>
          安装
        </ActionButton>
      ) : (
        <Link to={paths.sync.to()}>怎样安装</Link>
      )}
      <button type="button" className={styles['close']} aria-label="不再提示" onClick={decline}>
        <CloseOutline aria-hidden />
      </button>
    </section>
  );
}
