import { useEffect, useEffectEvent, useId, useState, type ChangeEvent } from 'react';
import { ATTACHMENTS_PER_DECLARATION } from '#contract/limits.ts';
import { formatBytes } from '@/lib/bytes.ts';
import type { Upload, Uploads } from '@/offline/uploads.ts';
import { ActionButton } from '@/ui/ActionButton.tsx';
import { FormProblem } from '@/ui/FormProblem.tsx';
import { CheckCircleOutline, ClockCircleOutline, ExclamationCircleOutline, FileOutline, PictureOutline, UploadOutline } from '@/ui/icons.tsx';
import { ProgressLine } from '@/ui/ProgressLine.tsx';
import { ATTACHMENT_ACCEPT, attachmentName, refusalOf, untakenUploads } from './attachment-rules.ts';
import type { FormAttachment } from './declaration-form.ts';
import styles from './AttachmentsField.module.css';

export interface AttachmentsFieldProps {
  attachments: readonly FormAttachment[];
  /** On their way; those that arrived become `attachments`. */
  uploads: readonly Upload[];
  control: Pick<Uploads, 'add' | 'pause' | 'resume' | 'remove'>;
  onAdd: (attachment: FormAttachment) => void;
  onRemove: (attachment: FormAttachment) => void;
}

/** The files of a record: chosen, sent in pieces, taken away again. */
export function AttachmentsField({ attachments, uploads, control, onAdd, onRemove }: AttachmentsFieldProps) {
  const inputId = useId();
  const [problem, setProblem] = useState<string>();
  const pending = untakenUploads(uploads, attachments);
  const room = ATTACHMENTS_PER_DECLARATION - attachments.length - pending.length;

  const done = pending.filter(({ state }) => state === 'done');
  const take = useEffectEvent(() => {
    for (const { sha256, name, size, type } of done) onAdd({ sha256, name: attachmentName(name), size, type });
  });
  const doneIds = done.map(({ id }) => id).join();
  useEffect(() => take(), [doneIds]);

  const handleFiles = (event: ChangeEvent<HTMLInputElement>): void => {
    const chosen = [...(event.target.files ?? [])];
    // So that the same file, put right, can be chosen again.
    event.target.value = '';
    const refusals = chosen.map(refusalOf);
    const right = chosen.filter((_, index) => refusals[index] === undefined);
    const found = refusals.filter((refusal) => refusal !== undefined);
    if (right.length > room) found.push(`最多 ${ATTACHMENTS_PER_DECLARATION} 个附件，其余的没有添加`);
    setProblem(found.length === 0 ? undefined : found.join('；'));
    void control.add(right.slice(0, Math.max(0, room)));
  };

  return (
    <section className={styles['field']} aria-label="附件">
      <div className={styles['head']}>
        <h2 className={styles['title']}>附件</h2>
        <span className={styles['note']}>
          {attachments.length}/{ATTACHMENTS_PER_DECLARATION}
        </span>
      </div>
      {(attachments.length > 0 || pending.length > 0) && (
        <ul className={styles['list']}>
          {attachments.map((attachment) => (
            <li key={attachment.sha256} className={styles['row']}>
              <FileIcon type={attachment.type} />
              <div className={styles['words']}>
                <p className={styles['name']}>{attachment.name}</p>
                <p className={styles['done']}>
                  <CheckCircleOutline aria-hidden />
                  {formatBytes(attachment.size)} 已上传
                </p>
              </div>
              <ActionButton tone="text" size="small" label={`移除 ${attachment.name}`} onClick={() => onRemove(attachment)}>
                移除
              </ActionButton>
            </li>
          ))}
          {pending.map((upload) => (
            <UploadRow key={upload.id} upload={upload} control={control} />
          ))}
        </ul>
      )}
      <input id={inputId} className={styles['input']} type="file" multiple accept={ATTACHMENT_ACCEPT} disabled={room <= 0} onChange={handleFiles} />
      <label className={styles['pick']} htmlFor={inputId}>
        <UploadOutline aria-hidden />
        添加附件
      </label>
      <p className={styles['note']}>PDF、JPG、PNG、WebP，单个不超过 20 MB。网络中断后会接着传，不必重来。</p>
      <FormProblem>{problem}</FormProblem>
    </section>
  );
}

const FileIcon = ({ type }: { type: string }) =>
  type.startsWith('image/') ? <PictureOutline className={styles['icon']} aria-hidden /> : <FileOutline className={styles['icon']} aria-hidden />;

function UploadRow({ upload, control }: { upload: Upload; control: AttachmentsFieldProps['control'] }) {
  const { id, name, size, sent, state, problem, type, isKept } = upload;
  const isMoving = state === 'waiting' || state === 'sending' || state === 'interrupted';
  const canResume = state === 'paused' || state === 'failed';
  const hasFailed = state === 'failed' || state === 'refused';
  const removal = state === 'refused' ? '移除' : '取消';
  return (
    <li className={styles['row']} data-state={state}>
      <FileIcon type={type} />
      <div className={styles['words']}>
        <p className={styles['name']}>{name}</p>
        <ProgressLine value={sent} max={size} label={`${name} 上传进度`} />
        <p className={hasFailed ? styles['failed'] : styles['state']}>
          {hasFailed ? <ExclamationCircleOutline aria-hidden /> : <ClockCircleOutline aria-hidden />}
          <span>
            {problem ?? stateWords[state]} {!hasFailed && `${formatBytes(sent)} / ${formatBytes(size)}`}
            {!isKept && !hasFailed && '，上传完成前请不要关闭页面'}
          </span>
        </p>
      </div>
      <div className={styles['actions']}>
        {isMoving ? (
          <ActionButton tone="text" size="small" label={`暂停 ${name}`} onClick={() => control.pause(id)}>
            暂停
          </ActionButton>
        ) : (
          canResume && (
            <ActionButton tone="text" size="small" label={`继续 ${name}`} onClick={() => control.resume(id)}>
              {state === 'failed' ? '重试' : '继续'}
            </ActionButton>
          )
        )}
        <ActionButton tone="text" size="small" label={`${removal} ${name}`} onClick={() => control.remove(id)}>
          {removal}
        </ActionButton>
      </div>
    </li>
  );
}

const stateWords: Record<Upload['state'], string> = {
  waiting: '等待上传',
  sending: '正在上传',
  interrupted: '网络中断，恢复后自动继续',
  paused: '已暂停',
  failed: '上传失败',
  refused: '不能上传',
  done: '正在完成',
};
