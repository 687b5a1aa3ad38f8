import { useState } from 'react';
import type { ComparedLateWork } from '#contract/late-work.ts';
import { RETURN_REASON_MAX } from '#contract/limits.ts';
import { type LateWorkFilter, useDecideLateWork, useLateWork } from '@/queries/work/late-work-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { notify } from '@/ui/basics/notify.ts';
import letters from '@/ui/basics/letters.module.css';
import { LoadFailed } from '@/ui/lists/LoadFailed.tsx';
import { Pagination } from '@/ui/lists/Pagination.tsx';
import { SelectionBar } from '@/ui/lists/SelectionBar.tsx';
import { LateWorkItem } from './LateWorkItem.tsx';
import { confirmDialog, type ConfirmOptions } from '@/ui/sheets/confirm-dialog.tsx';
import { TextSheet } from '@/parts/forms/TextSheet.tsx';
import styles from './LateWorkList.module.css';

/** At first; no page is longer than what is decided at once. What waits comes first. */
export const LATE_LIST = { pageNum: 1, pageSize: 50 };

/** What it is, and what a decision makes of it. */
export const LATE_NOTE =
  '任务取消、科室提交、自纠确认或人员调离之后才送达的内容。采纳后成为现在的结果，原来的留在历史里；任务已取消或自纠已确认的，只留作记录；自纠已随退回、撤回消失的也是，除非科室再次提交后同一要点又有自纠。';

interface LateWorkListProps {
  filter: Pick<LateWorkFilter, 'taskId' | 'deptId'>;
  /** Names task and department of each, where they differ. */
  isAcrossTasks?: boolean;
}

