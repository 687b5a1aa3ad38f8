import type { Employee } from '#contract/staff.ts';
import { formatTime } from '@/lib/dates.ts';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';
import { WholeWords } from '@/ui/basics/WholeWords.tsx';
import type { Column, ColumnSort } from '@/ui/lists/DataList.tsx';

/** What the list of staff shows of one; numbers come masked. */
export const staffColumns = (sortOf: (by: 'account' | 'lastSignInAt') => ColumnSort): Column<Employee>[] => [
  { key: 'employeeName', title: '姓名', onPhone: 'title', render: (one) => one.employeeName },
  {
    key: 'enabled',
    title: '状态',
    onPhone: 'fact',
    width: '84px',
    render: (one) => (one.enabled === 1 ? <StatusTag tone="qualified">启用</StatusTag> : <StatusTag tone="notApplicable">停用</StatusTag>),
  },
  { key: 'account', title: '账号', sort: sortOf('account'), onPhone: 'fact', render: (one) => <WholeWords text={one.account} /> },
  { key: 'deptName', title: '科室', minWidth: '8em', onPhone: 'fact', render: (one) => one.deptName },
  { key: 'isAdmin', title: '角色', width: '84px', onPhone: 'hidden', render: (one) => <WholeWords text={one.isAdmin === 1 ? '管理员' : '普通用户'} /> },
  { key: 'tel', title: '手机号', width: '116px', onPhone: 'fact', render: (one) => one.tel && <WholeWords text={one.tel} /> },
  { key: 'idCard', title: '身份证号', width: '176px', isWide: true, onPhone: 'hidden', render: (one) => <WholeWords text={one.idCard} /> },
  { key: 'lastSignInAt', title: '最近登录', sort: sortOf('lastSignInAt'), width: '178px', onPhone: 'hidden', render: (one) => <WholeWords text={formatTime(one.lastSignInAt) || '从未登录'} /> },
];
