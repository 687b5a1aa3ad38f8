import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { notify } from '@/ui/basics/notify.ts';
import { copyText } from '@/ui/browser/copy-text.ts';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { useDismiss } from '@/ui/sheets/useDismiss.ts';
import type { NewAccount } from './employee-props.ts';
import styles from './PasswordSheet.module.css';

const NOT_TOLD = { content: '关闭后不再显示初始密码。确定已经告知本人吗？', confirmText: '已告知，关闭', cancelText: '返回', isDestructive: true };

/** Shows an initial password, this once. */
export function PasswordSheet({ title, account, onClose }: { title: string; account: NewAccount; onClose: () => void }) {
  const dismiss = useDismiss(true, onClose, { question: NOT_TOLD });
  const handleCopy = async (): Promise<void> => {
    const isCopied = await copyText(`账号：${account.account}\n初始密码：${account.pwd}`);
    notify(isCopied ? '已复制' : '无法复制，请手动抄写', isCopied ? 'success' : 'warning');
  };
  return (
    <Sheet
      isOpen
      isAlert
      title={title}
      onClose={() => void dismiss()}
      footer={
        <>
          <ActionButton onClick={handleCopy}>复制账号和密码</ActionButton>
          <ActionButton tone="primary" onClick={onClose}>
            我已告知本人
          </ActionButton>
        </>
      }
    >
      <dl className={styles['facts']}>
        <div>
          <dt>姓名</dt>
          <dd>{account.employeeName}</dd>
        </div>
        <div>
          <dt>账号</dt>
          <dd>{account.account}</dd>
        </div>
        <div>
          <dt>初始密码</dt>
          <dd className={styles['password']}>{account.pwd}</dd>
        </div>
      </dl>
      <p className={styles['note']}>请现在告知本人。关闭后不再显示；遗失时只能再次重置。本人登录时必须换成自己的密码。</p>
    </Sheet>
  );
}
