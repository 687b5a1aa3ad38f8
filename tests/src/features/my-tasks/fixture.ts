import type { DeptTask, DeptTaskDetail, DeptTaskPoint } from '#contract/task.ts';

const idOf = (kind: number, number: number): string => `0190000${kind}-0000-7000-8000-${String(number).padStart(12, '0')}`;

export const taskPoint = (seq: number, changes: Partial<DeptTaskPoint> = {}): DeptTaskPoint => ({
  pointId: idOf(1, seq),
  seq,
  categoryId: 'a',
  categoryName: '机构资质',
  itemName: '执业许可',
  content: `要点${seq}：是否符合要求`,
  method: '查看原件',
  basis: { law: '医疗机构管理条例', article: 15, gist: '须持证执业' },
  expected: '符合要求',
  returnRemark: null,
  answer: null,
  lastAnswer: null,
  ...changes,
});

export const deptTask = (number: number, changes: Partial<DeptTask> = {}): DeptTask => ({
  id: idOf(2, number),
  taskId: idOf(3, number),
  taskName: `任务${number}`,
  taskType: 3,
  startDate: '2026-03-01',
  endDate: '2026-03-31',
  deptId: idOf(4, 1),
  deptName: '内科',
  status: 'pending',
  isOverdue: false,
  isLate: false,
  pointCount: 3,
  answeredCount: 0,
  unqualifiedCount: 0,
  submittedAt: null,
  submittedByName: null,
  returnReason: null,
  ...changes,
});

export const taskDetail = (number: number, points: DeptTaskPoint[], changes: Partial<DeptTaskDetail> = {}): DeptTaskDetail => ({
  ...deptTask(number, { pointCount: points.length }),
  remark: '',
  cancelReason: null,
  returnedAt: null,
  firstSubmittedAt: null,
  isCorrecting: false,
  points,
  ...changes,
});
