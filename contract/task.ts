import { z } from 'zod';
import { answer, answerHistory, result } from './answer.ts';
import { wordedPoint } from './check-point.ts';
import { pageQuery } from './envelope.ts';
import { day, id, instant, isId, knownId, NO_ID_MESSAGE, optionalFilter, optionalText, orderedBy, requiredText, wholeNumber } from './fields.ts';
import { OWN_LIST_POINTS_PER_TASK, OWN_LISTS_TOO_LONG } from './department-points.ts';
import { CORRECT_DAYS_DEFAULT, CORRECT_DAYS_MAX, DEPTS_PER_TASK, POINTS_PER_TASK, REMARK_MAX, REMINDER_NOTE_MAX, RETURN_REASON_MAX } from './limits.ts';
import { NO_RETURN_WORDS } from './return-words.ts';
import { plainName } from './rules.ts';
import { score, scoreLimits } from './score-setting.ts';
import { DEPT_TASK_STATUSES, TASK_STATUSES } from './task-status.ts';

const taskStatus = z.enum(TASK_STATUSES, '任务状态错误');
const deptTaskStatus = z.enum(DEPT_TASK_STATUSES, '科室任务状态错误');
const taskTypeMessage = '任务类型只能为全面自查、专项自查或日常自查';
export const taskTypeValue = wholeNumber(1, 3, taskTypeMessage).pipe(z.union([z.literal(1), z.literal(2), z.literal(3)], taskTypeMessage));

export const taskType = z.object({
  value: z.number(),
  label: z.string(),
  /** Days that a task of this type usually runs. */
  defaultDays: z.number(),
  hint: z.string(),
});

const listOf = (point: z.ZodString) => z.array(point).min(1, '请选择检查要点').max(POINTS_PER_TASK, `最多 ${POINTS_PER_TASK} 个检查要点`);
const TOO_MANY_DEPTS = `最多 ${DEPTS_PER_TASK} 个科室`;

/**
 * Lists by department. How many there are, and how long they are together, is looked at before anything that they hold, and the
 * first that is no identifier is told of alone: a sentence on each would cost far more than all lists together.
 */
const ownLists = z
  .custom<Record<string, string[]>>()
  .superRefine((given, { addIssue }) => {
    if (typeof given !== 'object' || given === null) return;
    const lists = Object.entries(given).filter(([, own]) => Array.isArray(own));
    if (lists.length > DEPTS_PER_TASK) return addIssue(TOO_MANY_DEPTS);
    if (lists.reduce((sum, [, own]) => sum + own.length, 0) > OWN_LIST_POINTS_PER_TASK) return addIssue(OWN_LISTS_TOO_LONG);
    for (const [deptId, own] of lists) {
      const wrong = own.length > POINTS_PER_TASK ? -1 : own.findIndex((pointId) => !isId(pointId));
      if (wrong !== -1) return addIssue({ code: 'custom', path: [deptId, wrong], message: NO_ID_MESSAGE });
    }
  })
  .pipe(z.record(id, listOf(knownId)).meta({ maxProperties: DEPTS_PER_TASK, maxItemsInAll: OWN_LIST_POINTS_PER_TASK }));

/** `pointIds` go to every department; `deptPointIds` replaces them for the departments that it names. */
export const newTask = z
  .object({
    /** Made by the client, so that a repeated issue is answered with the first task. */
    id,
    taskName: requiredText(60, plainName),
    taskType: taskTypeValue,
    startDate: day,
    endDate: day,
    correctDays: wholeNumber(1, CORRECT_DAYS_MAX, { type: '只能输入正整数', min: '至少 1 天', max: `最多 ${CORRECT_DAYS_MAX} 天` }).default(CORRECT_DAYS_DEFAULT),
    remark: optionalText(REMARK_MAX),
    deptIds: z.array(id).min(1, '请选择科室').max(DEPTS_PER_TASK, TOO_MANY_DEPTS),
    pointIds: listOf(id),
    deptPointIds: ownLists.default({}),
  })
  .refine((task) => task.endDate >= task.startDate, { path: ['endDate'], message: '结束日期不能早于开始日期' });
export type NewTask = z.input<typeof newTask>;

/** What a task was issued with, to be issued again: as `newTask`, without its name's day and its period. */
export const reissuedTask = z.object({
  taskName: z.string(),
  taskType: z.number(),
  startDate: z.string(),
  correctDays: z.number(),
  remark: z.string(),
  deptIds: z.array(z.string()),
  pointIds: z.array(z.string()),
  deptPointIds: z.record(z.string(), z.array(z.string())),
});
export type ReissuedTask = z.infer<typeof reissuedTask>;

