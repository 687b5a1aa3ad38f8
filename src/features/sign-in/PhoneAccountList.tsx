import type { PhoneAccountView } from '@/offline/people/usePhoneAccounts.ts';
import { UploadOutline } from '@/ui/basics/icons.tsx';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';
import letters from '@/ui/basics/letters.module.css';
import styles from './PhoneAccountList.module.css';

export interface PhoneAccountListProps {
  accounts: readonly PhoneAccountView[];
  /** The one that is filled in. */
  chosen: PhoneAccountView | undefined;
  isServerThere: boolean;
  onChoose: (account: string) => void;
}

/** Who used this phone: a tap fills in the account, the password is asked for. */
export function PhoneAccountList({ accounts, chosen, isServerThere, onChoose }: PhoneAccountListProps) {
  if (accounts.length === 0) return null;
  return (
    <section className={styles['section']}>
      <h2>在这台设备用过</h2>
      <ul>
        {accounts.map((item) => (
          <li key={item.employeeId}>
            <button type="button" aria-pressed={item === chosen} onClick={() => onChoose(item.account)}>
              <span className={styles['who']}>
                <span className={styles['name']}>{item.employeeName}</span>
                <span className={styles['dept']}>{item.deptName}</span>
              </span>
              <span className={styles['marks']}>
                {item.refused > 0 && <StatusTag tone="unqualified">{item.refused} 项需处理</StatusTag>}
                {(item.waiting ?? 0) > item.refused && (
                  <StatusTag tone="primary" icon={<UploadOutline aria-hidden />}>
                    {(item.waiting ?? 0) - item.refused} 项待上传
                  </StatusTag>
                )}
                {!isServerThere && <span className={letters['small']}>{item.unlockState === 'ready' ? '可离线解锁' : '需联网'}</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
