import { useEffect, useState } from 'react';
import { roleOf } from '#contract/roles.ts';
import type { UserInfo } from '#contract/session.ts';
import { useRevealOwnData } from '@/queries/session-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { EyeInvisibleOutline, EyeOutline } from '@/ui/basics/icons.tsx';
import { Section } from '@/ui/basics/Section.tsx';
import styles from './OwnDataSection.module.css';

/** The person's own data. Numbers and address come masked; in full they are asked for, and forgotten when the view is left. */
export function OwnDataSection({ user, isOffline }: { user: UserInfo; isOffline: boolean }) {
  const reveal = useRevealOwnData();
  const [full, setFull] = useState<{ tel: string; email: string; idCard: string }>();
  useEffect(() => () => setFull(undefined), []);

  const handleShow = async (): Promise<void> => {
    try {
      const { tel, email, idCard } = await reveal.mutateAsync(user.employeeId);
      setFull({ tel, email, idCard });
    } catch {
      // The mutation cache has shown why.
    }
  };
  const isMasked = user.tel !== '' || user.email !== '' || user.idCard !== '';

  return (
    <Section
      title="基本信息"
      action={
        isMasked &&
        (full === undefined ? (
          <ActionButton size="small" icon={<EyeOutline aria-hidden />} isDisabled={isOffline} label="显示完整的手机号、邮箱和身份证号" onClick={handleShow}>
            显示
          </ActionButton>
        ) : (
          <ActionButton size="small" icon={<EyeInvisibleOutline aria-hidden />} label="隐藏完整的手机号、邮箱和身份证号" onClick={() => setFull(undefined)}>
            隐藏
          </ActionButton>
        ))
      }
    >
      <dl className={styles['facts']}>
        <Fact name="姓名" value={user.employeeName} />
        <Fact name="账号" value={user.account} />
        <Fact name="角色" value={roleOf(user) === 'admin' ? '管理员' : '普通用户'} />
        <Fact name="机构" value={user.compName} />
        <Fact name="科室" value={user.deptName} />
        <Fact name="性别" value={user.sex} />
        <Fact name="手机号" value={full?.tel ?? user.tel} />
        <Fact name="邮箱" value={full?.email ?? user.email} />
        <Fact name="身份证号" value={full?.idCard ?? user.idCard} />
      </dl>
      <p className={styles['note']}>{roleOf(user) === 'admin' ? '信息有误可在人员管理中修改。' : '信息有误请联系本机构管理员修改。'}{isMasked && '查看完整信息会留下记录。'}</p>
    </Section>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value || '未填写'}</dd>
    </div>
  );
}
