import { Link } from 'react-router-dom';
import { roleOf } from '#contract/roles.ts';
import { paths } from '@/lib/paths.ts';
import { usePhoneAccounts } from '@/offline/people/usePhoneAccounts.ts';
import { useSession } from '@/session/useSession.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { Section } from '@/ui/basics/Section.tsx';
import { Row, RowList } from '@/ui/lists/RowList.tsx';
import letters from '@/ui/basics/letters.module.css';
import { saveWaiting } from './save-waiting.ts';

/**
 * For an administrator: what waits on this phone under other accounts of the company, such as one that was disabled and
 * opens no more. It can be taken away as a ZIP; it is neither shown nor sent.
 */
export function OthersSection() {
  const { user } = useSession();
  const { accounts } = usePhoneAccounts();
  if (user === undefined || roleOf(user) !== 'admin') return null;
  const others = accounts.filter((one) => one.compNo === user.compNo && one.employeeId !== user.employeeId && (one.waiting ?? 0) > 0);
  if (others.length === 0) return null;
  return (
    <Section title="本机其他人的待上传内容">
      <p className={letters['quiet']}>
        本人登录后会自动上传。账号已停用、本人不能登录时，您可以导出，再到 <Link to={paths.lateWork.to()}>迟到的填写</Link> 导入；导出不会删除本机内容。
      </p>
      <RowList>
        {others.map((owner) => (
          <Row
            key={owner.employeeId}
            title={`${owner.employeeName}（${owner.deptName}）`}
            extra={
              <ActionButton label={`导出${owner.employeeName}的待上传内容`} onClick={() => saveWaiting(owner)}>
                导出
              </ActionButton>
            }
          >
            {owner.waiting} 项待上传
          </Row>
        ))}
      </RowList>
    </Section>
  );
}
