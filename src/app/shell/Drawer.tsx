import { useNavigate } from 'react-router-dom';
import type { UserInfo } from '#contract/session.ts';
import { paths } from '@/lib/paths.ts';
import { changeSetting } from '@/settings/settings-store.ts';
import { SearchOutline } from '@/ui/basics/icons.tsx';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import type { MenuEntry } from './menu.ts';
import { MenuTree } from './MenuTree.tsx';
import styles from './Drawer.module.css';

export interface DrawerProps {
  isOpen: boolean;
  onClose: () => void;
  entries: readonly MenuEntry[];
  current: string | undefined;
  user: UserInfo;
  siteTitle: string;
  onOpenSettings: () => void;
  onSwitchAccount: () => void;
  onSignOut: () => void;
}

/** The whole menu on a phone, and what a desktop has in the user menu. */
export function Drawer({ isOpen, onClose, entries, current, user, siteTitle, onOpenSettings, onSwitchAccount, onSignOut }: DrawerProps) {
  const navigate = useNavigate();
  const after = (action: () => void) => (): void => {
    onClose();
    action();
  };
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={siteTitle}
      placement="left"
      footer={
        <div className={styles['foot']}>
          <button type="button" onClick={after(() => void navigate(paths.userCenter.to()))}>
            个人信息
          </button>
          <button type="button" onClick={after(onOpenSettings)}>
            界面设置
          </button>
          <button type="button" onClick={after(onSwitchAccount)}>
            切换账号
          </button>
          <button type="button" onClick={after(onSignOut)}>
            退出
          </button>
        </div>
      }
    >
      <div className={styles['person']}>
        <p>{user.employeeName}</p>
        <p>
          {user.compName} {user.deptName}
        </p>
      </div>
      <button type="button" className={styles['search']} onClick={after(() => changeSetting('search', true))}>
        <SearchOutline aria-hidden />
        关键词检索
      </button>
      <nav className={styles['menu']} aria-label="主菜单">
        <MenuTree entries={entries} current={current} onChoose={onClose} />
      </nav>
    </Sheet>
  );
}
