import { addDays, dayStart } from '#contract/calendar.ts';
import { DUE_SOON_DAYS, type NoticeKind, UNREAD_DAYS } from '#contract/notice-kind.ts';
import { type NoticeWords, wording } from '../../modules/notices/notice-wording.ts';
import type { Random } from './random.ts';
import { at, later } from './working-time.ts';

type Value = string | number | null;

/** Rows of one company that notices tell of. */
export interface NoticedRows {
  employee: readonly Record<'id' | 'dept_id' | 'account', Value>[];
  dept: readonly Record<'id' | 'dept_name', Value>[];
  task: readonly Record<'id' | 'task_name' | 'task_type' | 'start_date' | 'end_date' | 'remark' | 'created_at' | 'cancelled_at' | 'cancel_reason', Value>[];
  dept_task: readonly Record<'id' | 'task_id' | 'dept_id' | 'submitted_at' | 'returned_at' | 'return_reason', Value>[];
  self_correction: readonly Record<'id' | 'task_id' | 'dept_id' | 'due_date' | 'item_count' | 'corrected_count' | 'corrected_at' | 'created_at', Value>[];
  self_correction_history: readonly Record<'self_correction_id' | 'saved_at' | 'return_reason' | 'due_date', Value>[];
}

interface NoticeRow {
  id: string;
  comp_no: string;
  kind: NoticeKind;
  event_key: string | null;
  title: string;
  body: string;
  audience: string;
  task_id: string | null;
  published_by: string | null;
  published_at: string | null;
  withdrawn_at: string | null;
  created_at: string;
}

interface AudienceRow {
  notice_id: string;
  comp_no: string;
  audience: string;
  object_id: string | null;
  published_at: string | null;
}

interface WrittenNotice extends NoticeWords {
  /** Days before today. */
  daysAgo: number;
  /** Names of departments; absent for everyone. */
  to?: readonly string[];
  state?: 'draft' | 'withdrawn';
}

const written: readonly WrittenNotice[] = [
  {
    daysAgo: 34,
    title: '自查结果填写培训',
    body: '周三 15:00 在行政楼三楼会议室讲解自查要点的判定口径，请各科室自查负责人参加。\n不能到场的，可在“法律法规”中查阅相关条文，有疑问请联系医务科。',
  },
  { daysAgo: 21, title: '系统维护通知', body: '今晚 22:00 至 23:00 进行维护，期间可以离线填写。', state: 'withdrawn' },
  {
    daysAgo: 8,
    title: '关于自查照片的要求',
    body: '拍摄不合格项时，请拍到问题本身和所在位置，不要拍到患者面部、姓名和病历内容。\n整改后的照片请与整改前同一角度。',
  },
  {
    daysAgo: 1,
    title: '病区网络检修提示',
    body: '本周六上午检修住院楼无线网络。没有网络时可以照常填写，内容保存在手机上，联网后自动上传。',
    to: ['内科', '外科', '急诊科', '妇产科', '儿科'],
  },
  { daysAgo: 0, title: '年度总结报送安排', body: '请各科室于年底前报送依法执业年度总结。', state: 'draft' },
];

/** Nobody who looks at the demonstration finds everything read, or nothing. */
const NAMED_LOOKED_HOURS_AGO = 40;

