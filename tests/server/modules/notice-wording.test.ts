import { expect, it } from 'vitest';
import { wording } from '../../../server/modules/notices/notice-wording.ts';

it.each(['执业许可证在有效期内', '执业许可证在有效期内。', '执业许可证在有效期内； '])('a ★ that reads “%s” is told of in one sentence', (content) => {
  expect(wording.severeFound({ deptName: '内科', taskName: '六月自查', content }).body).toBe('执业许可证在有效期内（六月自查）。请核实，并按规定报告卫生健康主管部门。');
});

it('the first of several reasons goes on without its full stop, and one alone is as it was written', () => {
  const told = (...reasons: string[]) => wording.correctionReturned({ taskName: '六月自查', dueDate: '2026-06-30', reasons }).body;
  expect(told('照片不清。', '缺少签字。')).toBe('2 项需要重新整改，整改期限 2026-06-30。退回原因：照片不清 等');
  expect(told('照片不清。')).toBe('1 项需要重新整改，整改期限 2026-06-30。退回原因：照片不清。');
});
