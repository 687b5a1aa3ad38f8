import { type ReactNode, useId, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { DepartmentOption } from '#contract/department.ts';
import { type DeptPointSwitch, OWN_LIST_POINTS_PER_TASK, OWN_LISTS_TOO_LONG } from '#contract/department-points.ts';
import { CORRECT_DAYS_MAX, DEPTS_PER_TASK, POINTS_PER_TASK, REMARK_MAX } from '#contract/limits.ts';
import { rules } from '#contract/rules.ts';
import { OVERALL } from '#contract/task-status.ts';
import { today } from '@/lib/dates.ts';
import { NEW_TASK } from '@/lib/form-names.ts';
import { newId } from '@/lib/new-id.ts';
import { paths } from '@/lib/paths.ts';
import { useFormDraft } from '@/offline/forms/useFormDraft.ts';
import { useKeptDraft } from '@/offline/forms/useKeptDraft.ts';
import { DepartmentPicker } from '@/parts/departments/DepartmentPicker.tsx';
import { isConflict } from '@/queries/client/conflict.ts';
import { isAnswerLost, whyNotDone } from '@/queries/client/lost-answer.ts';
import { useDeptPointSwitches } from '@/queries/department-queries.ts';
import { useCheckItemTree, useEnabledPoints } from '@/queries/laws/check-point-queries.ts';
import { useIssueTask, useTaskDepartments, useTaskTypes } from '@/queries/work/task-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { KeptLine } from '@/ui/basics/KeptLine.tsx';
import { ListSkeleton } from '@/ui/basics/ListSkeleton.tsx';
import { Notice } from '@/ui/basics/Notice.tsx';
import { notify } from '@/ui/basics/notify.ts';
import { useIsShown } from '@/ui/browser/useIsShown.ts';
import { useNewDay } from '@/ui/browser/useNewDay.ts';
import { Checkbox } from '@/ui/controls/Checkbox.tsx';
import { DateField, dayRule, notBeforeStart } from '@/ui/controls/DateField.tsx';
import { showFirstProblem } from '@/ui/controls/show-first-problem.ts';
import { TextField } from '@/ui/controls/TextField.tsx';
import { useFields } from '@/ui/controls/useFields.ts';
import { useFormProblem } from '@/ui/controls/useFormProblem.ts';
import { LoadFailed } from '@/ui/lists/LoadFailed.tsx';
import { BottomBar } from '@/ui/page/BottomBar.tsx';
import formPage from '@/ui/page/form-page.module.css';
import { Page } from '@/ui/page/Page.tsx';
import { RestoredNotice } from '@/ui/sheets/RestoredNotice.tsx';
import { DeptPointsSection } from './DeptPointsSection.tsx';
import { goneWords, groupPoints, inTreeOrder, issuedPoints, type PointCategory, pointIdsOf, pointsByDepartment, stillOffered } from './point-selection.ts';
import { PointPicker } from './PointPicker.tsx';
import { TaskPreview } from './TaskPreview.tsx';
import { changeType, isSameDraft, newDraft, newInput, sayingByDept, type TaskInput } from './task-draft.ts';
import styles from './TaskCreatePage.module.css';

/** 下发任务: type, period, departments, check points; a preview before it goes out. */
export default function TaskCreatePage() {
  const items = useCheckItemTree();
  const points = useEnabledPoints();
  const departments = useTaskDepartments();
  const switches = useDeptPointSwitches();
  const draft = useKeptDraft<TaskInput>(NEW_TASK);
  /** How many forms were issued or thrown away here: the next one begins with nothing. */
  const [done, setDone] = useState(0);
  const kept = done === 0 ? draft?.data : undefined;
  const categories = useMemo(
    () => (items.data && points.data ? groupPoints(items.data, points.data) : undefined),
    [items.data, points.data],
  );
  const failed = [items, points, departments, switches].find((query) => query.isError && query.data === undefined);

  if (categories && departments.data && switches.data && draft !== undefined) {
    return (
      <TaskForm
        key={done}
        categories={categories}
        departments={departments.data}
        switches={switches.data}
        kept={kept}
        onDone={() => setDone(done + 1)}
      />
    );
  }
  return (
    <Page title="下发任务">
      {failed ? <LoadFailed error={failed.error} onRetry={() => failed.refetch()} /> : <ListSkeleton rows={5} />}
    </Page>
  );
}

const DAILY = 3;
const none: ReadonlySet<string> = new Set();

interface TaskFormProps {
  categories: PointCategory[];
  departments: DepartmentOption[];
  /** What departments are asked, or not, by hand. */
  switches: readonly DeptPointSwitch[];
  /** What was filled in at an earlier visit and not issued. */
  kept: TaskInput | undefined;
  /** It was issued, or thrown away. */
  onDone: () => void;
}

function TaskForm({ categories, departments, switches, kept, onDone }: TaskFormProps) {
  const navigate = useNavigate();
  const isShown = useIsShown();
  const issue = useIssueTask();
  const [start, setStart] = useState(() => newDraft(DAILY, today()));
  const [{ taskName, startDate, endDate, correctDays, remark, ...first }] = useState(() => {
    if (kept === undefined) return newInput(newId(), start);
    return kept.reissued !== undefined && kept.isByDept === undefined ? sayingByDept(kept, categories, departments, switches, today()) : kept;
  });
  const { reissued } = first;
  const [choice, setChoice] = useState(first);
  const [problems, setProblems] = useState<{ departments?: string | undefined; points?: string | undefined }>({});
  const [isPreviewOpen, setIsPreviewOpen] = useState(false);
  const [refusal, setRefusal] = useFormProblem();
  const [isUnconfirmed, setIsUnconfirmed] = useState(false);

  const fields = useFields(
    {
      taskName: { maxLength: 60, isRequired: true },
      startDate: { isRequired: true, rule: dayRule },
      endDate: {
        isRequired: true,
        rule: dayRule,
        check: (day, values) => notBeforeStart(day, values) ?? (day < today() ? '结束日期不能早于今天' : undefined),
      },
      correctDays: {
        isRequired: true,
        rule: rules.positiveInteger,
        check: (text) => (Number(text) > CORRECT_DAYS_MAX ? `最多 ${CORRECT_DAYS_MAX} 天` : undefined),
      },
      remark: { maxLength: REMARK_MAX },
    },
    { taskName, startDate, endDate, correctDays, remark },
  );
  // While this form waits behind another view or on the phone, what was chosen in it may be switched off or deleted.
  const offeredDepts = useMemo(() => new Set(departments.map(({ id }) => id)), [departments]);
  const deptIds = useMemo(() => stillOffered(choice.deptIds, offeredDepts), [choice.deptIds, offeredDepts]);
  const offered = useMemo(() => allIds(categories), [categories]);
  const pointIds = useMemo(() => stillOffered(choice.pointIds, offered), [choice.pointIds, offered]);
  const [names] = useState(() => namesOf(categories, departments));
  const gone = [
    goneWords(choice.deptIds, offeredDepts, names, '个科室'),
    goneWords(choice.pointIds, offered, names, '个要点'),
  ].filter(Boolean).join('，');
  const chosenByHand = useMemo(
    () => new Map([...choice.deptPointIds].map(([id, own]) => [id, stillOffered(own, offered)] as const).filter(([, own]) => own.size > 0)),
    [choice.deptPointIds, offered],
  );
  const isByDept = choice.isByDept ?? false;
  const applicable = useMemo(
    () => (isByDept ? pointsByDepartment(categories, departments, switches, pointIds, today()) : new Map<string, ReadonlySet<string>>()),
    [isByDept, categories, departments, switches, pointIds],
  );
  // Who is asked all that was chosen needs no list.
  const deptPointIds = useMemo(
    () => new Map([...[...applicable].filter(([, own]) => own.size < pointIds.size), ...chosenByHand]),
    [applicable, chosenByHand, pointIds],
  );
  const input = useMemo<TaskInput>(() => ({ ...choice, ...fields.values }), [choice, fields.values]);
  useNewDay((_before, now) => {
    if (!isSameDraft(input, start)) return;
    const fresh = newDraft(DAILY, today(now));
    setStart(fresh);
    for (const name of ['taskName', 'startDate', 'endDate'] as const) fields.set(name, fresh[name]);
  });
  const hasInput = !isSameDraft(input, start) || deptIds.size > 0 || pointIds.size > 0;
  const draft = useFormDraft(NEW_TASK, input, hasInput);

  const ordered = useMemo(() => inTreeOrder(categories, pointIds), [categories, pointIds]);
  const chosenDepartments = departments.filter((department) => deptIds.has(department.id));
  const issued = issuedPoints(chosenDepartments.map(({ id }) => id), pointIds, deptPointIds);
  const types = useTaskTypes();

  const change = (changes: Partial<typeof choice>): void => setChoice((before) => ({ ...before, ...changes }));
  const handleType = (taskType: number): void => {
    const changed = changeType(input, taskType);
    fields.set('taskName', changed.taskName);
    fields.set('endDate', changed.endDate);
    if (taskType === OVERALL) {
      // It covers everything: nobody should have to tick it all.
      const chosenByItself = {
        ...(deptIds.size === 0 ? { deptIds: new Set(departments.map(({ id }) => id)) } : {}),
        ...(pointIds.size === 0 ? { pointIds: offered } : {}),
      };
      change({ taskType, ...chosenByItself, chosenByItself });
    } else {
      change({
        taskType,
        ...(choice.deptIds === choice.chosenByItself.deptIds ? { deptIds: none } : {}),
        ...(choice.pointIds === choice.chosenByItself.pointIds ? { pointIds: none } : {}),
        chosenByItself: {},
      });
    }
    setProblems({});
  };

  const handlePreview = (): void => {
    const ownPoints = chosenDepartments.reduce((sum, { id }) => sum + (deptPointIds.get(id)?.size ?? 0), 0);
    const withoutPoints = chosenDepartments.filter(({ id }) => deptPointIds.get(id)?.size === 0);
    const found = {
      departments: deptIds.size === 0 ? '请选择科室' : deptIds.size > DEPTS_PER_TASK ? `最多 ${DEPTS_PER_TASK} 个科室` : undefined,
      points:
        pointIds.size === 0
          ? '请选择检查要点'
          : pointIds.size > POINTS_PER_TASK
            ? `最多 ${POINTS_PER_TASK} 个检查要点`
            : ownPoints > OWN_LIST_POINTS_PER_TASK
              ? OWN_LISTS_TOO_LONG
              : withoutPoints.length > 0
                ? `${withoutPoints.map(({ deptName }) => deptName).join('、')}没有适用的要点，请不选这些科室，或在“按科室调整要点”中单独指定`
                : undefined,
    };
    setProblems(found);
    const areFieldsRight = fields.checkAll();
    if (areFieldsRight && found.departments === undefined && found.points === undefined) {
      setRefusal(undefined);
      setIsPreviewOpen(true);
      return;
    }
    notify((areFieldsRight ? (found.departments ?? found.points) : undefined) ?? '请检查标出的内容', 'warning');
    showFirstProblem();
  };

  const handleIssue = async (): Promise<void> => {
    setRefusal(undefined);
    try {
      await issue.mutateAsync({
        id: input.id,
        ...fields.values,
        taskType: input.taskType,
        correctDays: Number(fields.values.correctDays),
        deptIds: chosenDepartments.map((department) => department.id),
        pointIds: ordered,
        deptPointIds: Object.fromEntries(
          chosenDepartments.flatMap(({ id }) => {
            const own = deptPointIds.get(id);
            return own ? [[id, inTreeOrder(categories, own)]] : [];
          }),
        ),
      });
    } catch (error) {
      // The toast is gone in a second, and the form keeps what was entered.
      setIsUnconfirmed(isAnswerLost(error));
      setRefusal(whyNotDone(error, '下发失败，请重试'));
      // The same form issued something else before, which the server says by name: whoever has read that and issues again means another task.
      if (isConflict(error)) change({ id: newId() });
      return;
    }
    await draft.forget();
    notify('任务已下发', 'success');
    onDone();
    // Whoever is in another view by now stays there.
    if (isShown()) void navigate(paths.taskManage.to());
  };
  const handleDiscard = async (): Promise<void> => {
    await draft.forget();
    onDone();
  };

  return (
    <Page
      title="下发任务"
      footer={
        <BottomBar className={formPage['buttons']}>
          <p className={styles['chosen']} aria-live="polite">
            <span>{deptIds.size} 个科室 ·</span> <span>{issued.size} 个要点</span>
          </p>
          <ActionButton tone="primary" onClick={handlePreview}>
            预览
          </ActionButton>
        </BottomBar>
      }
    >
      <div className={formPage['form']}>
        {kept !== undefined && hasInput && <RestoredNotice deed="下发" title={reissued === undefined ? undefined : `已按“${reissued}”填写`} onDiscard={handleDiscard} />}
        {gone !== '' && <Notice tone="warning" title={`${gone}已停用或删除，不再下发`} />}
        <section className={styles['card']} aria-labelledby="create-basic">
          <h2 id="create-basic">基本信息</h2>
          <fieldset className={styles['types']}>
            <legend>任务类型</legend>
            {types.map((type) => (
              <label key={type.value} className={styles['type']}>
                <input
                  type="radio"
                  name="create-task-type"
                  value={type.value}
                  aria-label={type.label}
                  checked={input.taskType === type.value}
                  onChange={() => handleType(type.value)}
                />
                <span>
                  <strong>{type.label}</strong>
                  <small>{type.hint}</small>
                </span>
              </label>
            ))}
          </fieldset>
          <div className={styles['fields']}>
            <TextField label="任务名称" {...fields.bind('taskName')} />
            <DateField label="开始日期" {...fields.bind('startDate')} />
            <DateField label="结束日期" {...fields.bind('endDate')} />
            <TextField
              label="整改期限（天）"
              {...fields.bind('correctDays')}
              inputMode="numeric"
              hint="不合格项提交后应在此天数内完成自纠"
            />
          </div>
          <TextField label="任务说明" {...fields.bind('remark')} rows={3} placeholder="选填，科室在任务页可以看到" />
        </section>

        <Choice title="自查科室" problem={problems.departments}>
          <DepartmentPicker
            departments={departments}
            selected={deptIds}
            onChange={(next) => {
              change({ deptIds: next });
              setProblems((before) => ({ ...before, departments: undefined }));
            }}
          />
        </Choice>

        <Choice title="检查要点" problem={problems.points}>
          <Checkbox label="按科室适用" isChecked={isByDept} onChange={(next) => change({ isByDept: next })}>
            <small className={styles['hint']}>{byDeptHint(isByDept, chosenDepartments.map(({ id }) => deptPointIds.get(id)?.size ?? pointIds.size), pointIds.size - issued.size)}</small>
          </Checkbox>
          <PointPicker
            categories={categories}
            selected={pointIds}
            onChange={(next) => {
              change({ pointIds: next });
              setProblems((before) => ({ ...before, points: undefined }));
            }}
          />
        </Choice>

        {chosenDepartments.length > 0 && pointIds.size > 0 && (
          <DeptPointsSection
            categories={categories}
            departments={chosenDepartments}
            common={pointIds}
            own={chosenByHand}
            applicable={applicable}
            onChange={(own) => change({ deptPointIds: own })}
          />
        )}
        {hasInput && <KeptLine kept={draft} rest={isUnconfirmed ? '服务器可能已经下发，再次下发不会重复' : '尚未下发'} />}
      </div>
      <TaskPreview
        isOpen={isPreviewOpen}
        onClose={() => setIsPreviewOpen(false)}
        onConfirm={handleIssue}
        problem={refusal !== undefined && gone !== '' ? `${refusal}。${gone}已从选择中去掉，请核对后再下发` : refusal}
        typeLabel={types.find((type) => type.value === input.taskType)?.label ?? ''}
        draft={input}
        departments={chosenDepartments}
        categories={categories}
        pointIds={issued}
        deptPointIds={deptPointIds}
        commonCount={pointIds.size}
        isByDept={isByDept}
      />
    </Page>
  );
}

/**
 * How many points the departments get.
 * @param left how many of the chosen points none of the chosen departments is asked
 */
function byDeptHint(isByDept: boolean, counts: readonly number[], left: number): string {
  if (!isByDept) return '在选定的要点中，各科室只查与本科室有关的';
  if (counts.length === 0) return '选择科室后显示各科室的要点数';
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0 && left === 0) return '选择检查要点后显示各科室的要点数';
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return `各科室 ${least === most ? most : `${least} 至 ${most}`} 个要点，合计 ${total} 项${left > 0 ? `；其余 ${left} 个选定的要点与这些科室无关，不下发` : ''}`;
}

/** Of departments and points, as the form begins with them. */
const namesOf = (categories: readonly PointCategory[], departments: readonly DepartmentOption[]): ReadonlyMap<string, string> =>
  new Map([
    ...departments.map(({ id, deptName }) => [id, deptName] as const),
    ...categories.flatMap(({ groups }) => groups.flatMap(({ points }) => points.map(({ id, content }) => [id, content] as const))),
  ]);

const allIds = (categories: readonly PointCategory[]): Set<string> =>
  new Set(categories.flatMap((category) => pointIdsOf(category)));

interface ChoiceProps {
  title: string;
  /** What is missing in it: then 预览 leads here. */
  problem: string | undefined;
  children: ReactNode;
}

function Choice({ title, problem, children }: ChoiceProps) {
  const id = useId();
  const problemId = `${id}-problem`;
  return (
    <section className={styles['card']} aria-labelledby={id} aria-describedby={problem && problemId} data-problem={problem && true} tabIndex={-1}>
      <h2 id={id}>{title}</h2>
      {problem !== undefined && (
        <p className={styles['problem']} id={problemId} role="alert">
          {problem}
        </p>
      )}
      {children}
    </section>
  );
}
