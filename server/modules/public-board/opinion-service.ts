import { dayEnd, dayStart, shanghaiDay } from '#contract/calendar.ts';
import type { CallRequest } from '#contract/endpoints.ts';
import { OPINIONS_PER_DAY } from '#contract/limits.ts';
import type { Page } from '#contract/paging.ts';
import type { Opinion } from '#contract/public-board.ts';
import { excerpt } from '#contract/text-end.ts';
import type { Caller } from '../../caller.ts';
import type { ServerContext } from '../../context.ts';
import { isUniqueViolation } from '../../database/dialect.ts';
import { once } from '../../database/operations.ts';
import { conflict, notFound, tooManyAttempts } from '../../errors.ts';
import { overtakenFields } from '../../overtaken.ts';
import { recordAudit } from '../audit/audit-service.ts';
import { countText } from '../daily-use/daily-use-service.ts';
import { titleOfPublished } from '../declarations/declaration-service.ts';
import { announceAnsweredOpinion, announceOpinion } from '../notices/announcement-service.ts';
import { answerOpinionRow, countOpinionsSince, findOpinionPage, holdOpinion, insertOpinion, type OpinionRow } from './opinion-repository.ts';

const ID_TAKEN = '之前填写的意见已经提交，与现在的内容不同。再次提交会作为另一条意见';
const answered = (answer: string) => conflict('其他管理员刚刚已答复', [{ field: 'answer', message: `其他管理员刚刚已答复：“${answer}”，再次提交以您填写的为准` }]);

/** The caller's own; for an administrator those of everybody. */
export async function findOpinions({ db }: ServerContext, caller: Caller, query: CallRequest<'queryOpinionPage'>['query']): Promise<Page<Opinion>> {
  const filter = { compNo: caller.compNo, employeeId: caller.role === 'admin' ? undefined : caller.employeeId, status: query.status };
  const { rows, total } = await findOpinionPage(db, filter, query);
  return { records: rows.map(toOpinion), total, pageNum: query.pageNum, pageSize: query.pageSize };
}

/**
 * Leaves an opinion and tells the administrators.
 * @throws AppError when it is about nothing that is published, or when the person has left too many today
 */
export async function addOpinion(context: ServerContext, caller: Caller, { id, body, declarationId }: CallRequest<'addOpinion'>['body']): Promise<{ id: string }> {
  try {
    return await once(context.db, caller.operation, async (trx) => {
      const now = context.now();
      const subject = declarationId === null ? '' : await titleOfPublished(trx, caller.compNo, declarationId);
      if (subject === undefined) throw notFound();
      const today = shanghaiDay(now);
      if ((await countOpinionsSince(trx, caller.employeeId, dayStart(today).toISOString())) >= OPINIONS_PER_DAY) {
        throw tooManyAttempts(`每人每天最多提交 ${OPINIONS_PER_DAY} 条监督意见，明天再提交`, Math.ceil((dayEnd(today).getTime() - now.getTime()) / 1000));
      }
      await insertOpinion(trx, {
        id,
        comp_no: caller.compNo,
        employee_id: caller.employeeId,
        declaration_id: declarationId,
        subject,
        body,
        created_at: now.toISOString(),
        answer: '',
        answered_by: null,
        answered_at: null,
      });
      await countText(trx, { ...caller, at: now }, { body });
      await announceOpinion(trx, context, { id, subject, body }, { caller, now });
      await recordAudit(trx, caller, { action: 'opinion.add', objectType: 'opinion', objectId: id, summary: `提交监督意见：${describe({ subject, body })}` }, now);
      return { id };
    });
  } catch (error) {
    throw isUniqueViolation(error) ? conflict(ID_TAKEN) : error;
  }
}

/**
 * Answers an opinion, or puts another answer in the place of an earlier one; the person who left it is told.
 * @throws AppError with the other answer, where somebody else gave it after the caller had read
 */
export async function answerOpinion(context: ServerContext, caller: Caller, { id, answer, read }: CallRequest<'answerOpinion'>['body']): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    const opinion = await holdOpinion(trx, context.dialect, caller.compNo, id);
    if (opinion === undefined) throw notFound();
    if (opinion.answer === answer) return;
    if (overtakenFields({ answer: opinion.answer }, read ?? {}, { answer }).length > 0) throw answered(opinion.answer);
    const now = context.now();
    await answerOpinionRow(trx, id, { answer, answered_by: caller.employeeId, answered_at: now.toISOString() });
    await countText(trx, { ...caller, at: now }, { answer });
    await announceAnsweredOpinion(trx, context, { id, writerId: opinion.employee_id, answer }, { caller, now });
    const from = opinion.answer === '' ? '' : `从“${excerpt(opinion.answer)}”改为`;
    await recordAudit(trx, caller, { action: 'opinion.answer', objectType: 'opinion', objectId: id, summary: `答复监督意见：${describe(opinion)}，答复${from}“${excerpt(answer)}”` }, now);
  });
}

const describe = ({ subject, body }: { subject: string; body: string }): string => `${subject === '' ? '' : `《${subject}》，`}“${excerpt(body)}”`;

const toOpinion = (row: OpinionRow): Opinion => ({
  id: row.id,
  subject: row.subject,
  body: row.body,
  writtenByName: row.writer_name,
  deptName: row.dept_name,
  createdAt: row.created_at,
  answer: row.answer,
  answeredByName: row.answerer_name,
  answeredAt: row.answered_at,
});
