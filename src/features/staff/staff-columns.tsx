import type { Employee } from '#contract/staff.ts';
import { formatTime } from '@/lib/dates.ts';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';
import { WholeWords } from '@/ui/basics/WholeWords.tsx';
import type { Column } from '@/ui/lists/DataList.tsx';

/** What the list of staff shows of one; numbers come masked. Where a table has little room, the sheet alone tells the longest. */
export const staffColumns = (hasLittleRoom: boolean): Column<Employee>[] => columns.filter(({ key }) => !(hasLittleRoom && key === 'idCard'));

const columns: Column<Employee>[] = [
  { key: 'employeeName', title: '姓名', onCard: 'title', minWidth: '6em', render: (one) => one.employeeName },
  {
    key: 'enabled',
    title: '状态',
    onCard: 'tag',
    width: '92px',
    render: (one) => (one.enabled === 1 ? <StatusTag tone="qualified">启用</StatusTag> : <StatusTag tone="notApplicable">停用</StatusTag>),
  },
  { key: 'account', title: '账号', render: (one) => <WholeWords text={one.account} /> },
  { key: 'deptName', title: '科室', minWidth: '8em', render: (one) => one.deptName },
  { key: 'isAdmin', title: '角色', width: '92px', render: (one) => <WholeWords text={one.isAdmin === 1 ? '管理员' : '普通用户'} /> },
  { key: 'tel', title: '手机号', width: '124px', render: (one) => <WholeWords text={one.tel || '未填写'} /> },
  { key: 'idCard', title: '身份证号', width: '176px', render: (one) => <WholeWords text={one.idCard || '未填写'} /> },
  { key: 'lastSignInAt', title: '最近登录', width: '13em', render: (one) => <WholeWords text={formatTime(one.lastSignInAt) || '从未登录'} /> },
];
