import { useState } from 'react';
import { REMINDER_NOTE_MAX } from '#contract/limits.ts';
import type { DeptTask } from '#contract/task.ts';
import { formatTime } from '@/lib/dates.ts';
import { newId } from '@/lib/new-id.ts';
import { toggled } from '@/lib/toggled.ts';
import { useFormDraft } from '@/offline/forms/useFormDraft.ts';
import { useKeptDraft } from '@/offline/forms/useKeptDraft.ts';
import { FormSheet } from '@/parts/forms/FormSheet.tsx';
import { useRemindTask, useTaskDeptList } from '@/queries/work/task-queries.ts';
import { Checkbox } from '@/ui/controls/Checkbox.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { NotLoaded } from '@/ui/lists/Loaded.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import styles from './RemindSheet.module.css';

interface RemindSheetProps {
  taskId: string;
  onClose: () => void;
}

const formOf = (taskId: string): string => `remind:${taskId}`;

/** 催办: the departments that have not submitted a task, all of them chosen, are reminded in one tap. */
export function RemindSheet({ taskId, onClose }: RemindSheetProps) {
  const draft = useKeptDraft<string>(formOf(taskId));
  return draft === undefined ? null : <OpenSheet taskId={taskId} kept={draft?.data} onClose={onClose} />;
}

function OpenSheet({ taskId, kept, onClose }: RemindSheetProps & { kept: string | undefined }) {
  const list = useTaskDeptList(taskId);
  const remind = useRemindTask();
  const [id, setId] = useState(newId);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [note, setNote] = useState(kept ?? '');
  const open = (list.data ?? []).filter(({ submittedAt }) => submittedAt === null);
  const chosen = open.filter(({ deptId }) => !left.has(deptId));
  const hasInput = note.trim() !== '';
  const draft = useFormDraft(formOf(taskId), note, hasInput);

  const handleSave = async (): Promise<string | undefined> => {
    if (note.trim().length > REMINDER_NOTE_MAX) return undefined;
    await remind.mutateAsync({ id, taskId, deptIds: chosen.map(({ deptId }) => deptId), note: note.trim() });
    return `已催办 ${chosen.length} 个科室`;
  };
  /** Another choice or another word is another reminder, also where the answer to the first was lost. */
  const change = (apply: () => void): void => {
    setId(newId());
    apply();
  };
  const toggle = (deptId: string): void => change(() => setLeft(toggled(left, deptId)));

  return (
    <FormSheet
      title="催办未提交的科室"
      hasInput={hasInput}
      draft={draft}
      restored={kept === undefined || open.length === 0 ? undefined : { deed: '催办', onDiscard: () => change(() => setNote('')) }}
      saveLabel={`催办 ${chosen.length} 个科室`}
      canSave={chosen.length > 0}
      onSave={handleSave}
      onClose={onClose}
    >
      {list.data === undefined ? (
        <NotLoaded of={list} rows={3} />
      ) : open.length === 0 ? (
        <NoData hint="所有科室都已提交，不需要催办" />
      ) : (
        <>
          <p className={styles['hint']}>科室会收到通知，点开就是这个任务。</p>
          <ul>
            {open.map((dept) => (
              <li key={dept.deptId} className={styles['dept']}>
                <Checkbox label={dept.deptName} isChecked={!left.has(dept.deptId)} onChange={() => toggle(dept.deptId)}>
                  <small className={styles['hint']}> {standOf(dept)}</small>
                </Checkbox>
              </li>
            ))}
          </ul>
          <TextField label="附言" value={note} onChange={(text) => change(() => setNote(text))} hint="选填，写在通知的最后" rows={2} maxLength={REMINDER_NOTE_MAX} />
        </>
      )}
    </FormSheet>
  );
}

/** How far a department is, and when it was reminded. */
const standOf = ({ answeredCount, pointCount, remindedAt, remindCount = 0 }: DeptTask): string =>
  [`已查 ${answeredCount}/${pointCount}`, remindedAt != null && `${formatTime(remindedAt)} 已催办${remindCount > 1 ? ` ${remindCount} 次` : ''}`].filter(Boolean).join(' · ');
