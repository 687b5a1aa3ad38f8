import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../../caller.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { adminsOf } from './audience.ts';
import { announce, listDeptTasksOf, listNoticesAbout, listReminders } from './announcement-repository.ts';
import { deleteNotices } from './notice-repository.ts';
import { type NoticeWords, wording } from './notice-wording.ts';

type Context = Pick<ServerContext, 'dialect'>;

/** Everything here belongs into the transaction of what it tells of, so that neither is there without the other. */
interface Happening {
  caller: Caller;
  now: Date;
}

export const announceIssuedTask = (
  trx: Queryable,
  context: Context,
  task: { id: string } & Parameters<typeof wording.taskIssued>[0],
  happening: Happening,
): Promise<void> => announceToTask(trx, context, 'taskIssued', task.id, wording.taskIssued(task), happening);

export const announceCancelledTask = (
  trx: Queryable,
  context: Context,
  task: { id: string; taskName: string; reason: string },
  happening: Happening,
): Promise<void> => announceToTask(trx, context, 'taskCancelled', task.id, wording.taskCancelled(task), happening);

/** Tells every department that has the task. */
async function announceToTask(
  trx: Queryable,
  { dialect }: Context,
  kind: 'taskIssued' | 'taskCancelled',
  taskId: string,
  words: NoticeWords,
  { caller, now }: Happening,
): Promise<void> {
  const key = `${kind}:${taskId}`;
  await announce(
    trx,
    dialect,
    [{ id: uuidv7(), comp_no: caller.compNo, kind, event_key: key, ...words, task_id: taskId, published_by: caller.employeeId }],
    (await listDeptTasksOf(trx, taskId)).map((row) => ({ event_key: key, dept_id: row.dept_id, object_id: row.id })),
    now.toISOString(),
  );
}

/** What one department has to do again, or more of. */
interface Addressed {
  /** The department task or the self-correction. */
  objectId: string;
  taskId: string;
  deptId: string;
  taskName: string;
}

export const announceReturnedTask = (trx: Queryable, context: Context, returned: Addressed & { reason: string }, happening: Happening): Promise<void> =>
  announceToDept(trx, context, 'taskReturned', returned, wording.taskReturned(returned), happening);

export const announceReturnedCorrection = (
  trx: Queryable,
  context: Context,
  returned: Addressed & { dueDate: string; reasons: readonly string[] },
  happening: Happening,
): Promise<void> => announceToDept(trx, context, 'correctionReturned', returned, wording.correctionReturned(returned), happening);

/** An item more of a self-correction, from late work. */
export const announceAddedCorrection = (trx: Queryable, context: Context, added: Addressed & { problem: string; isReplaced?: boolean }, happening: Happening): Promise<void> =>
  announceToDept(trx, context, 'correctionAdded', added, wording.correctionAdded(added), happening);

/** Each time anew, since each has its own reason. */
async function announceToDept(
  trx: Queryable,
  { dialect }: Context,
  kind: 'taskReturned' | 'correctionReturned' | 'correctionAdded',
  { objectId, taskId, deptId }: Addressed,
  words: NoticeWords,
  { caller, now }: Happening,
): Promise<void> {
  const id = uuidv7();
  const key = `${kind}:${id}`;
  await announce(
    trx,
    dialect,
    [{ id, comp_no: caller.compNo, kind, event_key: key, ...words, task_id: taskId, published_by: caller.employeeId }],
    [{ event_key: key, dept_id: deptId, object_id: objectId }],
    now.toISOString(),
  );
}

/** Reminds the departments of department tasks; `id` is that of the reminder, whose repeat tells nobody again. */
export async function announceReminder(
  trx: Queryable,
  { dialect }: Context,
  reminder: { id: string; taskId: string; deptTasks: readonly { id: string; dept_id: string }[] } & Parameters<typeof wording.taskReminded>[0],
  { caller, now }: Happening,
): Promise<void> {
  const key = `taskReminded:${caller.compNo}:${reminder.id}`;
  await announce(
    trx,
    dialect,
    [{ id: uuidv7(), comp_no: caller.compNo, kind: 'taskReminded', event_key: key, ...wording.taskReminded(reminder), task_id: reminder.taskId, published_by: caller.employeeId }],
    reminder.deptTasks.map((row) => ({ event_key: key, dept_id: row.dept_id, object_id: row.id })),
    now.toISOString(),
  );
}