/** Late work beside what holds now, decided one by one or several at once; nothing where there is none. */
export function LateWorkList({ filter, isAcrossTasks = false }: LateWorkListProps) {
  const [page, setPage] = useState(LATE_LIST);
  const { data, error, isError, refetch } = useLateWork({ ...filter, ...page });
  const decide = useDecideLateWork();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [person, setPerson] = useState('');
  const [rejected, setRejected] = useState<readonly ComparedLateWork[]>([]);
  /** Why one could not be accepted, by its id. */
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());
  if (data === undefined) return isError ? <LoadFailed error={error} onRetry={() => refetch()} /> : null;
  if (data.total === 0) return null;

  const people = [...new Set(data.records.map((late) => late.enteredByName))];
  // Who was filtered by may have nothing left here.
  const wanted = people.includes(person) ? person : '';
  const shown = data.records.filter((late) => wanted === '' || late.enteredByName === wanted);
  const waiting = shown.filter((late) => late.status === 'waiting');
  const chosen = waiting.filter((late) => selected.has(late.id));

  /** @returns how many were decided so, and what is to be said of the others */
  const handleDecide = async (decision: 'accepted' | 'rejected', works: readonly ComparedLateWork[], reason = ''): Promise<{ count: number; left: string }> => {
    const { data: answer } = await decide.mutateAsync({
      ids: works.map((late) => late.id),
      revisions: works.map((late) => late.current?.revision ?? 0),
      decision,
      reason,
    });
    const refused = new Map(answer.outcomes.flatMap(({ id, outcome, reason: why = '' }) => (outcome === 'refused' ? [[id, why] as const] : [])));
    setRefusals(refused);
    setSelected(new Set(refused.keys()));
    // One that somebody else has decided on stands at the end of the list by now.
    const reasons = [...new Set(refused.values())].join('；');
    return { count: works.length - refused.size, left: works.length === 1 || refused.size === 0 ? reasons : `${refused.size} 项未能处理：${reasons}` };
  };
  const handleAccept = async (works: readonly ComparedLateWork[]): Promise<void> => {
    if (!(await confirmDialog(questionOf(works)))) return;
    // The mutation cache shows why it failed.
    const outcome = await handleDecide('accepted', works).catch(() => undefined);
    if (outcome === undefined) return;
    const { count, left } = outcome;
    if (left !== '') return notify(left, 'warning');
    const kept = works.filter(isRecordOnly).length;
    const rest = kept === 0 ? '' : kept === count ? '，仅留作记录' : `，其中 ${kept} 项仅留作记录`;
    notify(`${count > 1 ? `已采纳 ${count} 项` : '已采纳'}${rest}`, 'success');
  };
  const handleReject = async (reason: string): Promise<string> => {
    const { count, left } = await handleDecide('rejected', rejected, reason);
    if (left === '') return '未采纳，填写人会看到原因';
    if (count > 0) return `${count} 项未采纳，${left}`;
    throw new Error(left);
  };
  const select = (id: string, isSelected: boolean): void => {
    const next = new Set(selected);
    if (isSelected) next.add(id);
    else next.delete(id);
    setSelected(next);
  };

  return (
    <section className={styles['section']} aria-label="迟到的填写">
      {/* Where it is all there is, the view says so at its head. */}
      {!isAcrossTasks && (
        <>
          <h2>迟到的填写</h2>
          <p className={letters['quiet']}>{LATE_NOTE}</p>
        </>
      )}
      {people.length > 1 && (
        <div className={styles['people']} role="group" aria-label="按填写人筛选" data-off-paper>
          {['', ...people].map((name) => (
            <button key={name} type="button" aria-pressed={wanted === name} onClick={() => setPerson(name)}>
              {name === '' ? '全部填写人' : name}
            </button>
          ))}
        </div>
      )}
      {waiting.length > 1 && (
        <SelectionBar
          words={`已选 ${chosen.length}/${waiting.length} 项`}
          isEmpty={chosen.length === 0}
          onSelectPage={() => setSelected(new Set(waiting.map((late) => late.id)))}
          onClear={() => setSelected(new Set())}
        >
          <ActionButton size="small" onClick={() => setRejected(chosen)}>
            不采纳
          </ActionButton>
          <ActionButton size="small" tone="primary" onClick={() => handleAccept(chosen)}>
            采纳
          </ActionButton>
        </SelectionBar>
      )}
      <ul>
        {shown.map((late) => (
          <LateWorkItem
            key={late.id}
            late={late}
            hasPlace={isAcrossTasks}
            refusal={refusals.get(late.id)}
            selection={waiting.length > 1 && late.status === 'waiting' ? { isSelected: selected.has(late.id), onSelect: (isSelected) => select(late.id, isSelected) } : undefined}
            onAccept={() => handleAccept([late])}
            onReject={() => setRejected([late])}
          />
        ))}
      </ul>
      {data.total > LATE_LIST.pageSize && (
        <Pagination
          {...page}
          total={data.total}
          onChange={(next) => {
            setPage(next);
            setSelected(new Set());
            setPerson('');
          }}
        />
      )}
      <TextSheet
        form={rejected.length > 0 ? `late-work:${rejected.map(({ id }) => id).join()}` : undefined}
        title={rejected.length > 1 ? `不采纳 ${rejected.length} 项` : '不采纳'}
        label="不采纳的原因"
        rows={2}
        maxLength={RETURN_REASON_MAX}
        backLabel="返回"
        confirmLabel="确认不采纳"
        tone="danger"
        onConfirm={handleReject}
        onClose={() => setRejected([])}
      >
        {rejected.length > 1 ? '这些填写' : '这项填写'}仍留作记录，{[...new Set(rejected.map((late) => late.enteredByName))].join('、')}会看到原因。
      </TextSheet>
    </section>
  );
}

const isRecordOnly = (late: ComparedLateWork): boolean => late.recordOnly !== '';

/** What accepting changes, before it is done: it cannot be taken back. */
function questionOf(works: readonly ComparedLateWork[]): ConfirmOptions {
  const people = [...new Set(works.map((late) => late.enteredByName))].join('、');
  const what = works.length === 1 ? '这项填写' : `这 ${works.length} 项填写`;
  const made = works.filter((late) => !isRecordOnly(late));
  const kept = works.length - made.length;
  const replaced = made.filter((late) => late.current !== null).length;
  const added = made.filter((late) => late.kind === 'answer' && late.isAddedProblem).length;
  const effect =
    made.length === 0
      ? '仅留作记录，现在的结果不变。'
      : `${kept > 0 ? `${kept} 项仅留作记录，其余 ${made.length} 项` : ''}${replaced > 0 ? `采纳后替换现在的 ${replaced} 项结果，原来的留在历史里。` : '采纳后成为现在的结果。'}${
          added > 0 ? `${added} 项不合格将列入科室的自纠（没有自纠的会开启），评分随之改变。` : ''
        }${made.length > 1 ? '同一要点有几项的，最后一项成为结果。' : ''}采纳后不能撤销。`;
  return { title: '采纳迟到的填写', content: `${people}的${what}。${effect}`, confirmText: '采纳' };
}
