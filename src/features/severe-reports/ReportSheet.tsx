import { useState } from 'react';
import { SEVERE_TEXT_MAX } from '#contract/limits.ts';
import { plainName } from '#contract/rules.ts';
import type { SevereReport } from '#contract/severe-report.ts';
import { today } from '@/lib/dates.ts';
import { useUploads } from '@/offline/files/useUploads.ts';
import { useFormDraft } from '@/offline/forms/useFormDraft.ts';
import { useKeptDraft } from '@/offline/forms/useKeptDraft.ts';
import { AttachmentsField } from '@/parts/forms/AttachmentsField.tsx';
import { type FormAttachment, untakenProblem, untakenUploads } from '@/parts/forms/attachment-rules.ts';
import { FormSheet } from '@/parts/forms/FormSheet.tsx';
import { fieldErrorsOf } from '@/queries/client/field-errors.ts';
import { useOverwriting } from '@/queries/client/useOverwriting.ts';
import { readSevereReport, useReportSevere } from '@/queries/severe-report-queries.ts';
import { DateField, dayRule } from '@/ui/controls/DateField.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { useFields } from '@/ui/controls/useFields.ts';

const toRead = ({ reportedTo, reportedOn, reportNumber, note, files }: SevereReport) => ({ reportedTo, reportedOn, reportNumber, note, files: files.map(({ sha256 }) => sha256) });

/** As it is kept on this phone. */
interface ReportInput {
  words: Partial<Record<'reportedTo' | 'reportedOn' | 'reportNumber' | 'note', string>>;
  /** Undefined as long as none was added or taken away. */
  files: readonly FormAttachment[] | undefined;
  /** What it is a change of. */
  read: ReturnType<typeof toRead>;
}

const formOf = (report: SevereReport): string => `severe-report:${report.id}`;

interface ReportSheetProps {
  report: SevereReport;
  onClose: () => void;
}

/** To whom a severe problem was reported, when, under which number, with the papers. */
export function ReportSheet(props: ReportSheetProps) {
  const draft = useKeptDraft<ReportInput>(formOf(props.report));
  return draft === undefined ? null : <ReportForm {...props} kept={draft?.data} />;
}

const toValues = ({ reportedTo, reportedOn, reportNumber, note }: SevereReport) => ({ reportedTo, reportedOn: reportedOn ?? today(), reportNumber, note });

function ReportForm({ report: opened, kept, onClose }: ReportSheetProps & { kept: ReportInput | undefined }) {
  const send = useReportSevere();
  /** As it was read last: somebody else may have changed it while the sheet is open. */
  const [report, setReport] = useState(opened);
  const [read, setRead] = useState(() => kept?.read ?? toRead(report));
  const { uploads, ...control } = useUploads(formOf(report));
  const [changedFiles, setChangedFiles] = useState(kept?.files);
  const files = changedFiles ?? report.files;
  const start = toValues(report);
  const fields = useFields(
    {
      reportedTo: { isRequired: true, rule: plainName, maxLength: SEVERE_TEXT_MAX },
      reportedOn: { isRequired: true, rule: dayRule, check: (day) => (day > today() ? '报告日期不能晚于今天' : undefined) },
      reportNumber: { maxLength: SEVERE_TEXT_MAX },
      note: { maxLength: SEVERE_TEXT_MAX },
    },
    start,
    { ...start, ...kept?.words },
  );
  const overwrite = useOverwriting(read, async () => {
    const now = await readSevereReport(report.id);
    if (now === undefined) return undefined;
    // What was sent without a change was meant too.
    fields.rebase(toValues(now), report.status === 'waiting' ? ['reportedTo', 'reportedOn'] : []);
    setReport(now);
    setRead(toRead(now));
    return toRead(now);
  });
  const isDirty = fields.isDirty || uploads.length > 0 || changedFiles !== undefined;
  const draft = useFormDraft<ReportInput>(formOf(report), { words: fields.onlyChanged(fields.values), files: changedFiles, read }, isDirty);

  const removeUploads = (): Promise<unknown> => Promise.all(control.list().map(({ id }) => control.remove(id)));
  const changeFiles = (change: (before: readonly FormAttachment[]) => readonly FormAttachment[]): void => setChangedFiles((before) => change(before ?? report.files));
  const handleRemove = ({ sha256 }: FormAttachment): void => {
    changeFiles((before) => before.filter((file) => file.sha256 !== sha256));
    for (const upload of control.list()) if (upload.sha256 === sha256) void control.remove(upload.id);
  };
  const handleDiscard = async (): Promise<void> => {
    // First: what arrived would be taken for an attachment again.
    await removeUploads();
    setChangedFiles(undefined);
    fields.reset();
  };
  const handleSave = async (): Promise<string | undefined> => {
    if (!fields.checkAll()) return undefined;
    const untaken = untakenProblem(untakenUploads(uploads, files));
    if (untaken !== undefined) throw new Error(untaken);
    const { reportedTo, reportedOn } = fields.values;
    const changes = {
      ...fields.onlyChanged(fields.values),
      // The first time they are asked for, also where nobody had to change the day.
      ...(report.status === 'waiting' && { reportedTo, reportedOn }),
      ...(changedFiles && { files: changedFiles.map(({ sha256, name }) => ({ sha256, name })) }),
    };
    try {
      await overwrite((began) => send.mutateAsync({ id: report.id, ...changes, ...began }));
    } catch (error) {
      // The server forgets after a day what no record has.
      if (fieldErrorsOf(error).some(({ field }) => field === 'files')) control.sendAgain();
      throw error;
    }
    return '报告情况已登记';
  };

  return (
    <FormSheet
      title="登记报告情况"
      hasInput={isDirty}
      fields={fields}
      draft={{
        problem: draft.problem,
        forget: async () => {
          await draft.forget();
          await removeUploads();
        },
      }}
      restored={kept === undefined ? undefined : { deed: '保存', onDiscard: () => void handleDiscard() }}
      onSave={handleSave}
      onClose={onClose}
    >
      <p>★ {report.content}</p>
      <TextField label="报告给" {...fields.bind('reportedTo')} placeholder="如 示例市卫生健康委员会" />
      <DateField label="报告日期" {...fields.bind('reportedOn')} max={today()} />
      <TextField label="文号" {...fields.bind('reportNumber')} hint="选填" />
      <TextField label="备注" {...fields.bind('note')} rows={3} hint="选填" />
      <AttachmentsField
        attachments={files}
        uploads={uploads}
        control={control}
        onAdd={(file) => changeFiles((before) => [...before.filter(({ sha256 }) => sha256 !== file.sha256), file])}
        onRemove={handleRemove}
      />
    </FormSheet>
  );
}
