/** One table of what the ZIP of a phone holds, for whoever brings it in: a new kind of entry is a line here, in the order in which they are sent. */
import { givenResultLabel } from '#contract/result.ts';
import type { ExportedEntry } from '#contract/waiting-export.ts';
import type { ImportOutcome } from '#contract/waiting-import.ts';
import { call } from '@/api/call.ts';

type KindName = ExportedEntry['kind'];
type EntryOf<Kind extends KindName> = Extract<ExportedEntry, { kind: Kind }>;

/** What the import of every kind asks for. */
interface ImportFields {
  /** Who filled it in, as the ZIP says. */
  employeeId: string;
  deptTaskId: string;
  isDryRun: boolean;
}

interface ImportedKind<Entry extends ExportedEntry> {
  /** Follows how many there are. */
  unit: string;
  /** Whether an entry of this kind has what the other lines need; the server checks all the rest. */
  isShape(entry: Record<string, unknown>): boolean;
  /** What entries must have in common to share a request. */
  groupOf(entry: Entry): string;
  /** What an entry is about: those of one subject are sent together, where that is possible. */
  subjectOf(entry: Entry): string;
  photosOf(entry: Entry): readonly string[];
  /** Names an entry in a list. */
  title(entry: Entry): string;
  /** @param entries of one group, and at least one */
  send(fields: ImportFields, entries: readonly [Entry, ...Entry[]]): Promise<ImportOutcome[]>;
}

/** Without its full stop, since the sentence goes on. */
const phraseOf = (content: string): string => content.replace(/。$/, '');

const importedKinds: { [Kind in KindName]: ImportedKind<EntryOf<Kind>> } = {
  answer: {
    unit: '项自查结果',
    isShape: ({ pointId, content, value }) => areTexts(pointId, content) && isRecord(value),
    groupOf: ({ deptTaskId }) => deptTaskId,
    subjectOf: ({ pointId }) => pointId,
    photosOf: ({ value }) => value.photos,
    title: ({ content, value }) => `${phraseOf(content)}（${givenResultLabel[value.result]}）`,
    send: async (fields, sent) => {
      const entries = sent.map(({ id, pointId, baseRevision, value }) => ({ id, pointId, baseRevision, ...value }));
      return (await call('importAnswers', { body: { ...fields, entries } })).data.outcomes;
    },
  },
  correction: {
    unit: '项整改',
    isShape: ({ correctionId, itemId, content, value }) => areTexts(correctionId, itemId, content) && isRecord(value),
    groupOf: ({ correctionId }) => correctionId,
    subjectOf: ({ itemId }) => itemId,
    photosOf: ({ value }) => value.photosAfter,
    title: ({ content }) => `${phraseOf(content)}（整改）`,
    send: async (fields, sent) => {
      const entries = sent.map(({ id, itemId, content, baseRevision, value }) => ({ id, itemId, content, baseRevision, ...value }));
      return (await call('importCorrections', { body: { ...fields, id: sent[0].correctionId, entries } })).data.outcomes;
    },
  },
  submit: {
    unit: '次提交',
    isShape: () => true,
    // Each has a request of its own.
    groupOf: ({ id, deptTaskId }) => `${deptTaskId} ${id}`,
    subjectOf: ({ id }) => id,
    photosOf: () => [],
    title: () => '提交任务',
    send: async (fields, [{ id, submittedAt, returnedAt, withdrawnAt = null }]) =>
      (await call('importSubmission', { body: { ...fields, id, submittedAt, returnedAt, withdrawnAt } })).data.outcomes,
  },
};

const names = Object.keys(importedKinds) as KindName[];

/** The line of the table for an entry of any kind. */
export const importedKindOf = (entry: { kind: KindName }): ImportedKind<ExportedEntry> => importedKinds[entry.kind] as unknown as ImportedKind<ExportedEntry>;

/** When entries of this kind are sent, among the kinds. */
export const turnOf = (entry: { kind: KindName }): number => names.indexOf(entry.kind);

/** How many there are of each kind, in words. */
export const countsOf = (entries: readonly ExportedEntry[]): string[] =>
  names.map((name) => [entries.filter(({ kind }) => kind === name).length, importedKinds[name].unit] as const).flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}`] : []));

const areTexts = (...values: readonly unknown[]): boolean => values.every((value) => typeof value === 'string');
export const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether this can be sorted into requests, and shown. */
export const isImported = (value: unknown): value is ExportedEntry =>
  isRecord(value) &&
  areTexts(value['id'], value['deptTaskId']) &&
  names.some((name) => name === value['kind'] && importedKinds[name].isShape(value));
