import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ATTACHMENTS_PER_DECLARATION } from '#contract/limits.ts';
import { formatBytes } from '@/lib/files/bytes.ts';
import type { Upload, Uploads } from '@/offline/files/uploads.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { FileButton } from '@/ui/basics/FileButton.tsx';
import { CheckCircleOutline, ClockCircleOutline, ExclamationCircleOutline, FileOutline, PictureOutline } from '@/ui/basics/icons.tsx';
import { Notice } from '@/ui/basics/Notice.tsx';
import { ProgressLine } from '@/ui/basics/ProgressLine.tsx';
import stack from '@/ui/basics/stack.module.css';
import letters from '@/ui/basics/letters.module.css';
import { ATTACHMENT_ACCEPT, attachmentName, doubleNotice, type FormAttachment, refusalOf, untakenUploads } from './attachment-rules.ts';
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
  const [notAdded, setNotAdded] = useState<readonly string[]>([]);
  const notice = useRef<HTMLDivElement>(null);
  const pending = untakenUploads(uploads, attachments);
  const room = ATTACHMENTS_PER_DECLARATION - attachments.length - pending.length;

  const done = pending.filter(({ state }) => state === 'done');
  const take = useEffectEvent(() => {
    for (const { sha256, name, size, type } of done) onAdd({ sha256, name: attachmentName(name), size, type });
  });
  const doneIds = done.map(({ id }) => id).join();
  useEffect(() => take(), [doneIds]);

  // Both change while chosen files are read one after the other.
  const latest = useRef({ attachments, room });
  useEffect(() => void (latest.current = { attachments, room }));
  const nameOf = (sha256: string): string | undefined => latest.current.attachments.find((attachment) => attachment.sha256 === sha256)?.name;
  const handleFiles = async (chosen: readonly File[]): Promise<void> => {
    setNotAdded([]);
    const refusals: string[] = [];
    let isLeftOver = false;
    for (const file of chosen) {
      const refusal = refusalOf(file);
      if (refusal !== undefined) {
        refusals.push(refusal);
      } else if (latest.current.room <= 0) {
        isLeftOver = true;
      } else {
        const other = await control.add(file, nameOf);
        if (other !== undefined) refusals.push(doubleNotice(file.name, other));
      }
    }
    if (isLeftOver) refusals.push(`最多 ${ATTACHMENTS_PER_DECLARATION} 个附件，其余的没有添加`);
    if (refusals.length === 0) return;
    flushSync(() => setNotAdded((before) => [...before, ...refusals]));
    // The rows of all that was added are drawn above it, and may have moved it below the screen.
    notice.current?.scrollIntoView({ block: 'nearest' });
  };

  return (
    <section className={stack['lines']} aria-label="附件">
      <div className={styles['head']}>
        <h2 className={styles['title']}>附件</h2>
        <span className={letters['small']}>
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
      <FileButton accept={ATTACHMENT_ACCEPT} look="area" isMultiple isDisabled={room <= 0} onChoose={handleFiles}>
        添加附件
      </FileButton>
      <p className={letters['small']}>PDF、JPG、PNG、WebP，单个不超过 20&nbsp;MB。网络中断后会接着传，不必重来。</p>
      {notAdded.length > 0 && (
        <div className={styles['notice']} ref={notice}>
          <Notice tone="warning" title="有文件没有添加">
            {notAdded.join('；')}
          </Notice>
        </div>
      )}
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
            {problem ?? stateWords[state]} {!hasFailed && `${formatBytes(sent)}\u00A0/\u00A0${formatBytes(size)}`}
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
