import { expect, test } from 'vitest';
import { declarationType } from '#contract/declaration-type.ts';
import { draftText, type YearFacts } from '../../../server/modules/declarations/draft-text.ts';

const total = { deptTasks: 1, onTime: 1, late: 0, notSubmitted: 0, overdue: 0, checked: 2000, judged: 2000, unqualified: 2000, corrected: 2000, correctionRate: 100, score: { value: 0, scoreClass: 'focus' as const, failedVetoes: 0 } };

test('a draft of a year whose texts are full of punctuation is made as quickly as any other', () => {
  const text = `${'。 '.repeat(249)}完`;
  const problem = { deptName: '内科', content: text, problem: text, measures: text, responsible: text, dueDate: '2026-06-30', correctedAt: '2026-06-20T00:00:00.000Z' };
  const facts = {
    year: 2026, name: '示例市第一医院', from: '2026-01-01', to: '2026-12-31', checks: [total], topPoints: [],
    problems: Array.from({ length: 1000 }, () => problem), problemCounts: { all: 1000, open: 0 }, recordsTitle: '科室自纠记录',
  } as unknown as YearFacts;
  const start = performance.now();
  const { body } = draftText(declarationType.rectificationMeasures, facts);
  // Fifteen seconds with an expression that tries each run of them anew.
  expect(performance.now() - start).toBeLessThan(1500);
  expect(body).toContain('1. 内科：。 。');
});

test('a draft ends what people wrote with its own marks', () => {
  const problem = { deptName: '内科', content: '查看灭火器。', problem: '过期 ；， ', measures: '已更换！！', responsible: '张三。', dueDate: '2026-06-30', correctedAt: '2026-06-20T00:00:00.000Z' };
  const facts = {
    year: 2026, name: '示例市第一医院', from: '2026-01-01', to: '2026-12-31', checks: [total], topPoints: [],
    problems: [problem, { ...problem, problem: '。 。' }], problemCounts: { all: 2, open: 0 }, recordsTitle: '科室自纠记录',
  } as unknown as YearFacts;
  const { body } = draftText(declarationType.rectificationMeasures, facts);
  expect(body).toContain('1. 内科：查看灭火器；问题：过期；整改措施：已更换；责任人：张三；2026-06-20 完成整改。');
  expect(body).toContain('2. 内科：查看灭火器；整改措施：已更换；');
});
