import { v7 as uuidv7 } from 'uuid';
import type { AnswerEntry } from '#contract/answer.ts';

/** An outbox entry for each point; one in twenty is 不合格. */
export function answersFor(pointIds: readonly string[], baseRevision: number): AnswerEntry[] {
  const answeredAt = new Date().toISOString();
  return pointIds.map((pointId, index) => ({
    id: uuidv7(),
    pointId,
    result: index % 20 === 0 ? 'unqualified' : 'qualified',
    remark: index % 20 === 0 ? '现场检查发现记录不完整' : '',
    photos: [],
    answeredAt,
    baseRevision,
  }));
}
