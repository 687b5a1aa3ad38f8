import { useState } from 'react';
import { SEVERE_TEXT_MAX } from '#contract/limits.ts';
import { plainName } from '#contract/rules.ts';
import type { SevereReport } from '#contract/severe-report.ts';
import { today } from '@/lib/dates.ts';
import { useUploads } from '@/offline/files/useUploads.ts';
import { AttachmentsField } from '@/parts/forms/AttachmentsField.tsx';
import { type FormAttachment, untakenProblem, untakenUploads } from '@/parts/forms/attachment-rules.ts';
import { FormSheet } from '@/parts/forms/FormSheet.tsx';
import { useReportSevere } from '@/queries/severe-report-queries.ts';
import { DateField, dayRule } from '@/ui/controls/DateField.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { useFields } from '@/ui/controls/useFields.ts';

/** To whom a severe problem was reported, when, under which number, with the papers. */
export function ReportSheet({ report, onClose }: { report: SevereReport; onClose: () => void }) {
  const send = useReportSevere();
  const { uploads, ...control } = useUploads(`severe-report:${report.id}`);
  const [files, setFiles] = useState<readonly FormAttachment[]>(report.files);
  const fields = useFields(
    {
      reportedTo: { isRequired: true, rule: plainName, maxLength: SEVERE_TEXT_MAX },
      reportedOn: { isRequired: true, rule: dayRule, check: (day) => (day > today() ? '报告日期不能晚于今天' : undefined) },
      reportNumber: { maxLength: SEVERE_TEXT_MAX },
      note: { maxLength: SEVERE_TEXT_MAX },
    },
    { reportedTo: report.reportedTo, reportedOn: report.reportedOn ?? today(), reportNumber: report.reportNumber, note: report.note },
  );
  const isDirty = fields.isDirty || uploads.length > 0 || files !== report.files;

  const handleRemove = ({ sha256 }: FormAttachment): void => {
    setFiles((before) => before.filter((file) => file.sha256 !== sha256));
    for (const upload of control.list()) if (upload.sha256 === sha256) void control.remove(upload.id);
  };
  const handleSave = async (): Promise<string | undefined> => {
    if (!fields.checkAll()) return undefined;
    const untaken = untakenProblem(untakenUploads(uploads, files));
    if (untaken !== undefined) throw new Error(untaken);
    const { reportedTo, reportedOn, reportNumber, note } = fields.values;
    await send.mutateAsync({ id: report.id, reportedTo, reportedOn, reportNumber, note, files: files.map(({ sha256, name }) => ({ sha256, name })) });
    await Promise.all(uploads.map(({ id }) => control.remove(id)));
    return '报告情况已登记';
  };

  return (
    <FormSheet title="登记报告情况" hasInput={isDirty} fields={fields} onSave={handleSave} onClose={onClose}>
      <p>★ {report.content}</p>
      <TextField label="报告给" {...fields.bind('reportedTo')} placeholder="如 示例市卫生健康委员会" />
      <DateField label="报告日期" {...fields.bind('reportedOn')} max={today()} />
      <TextField label="文号" {...fields.bind('reportNumber')} hint="选填" />
      <TextField label="备注" {...fields.bind('note')} rows={3} hint="选填" />
      <AttachmentsField
        attachments={files}
        uploads={uploads}
        control={control}
        onAdd={(file) => setFiles((before) => [...before.filter(({ sha256 }) => sha256 !== file.sha256), file])}
        onRemove={handleRemove}
      />
    </FormSheet>
  );
}
