import { taskTypeLabel } from '#contract/task-status.ts';
import { unended } from '#contract/text-end.ts';

export interface NoticeWords {
  title: string;
  body: string;
}

/** Of several the first, without its full stop. */
const firstOf = ([first = '', ...more]: readonly string[]): string => (more.length === 0 ? first : `${unended(first)} 等`);

/** What automatic notices say. A department reads them far from the screen where it happened: each names its task. */
export const wording = {
  taskIssued: (task: { taskName: string; taskType: number; startDate: string; endDate: string; remark: string }): NoticeWords => ({
    title: `新任务：${task.taskName}`,
    body: [`${taskTypeLabel(task.taskType)}，请在 ${task.startDate} 至 ${task.endDate} 之间完成自查并提交。`, task.remark].filter((line) => line !== '').join('\n'),
  }),
  taskCancelled: (task: { taskName: string; reason: string }): NoticeWords => ({
    title: `任务已取消：${task.taskName}`,
    body: `取消原因：${task.reason}`,
  }),
  taskReturned: (task: { taskName: string; reason: string }): NoticeWords => ({
    title: `任务已退回：${task.taskName}`,
    body: `请修改后重新提交。退回原因：${task.reason}`,
  }),
  taskDueSoon: (task: { taskName: string; endDate: string }): NoticeWords => ({
    title: `任务即将到期：${task.taskName}`,
    body: `截止日期 ${task.endDate}，请尽快完成自查并提交。`,
  }),
  taskOverdue: (task: { taskName: string; endDate: string }): NoticeWords => ({
    title: `任务已逾期：${task.taskName}`,
    body: `任务已于 ${task.endDate} 到期，请尽快完成并提交。`,
  }),
  taskReminded: (task: { taskName: string; endDate: string; isOverdue: boolean; note: string }): NoticeWords => ({
    title: `请尽快提交：${task.taskName}`,
    body: [`“${task.taskName}”${task.isOverdue ? `已于 ${task.endDate} 截止` : `将于 ${task.endDate} 截止`}，贵科室还未提交，请尽快完成并提交。`, task.note].filter((line) => line !== '').join('\n'),
  }),
  /** Of several reasons the first says what it is about; the others stand beside their items. */
  correctionReturned: (correction: { taskName: string; dueDate: string; reasons: readonly string[] }): NoticeWords => ({
    title: `整改已退回：${correction.taskName}`,
    body: `${correction.reasons.length} 项需要重新整改，整改期限 ${correction.dueDate}。退回原因：${firstOf(correction.reasons)}`,
  }),
  /** `isReplaced`: the item was there, with another problem. */
  correctionAdded: ({ taskName, problem, isReplaced = false }: { taskName: string; problem: string; isReplaced?: boolean }): NoticeWords => ({
    title: `${isReplaced ? '整改项的问题已改变' : '新增整改项'}：${taskName}`,
    body: `采纳了一项迟到的不合格，${isReplaced ? '代替了原来的问题，请按现在的问题整改' : '需要整改'}。问题：${problem}`,
  }),
  /** Several of one task are told apart by what the list shows of them: the point stands first. */
  severeFound: ({ deptName, taskName, content }: { deptName: string; taskName: string; content: string }): NoticeWords => ({
    title: `${deptName}发现否决项不合格`,
    body: `${unended(content)}（${taskName}）。请核实，并按规定报告卫生健康主管部门。`,
  }),
  opinionLeft: ({ subject, body }: { subject: string; body: string }): NoticeWords => ({
    title: subject === '' ? '有新的监督意见' : `有新的监督意见：《${subject}》`,
    body,
  }),
  opinionAnswered: ({ answer }: { answer: string }): NoticeWords => ({ title: '您的监督意见已答复', body: answer }),
  libraryReworded: ({ reworded, copies }: { reworded: number; copies: number }): NoticeWords => ({
    title: `国家库更新：${reworded + copies} 个要点有新文本`,
    body: [
      ...(reworded > 0 ? [`国家库改写了本机构自行改写过的 ${reworded} 个要点。`] : []),
      ...(copies > 0 ? [`国家库改写了本机构照其原文自建的 ${copies} 个要点。`] : []),
      '新任务仍用本机构文本。请逐个对照，选择沿用国家新文本或保留本机构文本。',
    ].join('\n'),
  }),
  correctionDueSoon: (correction: { taskName: string; openCount: number; dueDate: string }): NoticeWords => ({
    title: `整改即将到期：${correction.taskName}`,
    body: `还有 ${correction.openCount} 项待整改，截止日期 ${correction.dueDate}。`,
  }),
  correctionOverdue: (correction: { taskName: string; openCount: number; dueDate: string }): NoticeWords => ({
    title: `整改已逾期：${correction.taskName}`,
    body: `还有 ${correction.openCount} 项待整改，已于 ${correction.dueDate} 到期，请尽快完成。`,
  }),
};
