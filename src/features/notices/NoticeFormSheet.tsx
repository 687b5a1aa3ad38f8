import { useId, useMemo, useState } from 'react';
import type { Notice, NoticeDetail } from '#contract/notice.ts';
import { NOTICE_BODY_MAX, NOTICE_TITLE_MAX } from '#contract/limits.ts';
import { type NoticeAudience, noticeStatusLabel } from '#contract/notice-kind.ts';
import { isMissing } from '@/lib/is-missing.ts';
import { newId } from '@/lib/new-id.ts';
import { useFormDraft } from '@/offline/forms/useFormDraft.ts';
import { useKeptDraft } from '@/offline/forms/useKeptDraft.ts';
import { DepartmentPicker } from '@/parts/departments/DepartmentPicker.tsx';
import { FormSheet } from '@/parts/forms/FormSheet.tsx';
import { isConflict } from '@/queries/client/conflict.ts';
import { useFirstRead } from '@/queries/client/useFirstRead.ts';
import { useOpenDepartments } from '@/queries/department-queries.ts';
import { readNotice, useAddNotice, useChangeNotice, useNoticeDetail } from '@/queries/notice-management-queries.ts';
import letters from '@/ui/basics/letters.module.css';
import { TextField } from '@/ui/controls/TextField.tsx';
import { useFields } from '@/ui/controls/useFields.ts';
import { NotLoaded } from '@/ui/lists/Loaded.tsx';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { type NoticeInput, type NoticeRead, noticeForm } from './notice-draft.ts';
import { readersOf } from './notice-readers.ts';
import styles from './NoticeFormSheet.module.css';

const NO_DEPTS = '请选择科室';
const audiences: readonly { id: NoticeAudience; label: string }[] = [
  { id: 'all', label: '全院' },
  { id: 'depts', label: '指定科室' },
];

interface NoticeFormSheetProps {
  notice: Notice | undefined;
  onClose: () => void;
}

/** Writes a notice, or changes the given one once all its departments are known. */
export function NoticeFormSheet({ notice, onClose }: NoticeFormSheetProps) {
  return notice === undefined ? <KeptForm notice={undefined} onClose={onClose} /> : <ChangeSheet id={notice.id} onClose={onClose} />;
}

function ChangeSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const detail = useNoticeDetail(id);
  const first = useFirstRead(detail);
  if (first !== undefined) return <KeptForm notice={first} onClose={onClose} />;
  return (
    <Sheet isOpen title="编辑公告" onClose={onClose}>
      <NotLoaded of={detail} rows={2} />
    </Sheet>
  );
}

interface FormProps {
  notice: NoticeDetail | undefined;
  onClose: () => void;
}

function KeptForm(props: FormProps) {
  const draft = useKeptDraft<NoticeInput>(noticeForm(props.notice?.id));
  return draft === undefined ? null : <NoticeForm {...props} kept={draft?.data} />;
}