export const issuedTask = z.object({ id: z.string(), deptCount: z.number(), pointCount: z.number() });

/** `startDate` and `endDate` select tasks whose period touches that range. */
const taskSearch = {
  taskName: optionalText(60),
  taskType: optionalFilter(taskTypeValue),
  startDate: optionalFilter(day),
  endDate: optionalFilter(day),
};
export const taskQuery = pageQuery.extend({ ...taskSearch, status: optionalFilter(taskStatus), ...orderedBy(['endDate']) });
/** Of what is searched for, every status is counted. */
export const taskCountQuery = z.object(taskSearch);

export const taskRow = z.object({
  id: z.string(),
  taskName: z.string(),
  taskType: z.number(),
  startDate: z.string(),
  endDate: z.string(),
  status: taskStatus,
  deptCount: z.number(),
  submittedCount: z.number(),
  pointCount: z.number(),
  answeredCount: z.number(),
  unqualifiedCount: z.number(),
  createdByName: z.string(),
  createdAt: z.string(),
});
export type TaskRow = z.infer<typeof taskRow>;

/** Counts of one department task; points that were answered, and of those the 不合格. */
const deptTaskFields = {
  id: z.string(),
  taskId: z.string(),
  taskName: z.string(),
  taskType: z.number(),
  startDate: z.string(),
  endDate: z.string(),
  deptId: z.string(),
  deptName: z.string(),
  status: deptTaskStatus,
  isOverdue: z.boolean(),
  isLate: z.boolean(),
  pointCount: z.number(),
  answeredCount: z.number(),
  unqualifiedCount: z.number(),
  submittedAt: z.string().nullable(),
  submittedByName: z.string().nullable(),
  returnReason: z.string().nullable(),
  /** When its department took its submission back last; absent where it never did, and in what a phone kept from a release before. */
  withdrawnAt: z.string().nullable().optional(),
  /** When an administrator reminded its department last, and how often; where the departments of a task are listed. */
  remindedAt: z.string().nullable().optional(),
  remindCount: z.number().optional(),
  /** Of what is answered so far; absent in what a phone kept from a release before. */
  score: score.optional(),
};

export const deptTask = z.object(deptTaskFields);
export type DeptTask = z.infer<typeof deptTask>;

export const taskInfo = taskRow.extend({
  /** Over all departments, of what is answered so far. */
  score,
  correctDays: z.number(),
  remark: z.string(),
  cancelledAt: z.string().nullable(),
  cancelReason: z.string().nullable(),
});
export type TaskInfo = z.infer<typeof taskInfo>;

export const cancelledTask = z.object({ id, reason: requiredText(200) });

export const remindedTask = z.object({
  /** Made by the client, so that a repeated reminder is one. */
  id,
  taskId: id,
  deptIds: z.array(id).min(1, '请选择要催办的科室').max(DEPTS_PER_TASK, TOO_MANY_DEPTS),
  /** Said besides what every reminder says. */
  note: optionalText(REMINDER_NOTE_MAX),
});
export const reminded = z.object({ deptCount: z.number() });

/** Tasks of the company by status. */
export const taskCount = z.object({ total: z.number(), byStatus: z.record(z.enum(TASK_STATUSES), z.number()) });
export type TaskCount = z.infer<typeof taskCount>;

export const taskPointQuery = pageQuery.extend({
  taskId: id,
  /** A check item of level one. */
  categoryId: optionalFilter(id),
  result: optionalFilter(result),
  keyword: optionalText(50),
});
/** One check point of a task over all its departments. */
export const taskPoint = wordedPoint.extend({
  pointId: z.string(),
  categoryName: z.string(),
  deptCount: z.number(),
  qualified: z.number(),
  unqualified: z.number(),
  notApplicable: z.number(),
});
export type TaskPoint = z.infer<typeof taskPoint>;

export const taskDeptQuery = z.object({ taskId: id });
export const taskDeptDetailQuery = z.object({ taskId: id, deptId: id });

export const exportRequest = z.object({ taskId: id, deptId: optionalFilter(id) });
/** `url` works without a session until `expiresAt`. */
export const exportLink = z.object({ url: z.string(), expiresAt: z.string() });
export const exportQuery = z.object({ token: requiredText(500) });

/** One check point of a department task, in the wording that it was issued with. */
export const deptTaskPoint = wordedPoint.extend({
  pointId: z.string(),
  /** Position in the task, from 1. */
  seq: z.number(),
  categoryId: z.string(),
  categoryName: z.string(),
  itemName: z.string(),
  /** What an administrator wrote on this point when returning the submission. */
  returnRemark: z.string().nullable(),
  answer: answer.nullable(),
  /** The revision under which somebody took the answer back; absent where nobody did, or somebody has answered since. */
  clearedRevision: z.number().optional(),
  /** The department's latest submitted answer to the same point in an earlier task. */
  lastAnswer: z.object({ result, remark: z.string(), taskName: z.string(), answeredAt: z.string() }).nullable(),
});
export type DeptTaskPoint = z.infer<typeof deptTaskPoint>;