/** What a company's departments were told in the past year, up to the day before today, and who has read it. */
export function tellNotices(random: Random, owner: { compNo: string; adminId: string }, rows: NoticedRows, today: string) {
  const notices: NoticeRow[] = [];
  const audiences: AudienceRow[] = [];
  const add = (
    kind: NoticeKind,
    subject: Value,
    words: NoticeWords,
    taskId: Value,
    publishedAt: Date,
    to: readonly { deptId: Value; objectId: Value }[],
    by: string | null = null,
  ): void => {
    if (to.length === 0) return;
    const id = random.id(publishedAt);
    const common = { comp_no: owner.compNo, published_at: publishedAt.toISOString() };
    notices.push({
      ...common,
      ...words,
      id,
      kind,
      event_key: `${kind}:${subject}`,
      audience: 'depts',
      task_id: String(taskId),
      published_by: by,
      withdrawn_at: null,
      created_at: common.published_at,
    });
    audiences.push(...to.map(({ deptId, objectId }) => ({ ...common, notice_id: id, audience: String(deptId), object_id: String(objectId) })));
  };
  /** Told in the first minute of a day that is over: what today brings is told by the server itself. */
  const onDay = (day: string, isOpenAt: (moment: string) => boolean, tell: (moment: Date) => void): void => {
    const moment = at(day, 0, 1);
    if (day < today && isOpenAt(moment.toISOString())) tell(moment);
  };

  for (const task of rows.task) {
    const taskName = String(task.task_name);
    const endDate = String(task.end_date);
    const own = rows.dept_task.filter((deptTask) => deptTask.task_id === task.id);
    const toAll = own.map((deptTask) => ({ deptId: deptTask.dept_id, objectId: deptTask.id }));
    const issued = { taskName, taskType: Number(task.task_type), startDate: String(task.start_date), endDate, remark: String(task.remark) };
    add('taskIssued', task.id, wording.taskIssued(issued), task.id, new Date(String(task.created_at)), toAll, owner.adminId);
    if (task.cancelled_at !== null) {
      const words = wording.taskCancelled({ taskName, reason: String(task.cancel_reason) });
      add('taskCancelled', task.id, words, task.id, new Date(String(task.cancelled_at)), toAll, owner.adminId);
    }
    for (const [kind, day] of [
      ['taskDueSoon', addDays(endDate, -DUE_SOON_DAYS)],
      ['taskOverdue', addDays(endDate, 1)],
    ] as const) {
      onDay(
        day,
        (moment) => task.cancelled_at === null && String(task.created_at) < moment,
        (moment) => {
          const late = own.filter((deptTask) => isAfter(deptTask.submitted_at, moment) && isAfter(deptTask.returned_at, moment));
          const to = late.map((deptTask) => ({ deptId: deptTask.dept_id, objectId: deptTask.id }));
          add(kind, task.id, wording[kind]({ taskName, endDate }), task.id, moment, to);
        },
      );
    }
    for (const deptTask of own.filter(({ returned_at }) => returned_at !== null)) {
      const words = wording.taskReturned({ taskName, reason: String(deptTask.return_reason) });
      const to = [{ deptId: deptTask.dept_id, objectId: deptTask.id }];
      add('taskReturned', deptTask.id, words, task.id, new Date(String(deptTask.returned_at)), to, owner.adminId);
    }
  }

  for (const correction of rows.self_correction) {
    const taskName = String(rows.task.find((task) => task.id === correction.task_id)?.task_name);
    const dueDate = String(correction.due_date);
    const to = [{ deptId: correction.dept_id, objectId: correction.id }];
    const openCount = Number(correction.item_count) - Number(correction.corrected_count) || Number(correction.item_count);
    for (const [kind, day] of [
      ['correctionDueSoon', addDays(dueDate, -DUE_SOON_DAYS)],
      ['correctionOverdue', addDays(dueDate, 1)],
    ] as const) {
      onDay(
        day,
        (moment) => isAfter(correction.corrected_at, new Date(moment)) && String(correction.created_at) < moment,
        (moment) => add(kind, `${correction.id}:${dueDate}`, wording[kind]({ taskName, openCount, dueDate }), correction.task_id, moment, to),
      );
    }
    const returns = rows.self_correction_history.filter((entry) => entry.self_correction_id === correction.id && entry.return_reason !== null);
    for (const [savedAt, entries] of Map.groupBy(returns, (entry) => String(entry.saved_at))) {
      const words = wording.correctionReturned({ taskName, dueDate: String(entries[0]?.due_date), reasons: entries.map((entry) => String(entry.return_reason)) });
      add('correctionReturned', `${correction.id} ${savedAt}`, words, correction.task_id, new Date(savedAt), to, owner.adminId);
    }
  }

  addWritten(random, owner, rows, today, notices, audiences);
  return { notice: notices, notice_audience: audiences, notice_receipt: readBy(random, owner, rows, today, audiences) };
}

const isAfter = (instant: Value, moment: Date): boolean => instant === null || String(instant) > moment.toISOString();

function addWritten(
  random: Random,
  owner: { compNo: string; adminId: string },
  rows: NoticedRows,
  today: string,
  notices: NoticeRow[],
  audiences: AudienceRow[],
): void {
  for (const { daysAgo, title, body, to, state } of written) {
    const writtenAt = at(addDays(today, -Math.max(daysAgo, 1)), 10, random.between(0, 59));
    const publishedAt = state === 'draft' ? null : writtenAt.toISOString();
    const depts = to === undefined ? [] : rows.dept.filter((dept) => to.includes(String(dept.dept_name)));
    const id = random.id(writtenAt);
    notices.push({
      id,
      comp_no: owner.compNo,
      kind: 'manual',
      event_key: null,
      title,
      body,
      audience: to === undefined ? 'all' : 'depts',
      task_id: null,
      published_by: owner.adminId,
      published_at: publishedAt,
      withdrawn_at: state === 'withdrawn' ? later(writtenAt, 60).toISOString() : null,
      created_at: writtenAt.toISOString(),
    });
    const readers = to === undefined ? [owner.compNo] : depts.map((dept) => String(dept.id));
    for (const audience of readers) {
      audiences.push({ notice_id: id, comp_no: owner.compNo, audience, object_id: null, published_at: state === undefined ? publishedAt : null });
    }
  }
}

/** Everybody has read what there was when looking last, some days ago at most. */
function readBy(random: Random, owner: { compNo: string }, rows: NoticedRows, today: string, audiences: readonly AudienceRow[]) {
  const countedFrom = dayStart(addDays(today, -UNREAD_DAYS)).toISOString();
  const readable = Map.groupBy(
    audiences.filter(({ published_at }) => published_at !== null && published_at >= countedFrom),
    ({ audience }) => audience,
  );
  return rows.employee.flatMap((employee) => {
    const isNamed = /^(admin|staff)\d+$/.test(String(employee.account));
    const lookedAt = later(dayStart(today), -60 * (isNamed ? NAMED_LOOKED_HOURS_AGO : random.between(2, 96)));
    return [...(readable.get(owner.compNo) ?? []), ...(readable.get(String(employee.dept_id)) ?? [])].flatMap(({ notice_id, published_at }) => {
      const publishedAt = new Date(String(published_at));
      if (publishedAt >= lookedAt) return [];
      const soon = later(publishedAt, random.between(20, 2000));
      return [{ notice_id, employee_id: String(employee.id), read_at: (soon < lookedAt ? soon : lookedAt).toISOString() }];
    });
  });
}
