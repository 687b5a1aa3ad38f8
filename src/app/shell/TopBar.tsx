import { Link, useNavigate } from 'react-router-dom';
import { roleOf } from '#contract/roles.ts';
import type { UserInfo } from '#contract/session.ts';
import { NoticeDropdown } from '@/features/notices/NoticeDropdown.tsx';
import { SearchButton } from '@/features/search/SearchButton.tsx';
import { paths } from '@/lib/paths.ts';
import { toggleSidebar } from '@/settings/settings-store.ts';
import { useSetting } from '@/settings/useSetting.ts';
import { ArrowsAltOutline, CheckShieldOutline, DownOutline, RightOutline, ShrinkOutline, UserOutline } from '@/ui/basics/icons.tsx';
import { MenuOutline } from '@/ui/basics/icons.tsx';
import letters from '@/ui/basics/letters.module.css';
import { MenuButton } from '@/ui/sheets/MenuButton.tsx';
import { toggleFullScreen } from './full-screen.ts';
import type { MenuEntry } from './menu.ts';
import { SyncMark } from './SyncMark.tsx';
import { TopMenu } from './TopMenu.tsx';
import styles from './TopBar.module.css';

export interface TopBarProps {
  user: UserInfo;
  siteTitle: string;
  trail: readonly { title: string; path?: string }[];
  /** Stand in the bar when the menu runs along the top. */
  entries: readonly MenuEntry[];
  current: string | undefined;
  onOpenSettings: () => void;
  /** Undefined where keys are of no use. */
  onOpenKeys: (() => void) | undefined;
  onSwitchAccount: () => void;
  onSignOut: () => void;
}

/** The bar of a desktop: menu switch, where one is, full screen, and what concerns the person. */
export function TopBar({ user, siteTitle, trail, entries, current, onOpenSettings, onOpenKeys, onSwitchAccount, onSignOut }: TopBarProps) {
  const navigate = useNavigate();
  const { opened } = useSetting('sidebar');
  const isFullScreen = useSetting('fullScreen');
  const isHorizontal = useSetting('slideDirection') === 'horizontal';
  return (
    <header className={styles['bar']} data-off-paper>
      {isHorizontal ? (
        <>
          <p className={styles['brand']}>
            <CheckShieldOutline aria-hidden />
            {siteTitle}
          </p>
          <TopMenu entries={entries} current={current} />
        </>
      ) : (
        <>
          <button type="button" className={styles['icon']} onClick={() => toggleSidebar()} aria-label={opened ? '收起菜单' : '展开菜单'} aria-expanded={opened}>
            <MenuOutline />
          </button>
          <Breadcrumb trail={trail} />
        </>
      )}
      <div className={styles['end']}>
        <SyncMark hasWords />
        <SearchButton hasWords={!isHorizontal} />
        <NoticeDropdown account={user.employeeId} isAdmin={roleOf(user) === 'admin'} />
        <button
          type="button"
          className={styles['icon']}
          onClick={() => void toggleFullScreen()}
          aria-label={isFullScreen ? '退出全屏' : '全屏'}
          title={isFullScreen ? '退出全屏' : '全屏'}
        >
          {isFullScreen ? <ShrinkOutline aria-hidden /> : <ArrowsAltOutline aria-hidden />}
        </button>
        <MenuButton
          className={styles['user']}
          align="right"
          items={[
            { label: '个人信息', onSelect: () => void navigate(paths.userCenter.to()) },
            { label: '界面设置', onSelect: onOpenSettings },
            ...(onOpenKeys === undefined ? [] : [{ label: '快捷键', onSelect: onOpenKeys }]),
            { label: '切换账号', onSelect: onSwitchAccount },
            { label: '退出', onSelect: onSignOut },
          ]}
        >
          <span className={styles['avatar']}>
            <UserOutline aria-hidden />
          </span>
          <span className={styles['names']}>
            <span>{user.employeeName}</span>
            <span className={letters['small']}>{user.compName}</span>
          </span>
          <DownOutline className={styles['arrow']} aria-hidden />
        </MenuButton>
      </div>
    </header>
  );
}

export function Breadcrumb({ trail }: { trail: TopBarProps['trail'] }) {
  return (
    <nav className={styles['trail']} aria-label="面包屑">
      <ol>
        {trail.map((step, index) => (
          <li key={`${step.title}${index}`} aria-current={index === trail.length - 1 ? 'page' : undefined}>
            {index > 0 && <RightOutline className={styles['arrow']} aria-hidden />}
            {step.path === undefined ? <span>{step.title}</span> : <Link to={step.path}>{step.title}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