/** All that a phone needs to fill in a department task without a network. */
export const deptTaskDetail = deptTask.extend({
  remark: z.string(),
  cancelReason: z.string().nullable(),
  /** When its submission was returned last; it stays when it is submitted again. */
  returnedAt: z.string().nullable(),
  /** When the submission came that was returned first; null where none was. */
  /** For the score of what this phone has not sent yet; absent like `score`. */
  scoreLimits: scoreLimits.optional(),
  firstSubmittedAt: z.string().nullable(),
  withdrawnByName: z.string().nullable().optional(),
  /** When an administrator opened the submission first: from then on the department cannot take it back. */
  openedAt: z.string().nullable().optional(),
  /** The self-correction that its submission opened. */
  correctionId: z.string().nullable().optional(),
  /** Somebody has worked on its self-correction: the submission cannot be returned any more. */
  isCorrecting: z.boolean(),
  points: z.array(deptTaskPoint),
});
export type DeptTaskDetail = z.infer<typeof deptTaskDetail>;

/**
 * `open` selects what can still be filled in, `handedIn` what was submitted, whether its corrections are done or not.
 * Open ones come first, overdue before others, then by end date.
 */
export const myTaskQuery = pageQuery.extend({
  taskName: optionalText(60),
  taskType: optionalFilter(taskTypeValue),
  status: optionalFilter(z.union([z.literal('open'), z.literal('handedIn'), deptTaskStatus], '科室任务状态错误')),
});

export const myAnswersQuery = z.object({ deptTaskId: id });

/** A submission that came back, and what was said of it. */
export const submissionReturn = z.object({
  id: z.string(),
  returnedAt: z.string(),
  returnedByName: z.string(),
  reason: z.string(),
  remarks: z.array(z.object({ pointId: z.string(), remark: z.string() })),
  submittedAt: z.string(),
  submittedByName: z.string(),
});
export type SubmissionReturn = z.infer<typeof submissionReturn>;

/** Both the latest first. */
export const myAnswers = z.object({ history: z.array(answerHistory), returns: z.array(submissionReturn) });

export const submission = z.object({
  /** Outbox entry: a repeated one is answered with the first answer. */
  id,
  deptTaskId: id,
  submittedAt: instant,
  /** Of the return that the person had seen: a submission from before a return does not undo it. */
  returnedAt: instant.nullable().default(null),
  /** Of the withdrawal that the person had seen: as with a return. */
  withdrawnAt: instant.nullable().default(null),
  /** The person was shown what nobody has changed since the return, and stands by it. */
  isUnchangedConfirmed: z.boolean().default(false),
});
export const submitted = z.object({
  deptTaskId: z.string(),
  status: deptTaskStatus,
  isLate: z.boolean(),
  unqualifiedCount: z.number(),
  /** By the server; absent in what it said before this release, as is the next. */
  submittedAt: z.string().optional(),
  correctionId: z.string().nullable().optional(),
});

export const submissionToWithdraw = z.object({
  deptTaskId: id,
  /** Of the submission that the person sees: another one, which came meanwhile, stays. */
  submittedAt: instant,
});

/** A later submission has to name it. */
export const withdrawnSubmission = z.object({ withdrawnAt: z.string() });

/** One text is enough: a point without a remark has the reason of the whole, which may be left out where each point says its own. */
export const returnedSubmission = z
  .object({
    deptTaskId: id,
    /** Of the submission that the administrator has seen. A page of the release before does not say it. */
    submittedAt: instant.optional(),
    reason: optionalText(RETURN_REASON_MAX),
    points: z.array(z.object({ pointId: id, remark: optionalText(RETURN_REASON_MAX) })).max(POINTS_PER_TASK).default([]),
  })
  .superRefine(({ reason, points }, { addIssue }) => {
    if (reason !== '') return;
    const wordless = points.findIndex(({ remark }) => remark === '');
    if (points.length === 0) addIssue({ code: 'custom', path: ['reason'], message: NO_RETURN_WORDS });
    else if (wordless !== -1) addIssue({ code: 'custom', path: ['points', wordless, 'remark'], message: NO_RETURN_WORDS });
  });

export const idParams = z.object({ id });
export const statPeriodParams = z.object({
  a: day,
  b: day,
  c: z.union([z.literal('all'), id], NO_ID_MESSAGE),
});
