import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { apiPaths } from '#contract/api-paths.ts';
import { code } from '#contract/codes.ts';
import { departmentKindLabel } from '#contract/department-kind.ts';
import type { Department } from '#contract/department.ts';
import { DepartmentSheet } from '@/features/departments/DepartmentSheet.tsx';
import { answerCalls } from '../answering-server.ts';
import { queriesOf, signInSomebody } from '../my-tasks/render-view.tsx';
import { pressSave } from '../press-save.ts';

const TOLD = '刚刚被其他管理员改为“外二科”，再次保存以您填写的为准';

let sent: (Record<string, unknown> & { read?: Partial<Department> })[] = [];
/** As the server has it by now, where somebody else has renamed it. */
let renamed: Department | undefined;
answerCalls(({ path, read }) => {
  if (path === apiPaths.queryCompanyDeptInfoPage.path) return { message: { records: [renamed], total: 1, pageNum: 1, pageSize: 100 } };
  const body = read() as (typeof sent)[number];
  sent.push(body);
  const isOvertaken = renamed !== undefined && body.read !== undefined && body.read.deptName !== renamed.deptName;
  return isOvertaken ? { code: code.conflict, message: '刚刚被其他管理员修改', details: [{ field: 'deptName', message: TOLD }] } : { message: '' };
});
beforeEach(() => {
  signInSomebody();
  sent = [];
  renamed = undefined;
});
afterEach(cleanup);

function open(department: Partial<Department> | undefined): void {
  const known = department && ({ id: 'd1', leader: '', tel: '', extension: '', remark: '', sort: 1, employeeCount: 0, ...department } as Department);
  render(
    <QueryClientProvider client={queriesOf()}>
      <DepartmentSheet department={known} onClose={() => undefined} onAddedLast={() => undefined} />
    </QueryClientProvider>,
  );
}
const fillIn = async (label: RegExp, text: string): Promise<void> => {
  await userEvent.clear(screen.getByLabelText(label));
  await userEvent.type(screen.getByLabelText(label), text);
};
const kind = (): string | undefined => screen.getByLabelText<HTMLSelectElement>(/^科室类别/).selectedOptions[0]?.text;

it('a new department has the kind that its name proposes', async () => {
  open(undefined);
  await fillIn(/^科室名称/, '外科');
  expect(kind()).toBe(departmentKindLabel.surgery);
  await fillIn(/^科室名称/, '中医科');
  expect(kind()).toBe(departmentKindLabel.traditional);
});

it.each([
  ['外科', 'surgery', '外科（普外、烧伤整形）'],
  ['中医科', 'traditional', '国医堂三楼病区'],
] as const)('%s keeps its kind under another name', async (deptName, before, renamed) => {
  open({ deptName, kind: before });
  await fillIn(/^科室名称/, renamed);
  expect(kind()).toBe(departmentKindLabel[before]);
  await pressSave();
  await expect.poll(() => sent).toMatchObject([{ deptName: renamed }]);
  expect(sent[0]).not.toHaveProperty('kind');
});

it('a department without a kind stays so until somebody chooses one', async () => {
  open({ deptName: '外科' });
  expect(kind()).toBe('未选择');
  await fillIn(/^联系电话/, '010-12345678');
  await pressSave();
  await expect.poll(() => sent).toMatchObject([{ tel: '010-12345678' }]);
  expect(sent[0]).not.toHaveProperty('kind');
});

it('a kind that is taken away is sent', async () => {
  open({ deptName: '外科', kind: 'surgery' });
  await userEvent.selectOptions(screen.getByLabelText(/^科室类别/), '未选择');
  await pressSave();
  await expect.poll(() => sent).toMatchObject([{ kind: null }]);
});

it('a name that is put back to what it was before another administrator changed it is sent', async () => {
  const before = { id: 'd1', deptName: '外科', leader: '', tel: '', extension: '', remark: '', sort: 1, employeeCount: 0 };
  open(before);
  await fillIn(/^科室名称/, '外一科');
  renamed = { ...before, deptName: '外二科', leader: '吴主任' };
  await pressSave();
  await screen.findByText(TOLD);
  expect(screen.getByLabelText<HTMLInputElement>(/^负责人/).value).toBe('吴主任');
  await fillIn(/^科室名称/, '外科');
  await pressSave();
  await expect.poll(() => sent.at(-1)).toMatchObject({ id: 'd1', deptName: '外科', read: { deptName: '外二科', leader: '吴主任' } });
  expect(sent.at(-1)).not.toHaveProperty('leader');
});
