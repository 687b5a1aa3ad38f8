import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import Footer from 'antd-mobile/es/components/footer';
import { roleOf } from '#contract/roles.ts';
import { paths } from '@/lib/paths.ts';
import { useReachability } from '@/offline/network/useReachability.ts';
import { useInstall } from '@/pwa/useInstall.ts';
import { useSession } from '@/session/useSession.ts';
import { RightOutline } from '@/ui/basics/icons.tsx';
import { usePerson } from '@/ui/page/page-chrome.ts';
import { Page } from '@/ui/page/Page.tsx';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { ConnectionCheckSection } from './ConnectionCheckSection.tsx';
import { OwnDataSection } from './OwnDataSection.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { SessionsSection } from './SessionsSection.tsx';
import styles from './UserCenterPage.module.css';

type OpenSheet = 'ownData' | 'sessions' | 'password' | 'check';

/** 个人中心: the ways to what is one's own, and out. Without a network it can be read. */
export default function UserCenterPage() {
  const { user } = useSession();
  const { openSettings, signOut, switchAccount } = usePerson();
  const install = useInstall();
  const isOffline = useReachability() === 'offline';
  const [sheet, setSheet] = useState<OpenSheet>();
  if (user === undefined) return null;
  const close = (): void => setSheet(undefined);
  return (
    <Page width="reading">
      <div className={styles['ways']}>
        <div className={styles['person']}>
          <strong>{user.employeeName}</strong>
          <span>
            {user.account} · {user.deptName}
          </span>
          <span>{user.compName}</span>
        </div>
        <Ways>
          <Way to={paths.selfInnovate.to()}>我的自纠</Way>
          <Way to={paths.yearPlan.to()}>自主申报</Way>
          <Way to={paths.sync.to()}>离线与同步</Way>
          {/* What a browser does not offer itself is told there, by its steps. */}
          {!install.isInstalled && <Way {...(install.canInstall ? { onChoose: () => void install.promptInstall() } : { to: paths.sync.to() })}>安装到主屏幕</Way>}
        </Ways>
        <Ways>
          <Way onChoose={() => setSheet('ownData')}>个人信息</Way>
          <Way onChoose={() => setSheet('sessions')}>登录设备</Way>
          <Way onChoose={() => setSheet('password')}>修改密码</Way>
          <Way onChoose={openSettings}>界面设置</Way>
          {roleOf(user) === 'admin' && <Way onChoose={() => setSheet('check')}>连接自检</Way>}
        </Ways>
        <Ways>
          <Way onChoose={switchAccount}>切换账号</Way>
          <Way onChoose={signOut}>退出</Way>
        </Ways>
        <Footer className={styles['version']} content={`版本 ${__APP_VERSION__}`} />
      </div>
      <Sheet isOpen={sheet === 'ownData'} title="个人信息" onClose={close}>
        <OwnDataSection user={user} isOffline={isOffline} />
      </Sheet>
      <Sheet isOpen={sheet === 'sessions'} title="登录设备" onClose={close}>
        <SessionsSection isOffline={isOffline} />
      </Sheet>
      <Sheet isOpen={sheet === 'password'} title="修改密码" onClose={close}>
        <p className={styles['note']}>修改后，其他设备上的登录会全部退出。</p>
        <PasswordForm account={user.account} isOffline={isOffline} onChanged={close} />
      </Sheet>
      <Sheet isOpen={sheet === 'check'} title="连接自检" onClose={close}>
        <ConnectionCheckSection isOffline={isOffline} />
      </Sheet>
    </Page>
  );
}

const Ways = ({ children }: { children: ReactNode }) => <ul className={styles['list']}>{children}</ul>;

type WayProps = { children: string } & ({ to: string; onChoose?: never } | { to?: never; onChoose: () => void });

function Way({ children, to, onChoose }: WayProps) {
  const inside = (
    <>
      <span>{children}</span>
      <RightOutline aria-hidden />
    </>
  );
  return (
    <li>
      {to === undefined ? (
        <button type="button" className={styles['way']} onClick={onChoose}>
          {inside}
        </button>
      ) : (
        <Link className={styles['way']} to={to}>
          {inside}
        </Link>
      )}
    </li>
  );
}
