import { useId, useState } from 'react';
import type { Notice, NoticeDetail } from '#contract/notice.ts';
import { NOTICE_BODY_MAX, NOTICE_TITLE_MAX } from '#contract/limits.ts';
import type { NoticeAudience } from '#contract/notice-kind.ts';
import { newId } from '@/lib/new-id.ts';
import { useDepartmentOptions } from '@/queries/department-queries.ts';
import { useAddNotice, useChangeNotice, useNoticeDetail } from '@/queries/notice-queries.ts';
import { fieldErrorsOf } from '@/queries/session-queries.ts';
import { ActionButton } from '@/ui/ActionButton.tsx';
import { DepartmentPicker } from '@/ui/DepartmentPicker.tsx';
import { FormProblem } from '@/ui/FormProblem.tsx';
import { ListSkeleton } from '@/ui/ListSkeleton.tsx';
import { LoadFailed } from '@/ui/LoadFailed.tsx';
import { notify } from '@/ui/notify.ts';
import { Sheet } from '@/ui/Sheet.tsx';
import { TextField } from '@/ui/TextField.tsx';
import { useDismiss } from '@/ui/useDismiss.ts';
import { useFields } from '@/ui/useFields.ts';
import styles from './NoticeFormSheet.module.css';

const NO_DEPTS = '请选择科室';
const audiences: readonly { id: NoticeAudience; label: string }[] = [
  { id: 'all', label: '全院' },
  { id: 'depts', label: '指定科室' },
];

/** Writes a notice, or changes the given one once all its departments are known. */
export function NoticeFormSheet({ notice, onClose }: { notice: Notice | undefined; onClose: () => void }) {
  return notice === undefined ? <NoticeForm notice={undefined} onClose={onClose} /> : <ChangeSheet id={notice.id} onClose={onClose} />;
}

function ChangeSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const detail = useNoticeDetail(id);
  // What is being typed must not be replaced by what another look brings.
  const [first, setFirst] = useState<NoticeDetail>();
  if (first === undefined && detail.data !== undefined && !detail.isFetching) setFirst(detail.data);
  if (first !== undefined) return <NoticeForm notice={first} onClose={onClose} />;
  return (
    <Sheet isOpen title="编辑公告" onClose={onClose}>
      {detail.isError ? <LoadFailed error={detail.error} onRetry={() => detail.refetch()} /> : <ListSkeleton rows={2} />}
    </Sheet>
  );
}

function NoticeForm({ notice, onClose }: { notice: NoticeDetail | undefined; onClose: () => void }) {
  const [id] = useState(() => notice?.id ?? newId());
  const adding = useAddNotice();
  const changing = useChangeNotice();
  const departments = useDepartmentOptions();
  const [audience, setAudience] = useState<NoticeAudience>(notice?.audience ?? 'all');
  const [depts, setDepts] = useState<ReadonlySet<string>>(new Set(notice?.deptIds));
  const [problem, setProblem] = useState<string>();
  const form = useFields({ title: { maxLength: NOTICE_TITLE_MAX, isRequired: true }, body: { maxLength: NOTICE_BODY_MAX, isRequired: true } }, { title: notice?.title ?? '', body: notice?.body ?? '' });
  const areReadersChanged = audience !== (notice?.audience ?? 'all') || [...depts].toSorted().join() !== [...(notice?.deptIds ?? [])].toSorted().join();

  const close = useDismiss(form.isDirty || areReadersChanged, onClose);
  const save = async (isPublished: 0 | 1): Promise<void> => {
    const areReadersMissing = audience === 'depts' && depts.size === 0;
    setProblem(areReadersMissing ? NO_DEPTS : undefined);
    if (!form.checkAll() || areReadersMissing) return;
    const words = { title: form.values.title.trim(), body: form.values.body.trim() };
    const readers = { audience, deptIds: audience === 'depts' ? [...depts] : [] };
    try {
      if (notice === undefined) await adding.mutateAsync({ id, ...words, ...readers, isPublished });
      else await changing.mutateAsync({ id, ...form.onlyChanged(words), ...(areReadersChanged ? readers : {}) });
    } catch (error) {
      const others = form.setErrors(fieldErrorsOf(error));
      if (fieldErrorsOf(error).length === 0 || others.length > 0) setProblem(others[0] ?? (error instanceof Error ? error.message : '保存失败'));
      return;
    }
    notify(notice !== undefined ? '公告已保存' : isPublished === 1 ? '公告已发布' : '已存为草稿', 'success');
    onClose();
  };

  return (
    <Sheet
      isOpen
      title={notice === undefined ? '发布公告' : '编辑公告'}
      onClose={() => void close()}
      footer={
        notice === undefined ? (
          <>
            <ActionButton onClick={() => save(0)}>存为草稿</ActionButton>
            <ActionButton tone="primary" onClick={() => save(1)}>
              发布
            </ActionButton>
          </>
        ) : (
          <>
            <ActionButton onClick={close}>取消</ActionButton>
            <ActionButton tone="primary" onClick={() => save(1)}>
              保存
            </ActionButton>
          </>
        )
      }
    >
      <div className={styles['form']}>
        <TextField label="标题" {...form.bind('title')} />
        <TextField label="内容" {...form.bind('body')} rows={6} />
        <AudienceChoice value={audience} onChange={setAudience} />
        {audience === 'depts' &&
          (departments.data ? (
            <DepartmentPicker departments={departments.data} selected={depts} onChange={setDepts} />
          ) : departments.isError ? (
            <LoadFailed error={departments.error} onRetry={() => departments.refetch()} />
          ) : (
            <ListSkeleton rows={2} />
          ))}
        {notice?.status === 'published' && <p className={styles['note']}>这条公告已经发布：保存后收件人看到新的内容，已读过的人不会再次收到提醒。需要提醒时，请先撤回再发布。</p>}
        <FormProblem>{problem}</FormProblem>
      </div>
    </Sheet>
  );
}

function AudienceChoice({ value, onChange }: { value: NoticeAudience; onChange: (value: NoticeAudience) => void }) {
  const name = useId();
  return (
    <fieldset className={styles['audience']}>
      <legend>发布范围</legend>
      {audiences.map(({ id, label }) => (
        <label key={id} className={styles['choice']}>
          <input type="radio" name={name} checked={id === value} onChange={() => onChange(id)} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
