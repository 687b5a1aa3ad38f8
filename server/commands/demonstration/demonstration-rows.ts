import { isJudged } from '#contract/result.ts';
import { addSums, NO_SUMS, sumsOf } from '#contract/score.ts';
import type { Queryable } from '../../context.ts';
import type { Dialect } from '../../database/dialect.ts';
import { insertRows } from '../../database/json-rows.ts';
import type { DeptTable, EmployeeTable } from '../../database/tables.ts';
import { cancelledReason } from '../../modules/dept-tasks/dept-task-access.ts';
import { dueDateOf, itemDueDate } from './correction-story.ts';
import type { StoryCorrection, StoryCorrectionItem } from './story-shapes.ts';
import type { DeclaredRows } from './declarations.ts';
import { columns } from './demonstration-columns.ts';
import type { DeptTaskStory, StoryPoint } from './story-shapes.ts';
import { tellNotices } from './notices.ts';
import type { Random } from './random.ts';
import type { PlannedTask } from './task-plan.ts';
import { at } from './working-time.ts';

type Columns = typeof columns;
type Row<Table extends keyof Columns> = { -readonly [Name in keyof Columns[Table]]: (Columns[Table][Name] extends 'text' ? string : number) | null };
type Rows = { [Table in keyof Columns]: Row<Table>[] };

/** Collects a company's rows, and writes each table with one statement. */
export class DemonstrationRows {
  private readonly compNo: string;
  private readonly adminId: string;
  private readonly rows: Rows = {
    dept: [],
    employee: [],
    task: [],
    task_point: [],
    dept_task: [],
    submission_return: [],
    answer: [],
    answer_history: [],
    late_work: [],
    self_correction: [],
    self_correction_item: [],
    self_correction_history: [],
    notice: [],
    notice_audience: [],
    notice_receipt: [],
    file: [],
    file_dept: [],
    declaration: [],
    declaration_file: [],
    declaration_history: [],
  };
  private readonly photoDepts = new Map<string, Set<string>>();

  constructor(compNo: string, adminId: string) {
    this.compNo = compNo;
    this.adminId = adminId;
  }

  addDept(row: DeptTable): void {
    this.rows.dept.push({ ...row });
  }

  addEmployee(row: EmployeeTable): void {
    this.rows.employee.push({ ...row });
  }

  addDeclarations(declared: DeclaredRows): void {
    for (const row of declared.declaration) this.rows.declaration.push({ ...row });
    const deptOf = new Map(declared.declaration.map(({ id, dept_id: deptId }) => [id, deptId]));
    for (const row of declared.declaration_file) {
      this.rows.declaration_file.push({ ...row });
      this.usePhotos([row.sha256], deptOf.get(row.declaration_id) ?? '');
    }
    for (const row of declared.declaration_history) this.rows.declaration_history.push({ ...row });
  }

  /** A file counts as stored only where somebody has it. */
  addFile(photo: { sha256: string; size: number; type: string; createdAt: Date }): void {
    const depts = this.photoDepts.get(photo.sha256);
    if (depts === undefined) return;
    const { createdAt, ...file } = photo;
    this.rows.file.push({ comp_no: this.compNo, ...file, created_by: this.adminId, created_at: createdAt.toISOString() });
    for (const deptId of depts) this.rows.file_dept.push({ comp_no: this.compNo, sha256: photo.sha256, dept_id: deptId });
  }

  /** @returns its id */
  addTask(random: Random, task: PlannedTask, points: readonly StoryPoint[]): string {
    const issuedAt = at(task.issuedOn, 9, random.between(0, 50));
    const id = random.id(issuedAt);
    this.rows.task.push({
      id,
      comp_no: this.compNo,
      task_name: task.taskName,
      task_type: task.taskType,
      start_date: task.startDate,
      end_date: task.endDate,
      correct_days: task.correctDays,
      remark: task.remark,
      dept_count: 0,
      submitted_count: 0,
      created_by: this.adminId,
      created_at: issuedAt.toISOString(),
      cancelled_at: task.cancelled === undefined ? null : at(task.cancelled.on, 15, 20).toISOString(),
      cancelled_by: task.cancelled === undefined ? null : this.adminId,
      cancel_reason: task.cancelled?.reason ?? null,
    });
    for (const point of points) {
      this.rows.task_point.push({ task_id: id, point_id: point.pointId, version_id: point.versionId, category_id: point.categoryId, item_name: point.itemName, seq: point.seq });
    }
    return id;
  }