/** When the departments of a task were reminded last, and how often, by the id of the department task. */
export async function readReminders(db: Queryable, taskId: string): Promise<ReadonlyMap<string, { at: string; count: number }>> {
  const rows = await listReminders(db, taskId);
  return new Map(rows.flatMap(({ object_id: objectId, at, count }) => (objectId === null ? [] : [[objectId, { at, count }] as const])));
}

/** Tells all administrators of a ★ that is 不合格; `id` is its report's. */
export async function announceSevere(
  trx: Queryable,
  { dialect }: Context,
  found: { id: string; compNo: string; taskId: string } & Parameters<typeof wording.severeFound>[0],
  now: Date,
): Promise<void> {
  const key = `severeFound:${found.id}`;
  await announce(
    trx,
    dialect,
    [{ id: uuidv7(), comp_no: found.compNo, kind: 'severeFound', event_key: key, ...wording.severeFound(found), audience: 'admins', task_id: found.taskId, published_by: null }],
    [{ event_key: key, dept_id: adminsOf(found.compNo), object_id: found.id }],
    now.toISOString(),
  );
}

/** Tells all administrators. */
export async function announceOpinion(trx: Queryable, { dialect }: Context, opinion: { id: string } & Parameters<typeof wording.opinionLeft>[0], { caller, now }: Happening): Promise<void> {
  const key = `opinionLeft:${opinion.id}`;
  await announce(
    trx,
    dialect,
    [{ id: uuidv7(), comp_no: caller.compNo, kind: 'opinionLeft', event_key: key, ...wording.opinionLeft(opinion), audience: 'admins', task_id: null, published_by: caller.employeeId }],
    [{ event_key: key, dept_id: adminsOf(caller.compNo), object_id: opinion.id }],
    now.toISOString(),
  );
}

/** Tells the administrators of companies, each once for a version of the library, of points whose words they have to decide on. */
export async function announceRewordings(
  trx: Queryable,
  { dialect }: Context,
  waiting: readonly ({ compNo: string } & Parameters<typeof wording.libraryReworded>[0])[],
  libraryVersion: number,
  now: Date,
): Promise<void> {
  const told = waiting.map((counts) => ({ ...counts, key: `libraryReworded:${counts.compNo}:${libraryVersion}` }));
  await announce(
    trx,
    dialect,
    told.map(({ key, compNo, ...counts }) => ({ id: uuidv7(), comp_no: compNo, kind: 'libraryReworded', event_key: key, ...wording.libraryReworded(counts), audience: 'admins', task_id: null, published_by: null })),
    told.map(({ key, compNo }) => ({ event_key: key, dept_id: adminsOf(compNo), object_id: String(libraryVersion) })),
    now.toISOString(),
  );
}

/** Tells the person who left it; each time anew, since each answer is another. */
export async function announceAnsweredOpinion(
  trx: Queryable,
  { dialect }: Context,
  { id: opinionId, writerId, answer }: { id: string; writerId: string; answer: string },
  { caller, now }: Happening,
): Promise<void> {
  const id = uuidv7();
  const key = `opinionAnswered:${id}`;
  await announce(
    trx,
    dialect,
    [{ id, comp_no: caller.compNo, kind: 'opinionAnswered', event_key: key, ...wording.opinionAnswered({ answer }), audience: 'person', task_id: null, published_by: caller.employeeId }],
    [{ event_key: key, dept_id: writerId, object_id: opinionId }],
    now.toISOString(),
  );
}

/** For a self-correction that ceases to exist: a notice about it would lead nowhere. */
export async function forgetNoticesAbout(trx: Queryable, { dialect }: Context, correctionId: string): Promise<void> {
  const found = await listNoticesAbout(trx, correctionId);
  await deleteNotices(
    trx,
    dialect,
    found.map((row) => row.notice_id),
  );
}