function NoticeForm({ notice: opened, kept, onClose }: FormProps & { kept: NoticeInput | undefined }) {
  /** As it was read last: somebody else may have saved it while the sheet is open. */
  const [notice, setNotice] = useState(opened);
  const [id, setId] = useState(() => kept?.id ?? notice?.id ?? newId());
  /** Deleted by somebody else: what was written can only become a new one. */
  const [isGone, setIsGone] = useState(false);
  const isNew = notice === undefined || isGone;
  const adding = useAddNotice();
  const changing = useChangeNotice();
  const departments = useOpenDepartments(notice?.deptIds);
  const start = notice === undefined ? NOTHING_READ : toRead(notice);
  const words = { title: start.title, body: start.body };
  const [{ audience, deptIds }, setReaders] = useState(kept?.readers ?? start);
  const [read, setRead] = useState<NoticeRead>(kept?.read ?? start);
  /** What somebody else has saved meanwhile, to be looked at. */
  const [replaced, setReplaced] = useState<NoticeDetail>();
  const form = useFields({ title: { maxLength: NOTICE_TITLE_MAX, isRequired: true }, body: { maxLength: NOTICE_BODY_MAX, isRequired: true } }, words, { ...words, ...kept?.words });
  // While it waits on this phone, a department may be deleted.
  const depts = useMemo(() => new Set(deptIds.filter((dept) => departments.data?.some((offered) => offered.id === dept) ?? true)), [deptIds, departments.data]);
  const areReadersChanged = audience !== start.audience || [...depts].sort().join() !== start.deptIds.join();
  const hasInput = form.isDirty || areReadersChanged;
  const draft = useFormDraft<NoticeInput>(noticeForm(notice?.id), { id, words: form.onlyChanged(form.values), read: notice && read, readers: areReadersChanged ? { audience, deptIds } : undefined }, hasInput);

  const handleDiscard = (): void => {
    // The server may have the notice that is thrown away here, and would take the next one for it.
    if (notice === undefined) setId(newId());
    setReaders(start);
    setRead(start);
    setReplaced(undefined);
    form.reset();
  };
  /** What was typed or chosen goes on top of what the server has now. */
  const meetConflict = async ({ id }: NoticeDetail): Promise<void> => {
    const current = await readNotice(id);
    const now = toRead(current);
    setNotice(current);
    if (!isSame(now, read)) setReplaced(current);
    setRead(now);
    if (!areReadersChanged) setReaders(now);
    form.rebase({ title: now.title, body: now.body });
  };
  const save = async (isPublished: 0 | 1): Promise<string | undefined> => {
    const isComplete = form.checkAll();
    if (audience === 'depts' && depts.size === 0) throw new Error(NO_DEPTS);
    if (!isComplete) return undefined;
    const sent = { title: form.values.title.trim(), body: form.values.body.trim() };
    // In one order, however they were chosen: the server knows a repeat by what it holds.
    const readers = { audience, deptIds: audience === 'depts' ? [...depts].sort() : [] };
    if (isNew) {
      await adding.mutateAsync({ id, ...sent, ...readers, isPublished });
      return isPublished === 1 ? '公告已发布' : '已存为草稿';
    }
    try {
      await changing.mutateAsync({ id, ...form.onlyChanged(sent), ...(areReadersChanged ? readers : {}), read });
    } catch (error) {
      if (isMissing(error)) {
        setIsGone(true);
        setId(newId());
        throw new Error('这条公告已被其他管理员删除。填写的内容还在，可以作为新公告发布，或存为草稿');
      }
      // Where it cannot be read now, the next save finds out again.
      if (isConflict(error)) await meetConflict(notice).catch(() => undefined);
      throw error;
    }
    return '公告已保存';
  };

  return (
    <FormSheet
      title={isNew ? '发布公告' : '编辑公告'}
      hasInput={hasInput}
      draft={draft}
      restored={kept === undefined ? undefined : { deed: '保存', onDiscard: handleDiscard }}
      fields={form}
      saveLabel={isNew ? '发布' : '保存'}
      explanation={
        replaced !== undefined && (
          <section className={styles['latest']} aria-label="最新的公告">
            <h3>最新内容</h3>
            <p>{replaced.title}</p>
            <p>{replaced.body}</p>
            <p>
              {noticeStatusLabel[replaced.status]}，发布范围：{readersOf(replaced)}
            </p>
            <p className={letters['quiet']}>再次保存时，以您填写的内容为准。</p>
          </section>
        )
      }
      onSave={() => save(1)}
      otherSave={isNew ? { label: '存为草稿', onSave: () => save(0) } : undefined}
      onClose={onClose}
    >
      <TextField label="标题" {...form.bind('title')} />
      <TextField label="内容" {...form.bind('body')} rows={6} />
      <AudienceChoice value={audience} onChange={(chosen) => setReaders({ audience: chosen, deptIds })} />
      {audience === 'depts' &&
        (departments.data ? (
          <DepartmentPicker departments={departments.data} selected={depts} onChange={(chosen) => setReaders({ audience, deptIds: [...chosen] })} />
        ) : (
          <NotLoaded of={departments} rows={2} />
        ))}
      {notice?.status === 'published' && <p className={letters['quiet']}>这条公告已经发布：保存后收件人看到新的内容，已读过的人不会再次收到提醒。需要提醒时，请先撤回再发布。</p>}
    </FormSheet>
  );
}

const NOTHING_READ: Required<NoticeRead> = { title: '', body: '', audience: 'all', deptIds: [], status: 'draft' };

/** Nobody writes one that is for administrators or for a person alone. */
const toRead = ({ title, body, audience, deptIds, status }: NoticeDetail): Required<NoticeRead> => ({
  title,
  body,
  audience: audience === 'all' ? 'all' : 'depts',
  deptIds: [...deptIds].sort(),
  status,
});

const isSame = (one: Required<NoticeRead>, { audience, deptIds, status, ...words }: NoticeRead): boolean =>
  one.title === words.title &&
  one.body === words.body &&
  (audience === undefined || (one.audience === audience && one.deptIds.join() === deptIds?.join())) &&
  (status === undefined || one.status === status);

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
