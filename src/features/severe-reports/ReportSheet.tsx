import { useId, useState } from 'react';
import { ATTACHMENT_MAX_BYTES, SEVERE_TEXT_MAX } from '#contract/limits.ts';
import { plainName } from '#contract/rules.ts';
import type { SevereReport } from '#contract/severe-report.ts';
import { today } from '@/lib/dates.ts';
import { useUploads } from '@/offline/files/useUploads.ts';
import { useReportSevere } from '@/queries/severe-report-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { UploadOutline } from '@/ui/basics/icons.tsx';
import { notify } from '@/ui/basics/notify.ts';
import { DateField, dayRule } from '@/ui/controls/DateField.tsx';
import { FormProblem } from '@/ui/controls/FormProblem.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { useFields } from '@/ui/controls/useFields.ts';
import { useFormProblem } from '@/ui/controls/useFormProblem.ts';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { useDismiss } from '@/ui/sheets/useDismiss.ts';
import styles from './SevereReportsPage.module.css';

interface HeldFile {
  sha256: string;
  name: string;
}

/** To whom a severe problem was reported, when, under which number, with the papers. */
export function ReportSheet({ report, onClose }: { report: SevereReport; onClose: () => void }) {
  const send = useReportSevere();
  const [problem, setProblem] = useFormProblem();
  const { uploads, ...control } = useUploads(`severe-report:${report.id}`);
  const [held, setHeld] = useState<readonly HeldFile[]>(report.files);
  const inputId = useId();
  const fields = useFields(
    {
      reportedTo: { isRequired: true, rule: plainName, maxLength: SEVERE_TEXT_MAX },
      reportedOn: { isRequired: true, rule: dayRule, check: (day) => (day > today() ? '报告日期不能晚于今天' : undefined) },
      reportNumber: { maxLength: SEVERE_TEXT_MAX },
      note: { maxLength: SEVERE_TEXT_MAX },
    },
    { reportedTo: report.reportedTo, reportedOn: report.reportedOn ?? today(), reportNumber: report.reportNumber, note: report.note },
  );
  const isDirty = fields.isDirty || uploads.length > 0 || held.length !== report.files.length;
  const dismiss = useDismiss(isDirty, onClose);

  const handleFiles = async (input: HTMLInputElement): Promise<void> => {
    const chosen = [...(input.files ?? [])];
    input.value = '';
    for (const file of chosen) {
      if (file.size > ATTACHMENT_MAX_BYTES) notify(`“${file.name}”超过 20 MB，请压缩或拆分后再添加`, 'warning');
      else await control.add(file, (sha256) => held.find((one) => one.sha256 === sha256)?.name);
    }
  };
  const handleSend = async (): Promise<void> => {
    setProblem(undefined);
    if (!fields.checkAll()) return;
    if (uploads.some(({ state }) => state !== 'done')) return setProblem('还有附件没有传完，请等待传完，或先移除');
    const { reportedTo, reportedOn, reportNumber, note } = fields.values;
    const added = uploads.map(({ sha256, name }) => ({ sha256, name })).filter(({ sha256 }) => held.every((one) => one.sha256 !== sha256));
    try {
      await send.mutateAsync({ id: report.id, reportedTo, reportedOn, reportNumber, note, files: [...held.map(({ sha256, name }) => ({ sha256, name })), ...added] });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '保存失败，请重试');
      return;
    }
    await Promise.all(uploads.map(({ id }) => control.remove(id)));
    notify('报告情况已登记', 'success');
    onClose();
  };

  return (
    <Sheet
      isOpen
      title="登记报告情况"
      onClose={() => void dismiss()}
      footer={
        <>
          <ActionButton onClick={dismiss}>取消</ActionButton>
          <ActionButton tone="primary" onClick={handleSend}>
            保存
          </ActionButton>
        </>
      }
    >
      <div className={styles['content']}>
        <p>★ {report.content}</p>
        <TextField label="报告给" {...fields.bind('reportedTo')} placeholder="如 示例市卫生健康委员会" />
        <DateField label="报告日期" {...fields.bind('reportedOn')} max={today()} />
        <TextField label="文号" {...fields.bind('reportNumber')} hint="选填" />
        <TextField label="备注" {...fields.bind('note')} rows={3} hint="选填" />
        {(held.length > 0 || uploads.length > 0) && (
          <ul className={styles['files']} aria-label="附件">
            {held.map((file) => (
              <FileRow key={file.sha256} name={file.name} words="已上传" onRemove={() => setHeld(held.filter(({ sha256 }) => sha256 !== file.sha256))} />
            ))}
            {uploads.map((upload) => (
              <FileRow key={upload.id} name={upload.name} words={upload.problem ?? (upload.state === 'done' ? '已上传' : '上传中')} onRemove={() => void control.remove(upload.id)} />
            ))}
          </ul>
        )}
        <div>
          <input
            id={inputId}
            className={styles['input']}
            type="file"
            multiple
            accept=".pdf,.jpg,.jpeg,.png,.webp,application/pdf,image/jpeg,image/png,image/webp"
            onChange={(event) => void handleFiles(event.target)}
          />
          <label className={styles['pick']} htmlFor={inputId}>
            <UploadOutline aria-hidden />
            添加附件
          </label>
          <p className={styles['facts']}>报告文书、回执等，PDF 或图片，单个不超过 20 MB。</p>
        </div>
        <FormProblem>{problem}</FormProblem>
      </div>
    </Sheet>
  );
}

const FileRow = ({ name, words, onRemove }: { name: string; words: string; onRemove: () => void }) => (
  <li className={styles['head']}>
    <span>{name}</span>
    <span className={styles['facts']}>{words}</span>
    <ActionButton tone="text" size="small" label={`移除 ${name}`} onClick={onRemove}>
      移除
    </ActionButton>
  </li>
);