  /** Goes to the task that was added last. */
  addDeptTask(random: Random, task: PlannedTask, deptId: string, story: DeptTaskStory): void {
    const taskRow = this.rows.task.at(-1);
    if (taskRow === undefined) throw new Error('a department task without a task');
    const id = random.id(at(task.issuedOn, 9, 55));
    const submittedAt = story.submittedAt?.toISOString() ?? null;
    taskRow.dept_count = Number(taskRow.dept_count) + 1;
    if (submittedAt !== null) taskRow.submitted_count = Number(taskRow.submitted_count) + 1;
    this.rows.dept_task.push({
      id,
      comp_no: this.compNo,
      task_id: taskRow.id,
      dept_id: deptId,
      point_count: story.answers.length,
      answered_count: story.answers.filter((answer) => answer.result !== null).length,
      unqualified_count: story.answers.filter((answer) => answer.result === 'unqualified').length,
      ...judgedCounts(story.answers),
      submitted_at: submittedAt,
      submitted_by: story.submittedBy,
      returned_at: story.returned?.at.toISOString() ?? null,
      returned_by: story.returned === null ? null : this.adminId,
      return_reason: story.returned?.reason ?? null,
      is_returned: story.isReturned ? 1 : 0,
      first_submitted_at: story.returned?.submittedAt.toISOString() ?? null,
    });
    if (story.returned !== null) {
      this.rows.submission_return.push({
        // There is at most one of each department task.
        id,
        comp_no: this.compNo,
        dept_task_id: id,
        returned_at: story.returned.at.toISOString(),
        returned_by: this.adminId,
        reason: story.returned.reason,
        remarks: JSON.stringify(story.returned.remarks),
        submitted_at: story.returned.submittedAt.toISOString(),
        submitted_by: story.returned.submittedBy,
      });
    }
    for (const answer of story.answers) {
      this.rows.answer.push({
        dept_task_id: id,
        point_id: answer.point.pointId,
        comp_no: this.compNo,
        dept_id: deptId,
        version_id: answer.point.versionId,
        category_id: answer.point.categoryId,
        seq: answer.point.seq,
        result: answer.result,
        remark: answer.remark,
        photos: this.usePhotos(answer.photos, deptId),
        answered_by: answer.answeredBy,
        answered_at: answer.answeredAt?.toISOString() ?? null,
        saved_at: answer.savedAt?.toISOString() ?? null,
        revision: answer.revision,
        return_remark: answer.returnRemark,
        submitted_at: taskRow.cancelled_at === null ? submittedAt : null,
      });
    }
    for (const entry of story.history) {
      this.rows.answer_history.push({
        entry_id: entry.entryId,
        comp_no: this.compNo,
        dept_task_id: id,
        point_id: entry.pointId,
        result: entry.result,
        remark: entry.remark,
        photos: this.usePhotos(entry.photos, deptId),
        answered_by: entry.answeredBy,
        answered_at: entry.answeredAt.toISOString(),
        saved_at: entry.savedAt.toISOString(),
        revision: entry.revision,
        is_conflict: 0,
      });
    }
    if (story.correction !== null) this.addCorrection(story.correction, { deptTaskId: id, taskId: String(taskRow.id), deptId });
    if (task.cancelled !== undefined) this.addLateWork(random, task.cancelled, id, story);
  }

  /** Somebody without a network went on filling in while the task was cancelled, and handed it in afterwards. */
  private addLateWork(random: Random, cancelled: { on: string; reason: string }, deptTaskId: string, story: DeptTaskStory): void {
    const enteredBy = story.history.at(-1)?.answeredBy;
    if (enteredBy === undefined) return;
    for (const { point } of story.answers.filter(({ result }) => result === null).slice(0, 2)) {
      this.rows.late_work.push({
        entry_id: random.id(at(cancelled.on, 15, 30)),
        comp_no: this.compNo,
        kind: 'answer',
        dept_task_id: deptTaskId,
        point_id: point.pointId,
        self_correction_id: null,
        item_id: null,
        content: point.content,
        value: JSON.stringify({ result: 'qualified', remark: '', photos: [], answeredAt: at(cancelled.on, 15, 30).toISOString() }),
        entered_by: enteredBy,
        imported_by: null,
        received_at: at(cancelled.on, 16, 10).toISOString(),
        late_reason: cancelledReason(cancelled.reason),
        status: 'waiting',
        decided_by: null,
        decided_at: null,
        decision_reason: '',
      });
    }
  }

