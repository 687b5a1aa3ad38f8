import { useState } from 'react';
import type { InitialPassword } from '#contract/staff.ts';
import { today } from '@/lib/dates.ts';
import { toCsv } from '@/lib/files/csv.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { saveFile } from '@/ui/browser/save-file.ts';
import type { ConfirmOptions } from '@/ui/sheets/confirm-dialog.tsx';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { useDismiss } from '@/ui/sheets/useDismiss.ts';
import styles from './InitialPasswordsSheet.module.css';

const TITLES = ['科室', '姓名', '账号', '初始密码'];
const NOT_SAVED: ConfirmOptions = {
  content: '还没有下载初始密码。关闭后不再显示，只能逐个重置密码。',
  confirmText: '不下载，关闭',
  cancelText: '返回下载',
  isDestructive: true,
};

/** The passwords that the server made for imported people, this once. */
export function InitialPasswordsSheet({ passwords, onClose }: { passwords: readonly InitialPassword[]; onClose: () => void }) {
  const [isSaved, setIsSaved] = useState(false);
  const rows = passwords.map(({ deptName, employeeName, account, pwd }) => [deptName, employeeName, account, pwd]);

  const handleSave = (): void => {
    saveFile(new Blob([toCsv([TITLES, ...rows])], { type: 'text/csv' }), `初始密码_${today()}.csv`);
    setIsSaved(true);
  };
  const close = useDismiss(!isSaved, onClose, { question: NOT_SAVED });

  return (
    <Sheet
      isOpen
      isAlert
      title="初始密码"
      onClose={() => void close()}
      footer={
        <>
          <ActionButton onClick={close}>关闭</ActionButton>
          <ActionButton tone="primary" onClick={handleSave}>
            下载密码表
          </ActionButton>
        </>
      }
    >
      <p className={styles['note']}>已为 {passwords.length} 人生成初始密码，只显示这一次。请下载后分发给本人，并妥善保管或及时删除；每人首次登录时必须修改。</p>
      <table className={styles['table']} aria-label="初始密码列表">
        <thead>
          <tr>
            {TITLES.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {passwords.map(({ deptName, employeeName, account, pwd }) => (
            <tr key={account}>
              <td>{deptName}</td>
              <td>{employeeName}</td>
              <td>{account}</td>
              <td className={styles['password']}>{pwd}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Sheet>
  );
}
