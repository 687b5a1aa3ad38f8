/** One table of what is said of what waits for the server, on the screen and in the ZIP: a new kind of entry is a line here. */
import { givenResultLabel } from '#contract/result.ts';
import type { ExportedEntry } from '#contract/waiting-export.ts';
import { paths } from '@/lib/paths.ts';
import type { OutboxEntry } from '@/offline/entries/outbox.ts';
import type {
  AnswerEntryRow,
  CorrectionEntryRow,
  EntryKindName,
  LateCorrectionEntryRow,
  LateEntryRow,
  SubmitEntryRow,
} from '@/offline/storage/rows.ts';

/** What an entry says; empty where its kind has no such thing. */
export interface EntrySaid {
  /** The wording of the check point. */
  content: string;
  result: string;
  /** Remark or measures. */
  note: string;
  responsible: string;
  /** When it was filled in, an instant. */
  at: string;
}

type WithoutCommon<Entry> = Entry extends ExportedEntry ? Omit<Entry, 'id' | 'deptTaskId' | 'taskName' | 'createdAt'> : never;

interface EntryWords<Entry extends OutboxEntry> {
  /** What it is called in the table of the ZIP, and where it has no content. */
  name: string;
  /** Follows how many there are. Kinds with the same are counted together. */
  unit: string;
  /** Heads the entries of one task or self-correction. @param taskName never empty */
  title(taskName: string): string;
  /** Where they can be put right. @param group as `groupOf` in entry-kinds.ts gives it */
  path(group: string): string;
  /** Why it is not sent by itself while it is unfinished. */
  whileIncomplete: string;
  /** What it waits for; empty where that it waits says it all. */
  whileWaiting: string;
  said(entry: Entry): EntrySaid;
  exported(entry: Entry): WithoutCommon<ExportedEntry>;
}

const answer: EntryWords<AnswerEntryRow | LateEntryRow> = {
  name: '自查结果',
  unit: '项自查结果',
  title: (taskName) => taskName,
  path: paths.toComplete.to,
  whileIncomplete: '不合格要填写说明，填好后自动上传。',
  whileWaiting: '',
  said: ({ payload: { content, value } }) => ({ content, result: givenResultLabel[value.result], note: value.remark, responsible: '', at: value.answeredAt }),
  exported: ({ payload }) => ({ kind: 'answer', ...payload }),
};

const correction: EntryWords<CorrectionEntryRow | LateCorrectionEntryRow> = {
  name: '自纠',
  unit: '项整改',
  title: (taskName) => `自纠 · ${taskName}`,
  path: paths.toInnovate.to,
  whileIncomplete: '标记已整改要先填写整改措施和责任人，填好后自动上传。',
  whileWaiting: '',
  said: ({ payload: { content, value }, createdAt }) => ({
    content,
    result: value.correctedAt === null ? '待整改' : '已整改',
    note: value.measures,
    responsible: value.responsible,
    at: createdAt,
  }),
  exported: ({ payload }) => ({ kind: 'correction', ...payload }),
};

const submit: EntryWords<SubmitEntryRow> = {
  name: '提交任务',
  unit: '次提交',
  title: (taskName) => taskName,
  path: paths.toComplete.to,
  whileIncomplete: '',
  whileWaiting: '等本任务的结果全部送达后自动提交。',
  said: ({ payload }) => ({ content: '', result: '', note: '', responsible: '', at: payload.submittedAt }),
  exported: ({ payload }) => ({ kind: 'submit', ...payload }),
};

const ofLateWork = { unit: '项迟到的填写', whileWaiting: '将交给管理员处理。' };

const entryWords = {
  answer,
  late: { ...answer, ...ofLateWork },
  lateCorrection: { ...correction, ...ofLateWork },
  correction,
  submit,
} satisfies Record<EntryKindName, unknown>;

/** Units in the order in which they are told. */
export const units: readonly string[] = [...new Set(Object.values(entryWords).map(({ unit }) => unit))];

/** The line of the table for an entry of any kind. */
export const wordsOf = (entry: OutboxEntry): EntryWords<OutboxEntry> => entryWords[entry.kind] as EntryWords<OutboxEntry>;