  private addCorrection(correction: StoryCorrection, owner: { deptTaskId: string; taskId: string; deptId: string }): void {
    const corrected = correction.items.map((item) => item.steps.at(-1)?.correctedAt?.toISOString()).filter((each) => each !== undefined);
    const confirmedAt = correction.confirmedAt?.toISOString() ?? null;
    this.rows.self_correction.push({
      id: correction.id,
      comp_no: this.compNo,
      dept_task_id: owner.deptTaskId,
      task_id: owner.taskId,
      dept_id: owner.deptId,
      due_date: dueDateOf(correction),
      item_count: correction.items.length,
      corrected_count: corrected.length,
      corrected_at: corrected.length === correction.items.length ? (corrected.sort().at(-1) ?? null) : null,
      confirmed_at: confirmedAt,
      confirmed_by: confirmedAt === null ? null : this.adminId,
      created_at: correction.createdAt.toISOString(),
    });
    for (const item of correction.items) this.addCorrectionItem(correction.id, item, itemDueDate(correction, item), owner.deptId);
  }

  private addCorrectionItem(correctionId: string, { id, answer, steps }: StoryCorrectionItem, dueDate: string, deptId: string): void {
    const last = steps.at(-1);
    const returned = steps.findLast((step) => step.returnReason !== null);
    const correctedAt = last?.correctedAt?.toISOString() ?? null;
    this.rows.self_correction_item.push({
      id,
      comp_no: this.compNo,
      self_correction_id: correctionId,
      point_id: answer.point.pointId,
      version_id: answer.point.versionId,
      problem: answer.remark,
      photos_before: JSON.stringify(answer.photos),
      measures: last?.measures ?? '',
      photos_after: this.usePhotos(last?.photosAfter ?? [], deptId),
      responsible: last?.responsible ?? '',
      corrected_at: correctedAt,
      corrected_by: correctedAt === null ? null : (last?.savedBy ?? null),
      saved_by: last === undefined ? null : (last.savedBy ?? this.adminId),
      saved_at: last?.savedAt.toISOString() ?? null,
      revision: steps.length,
      returned_at: returned?.savedAt.toISOString() ?? null,
      return_reason: returned?.returnReason ?? null,
      due_date: dueDate,
    });
    for (const [index, step] of steps.entries()) {
      this.rows.self_correction_history.push({
        entry_id: step.entryId,
        comp_no: this.compNo,
        self_correction_id: correctionId,
        item_id: id,
        measures: step.measures,
        responsible: step.responsible,
        photos_after: JSON.stringify(step.photosAfter),
        corrected_at: step.correctedAt?.toISOString() ?? null,
        saved_by: step.savedBy ?? this.adminId,
        saved_at: step.savedAt.toISOString(),
        revision: index + 1,
        is_conflict: 0,
        return_reason: step.returnReason,
        due_date: step.dueDate,
      });
    }
  }

  /** Of all that was added before. */
  addNotices(random: Random, today: string): void {
    Object.assign(this.rows, tellNotices(random, { compNo: this.compNo, adminId: this.adminId }, this.rows, today));
  }

  private usePhotos(photos: readonly string[], deptId: string): string {
    for (const sha256 of photos) this.photoDepts.set(sha256, (this.photoDepts.get(sha256) ?? new Set()).add(deptId));
    return JSON.stringify(photos);
  }

  async insert(trx: Queryable, dialect: Dialect): Promise<void> {
    for (const table of Object.keys(columns) as (keyof Columns)[]) {
      await insertRows(trx, dialect, table, columns[table] as Record<string, 'text' | 'integer'>, this.rows[table]);
    }
  }
}

/** As the server counts what is judged. */
function judgedCounts(answers: DeptTaskStory['answers']) {
  const sums = { ...NO_SUMS };
  for (const { point, result } of answers) addSums(sums, sumsOf(point, result));
  return {
    judged_count: answers.filter(({ result }) => result !== null && isJudged(result)).length,
    judged_weight: sums.judgedWeight,
    qualified_weight: sums.qualifiedWeight,
    failed_vetoes: sums.failedVetoes,
  };
}
