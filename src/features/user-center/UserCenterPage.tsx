import { Link } from 'react-router-dom';
import { roleOf } from '#contract/roles.ts';
import { paths } from '@/lib/paths.ts';
import { useReachability } from '@/offline/network/useReachability.ts';
import { installGuides } from '@/pwa/install-guides.ts';
import { useInstall } from '@/pwa/useInstall.ts';
import { useSession } from '@/session/useSession.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { Section } from '@/ui/basics/Section.tsx';
import { usePerson } from '@/ui/page/page-chrome.ts';
import { Page } from '@/ui/page/Page.tsx';
import { ConnectionCheckSection } from './ConnectionCheckSection.tsx';
import { OwnDataSection } from './OwnDataSection.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { SessionsSection } from './SessionsSection.tsx';
import styles from './UserCenterPage.module.css';

/** 个人中心: the own data and account. Without a network it can be read. */
export default function UserCenterPage() {
  const { user } = useSession();
  const { openSettings, signOut, switchAccount } = usePerson();
  const install = useInstall();
  const isOffline = useReachability() === 'offline';
  if (user === undefined) return null;
  return (
    <Page width="reading">
      <div className={styles['sections']}>
        <OwnDataSection user={user} isOffline={isOffline} />
        <Section title="修改密码">
          <p className={styles['note']}>修改后，其他设备上的登录会全部退出。</p>
          <PasswordForm account={user.account} isOffline={isOffline} />
        </Section>
        <SessionsSection isOffline={isOffline} />
        {roleOf(user) === 'admin' && <ConnectionCheckSection isOffline={isOffline} />}
        {!install.isInstalled && (
          <Section title="安装到主屏幕">
            <p className={styles['note']}>{installGuides[install.platform].why}</p>
            <p className={styles['note']}>
              <Link to={paths.sync.to()}>怎样安装</Link>
            </p>
            {install.canInstall && (
              <ActionButton tone="primary" onClick={install.promptInstall}>
                安装
              </ActionButton>
            )}
          </Section>
        )}
        <div className={styles['buttons']}>
          <ActionButton onClick={openSettings}>界面设置</ActionButton>
          <ActionButton onClick={switchAccount}>切换账号</ActionButton>
          <ActionButton onClick={signOut}>退出</ActionButton>
        </div>
        <p className={styles['version']}>版本 {__APP_VERSION__}</p>
      </div>
    </Page>
  );
}
