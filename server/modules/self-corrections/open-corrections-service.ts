/** How a self-correction comes and goes with the submission of its department task, which holds it meanwhile. */
import { v7 as uuidv7 } from 'uuid';
import type { Queryable, ServerContext } from '../../context.ts';
import { setDueDate, writeProgress } from './correction-item-repository.ts';
import { deleteWithItems, findOpened, insertItems, insertSelfCorrection, writeProblem } from './open-corrections-repository.ts';
import type { ListedCorrection } from './self-correction-repository.ts';

/** What an inspection found at a check point that is 不合格. */
export interface Problem {
  pointId: string;
  /** The wording that the point was issued with. */
  versionId: string;
  remark: string;
  /** JSON of the photos' hashes. */
  photos: string;
}

/**
 * Opens the self-correction of a department task, with an item for each problem.
 * @returns its id
 */
export async function openSelfCorrection(
  trx: Queryable,
  { dialect }: ServerContext,
  deptTask: { id: string; comp_no: string; task_id: string; dept_id: string },
  problems: readonly Problem[],
  dueDate: string,
  now: Date,
): Promise<string> {
  const { id: dept_task_id, comp_no, task_id, dept_id } = deptTask;
  const id = uuidv7();
  const item_count = problems.length;
  await insertSelfCorrection(trx, { id, comp_no, dept_task_id, task_id, dept_id, due_date: dueDate, created_at: now.toISOString(), item_count });
  await insertItems(trx, dialect, { id, comp_no }, problems.map(toItem));
  return id;
}

/** Adds a problem to a self-correction that is held: it is 待整改 again. The due date is that of the new item alone. */
export async function addProblem(trx: Queryable, { dialect }: ServerContext, correction: ListedCorrection, problem: Problem, dueDate: string): Promise<void> {
  const item = toItem(problem);
  await insertItems(trx, dialect, correction, [item]);
  await setDueDate(trx, dialect, correction.id, [item.id], dueDate);
  await writeProgress(trx, correction.id);
}

/** Says anew what is to be corrected of an item that nobody has begun. */
export const changeProblem = (trx: Queryable, itemId: string, { remark, photos }: Pick<Problem, 'remark' | 'photos'>): Promise<void> =>
  writeProblem(trx, itemId, { problem: remark, photos_before: photos });

const toItem = ({ pointId, versionId, remark, photos }: Problem) => ({
  id: uuidv7(),
  point_id: pointId,
  version_id: versionId,
  problem: remark,
  photos_before: photos,
});

/** The self-correction that a department task's submission opened, and whether anybody has worked on it. */
export const findSelfCorrection = (trx: Queryable, deptTaskId: string): Promise<{ id: string; isTouched: boolean } | undefined> => findOpened(trx, deptTaskId);

/** Takes away a self-correction that nobody has worked on, since its submission is returned. */
export const removeSelfCorrection = (trx: Queryable, id: string): Promise<void> => deleteWithItems(trx, id);
