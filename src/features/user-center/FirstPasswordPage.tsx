import type { UserInfo } from '#contract/session.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import styles from './FirstPasswordPage.module.css';

/** Stands in the way until a password that somebody else knows was replaced. */
export function FirstPasswordPage({ user, onSignOut }: { user: UserInfo; onSignOut: () => void }) {
  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        <h1>修改初始密码</h1>
        <p className={styles['note']}>{user.employeeName}，您的密码由管理员设置。为了账号安全，请先换成自己的密码。</p>
        <PasswordForm account={user.account} />
        <ActionButton tone="text" onClick={onSignOut}>
          退出，稍后再改
        </ActionButton>
      </div>
    </main>
  );
}
