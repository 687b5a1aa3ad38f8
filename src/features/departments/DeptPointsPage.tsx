import { useMemo, useState } from 'react';
import { useParams } from 'react-router-dom';
import type { CheckPoint } from '#contract/check-point.ts';
import type { DepartmentOption } from '#contract/department.ts';
import { type DepartmentKind, departmentKindLabel } from '#contract/department-kind.ts';
import { createDeptPoints } from '#contract/department-points.ts';
import { today } from '@/lib/dates.ts';
import { sentenceOf } from '@/lib/text/error-sentence.ts';
import { PointSign } from '@/parts/points/PointSign.tsx';
import { useEnabledPoints } from '@/queries/laws/check-point-queries.ts';
import { useDepartmentOptions, useDeptPointSwitches, useSwitchDeptPoints } from '@/queries/department-queries.ts';
import { notify } from '@/ui/basics/notify.ts';
import stack from '@/ui/basics/stack.module.css';
import letters from '@/ui/basics/letters.module.css';
import { Checkbox } from '@/ui/controls/Checkbox.tsx';
import { FilterTabs } from '@/ui/controls/FilterTabs.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { NotLoaded } from '@/ui/lists/Loaded.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { useTabNote } from '@/ui/page/page-chrome.ts';
import { Page } from '@/ui/page/Page.tsx';
import styles from './DeptPointsPage.module.css';

/** 科室要点: what a department is asked, by its kind and by hand. */
export default function DeptPointsPage() {
  const { id } = useParams();
  const departments = useDepartmentOptions();
  const points = useEnabledPoints();
  const switches = useDeptPointSwitches();
  const department = departments.data?.find((one) => one.id === id);
  const deptPoints = useMemo(
    () => (departments.data && switches.data ? createDeptPoints(departments.data, switches.data, today()) : undefined),
    [departments.data, switches.data],
  );
  if (departments.data && department === undefined) {
    return (
      <Page>
        <NoData hint="科室不存在，可能已被删除" />
      </Page>
    );
  }
  if (department === undefined || points.data === undefined || deptPoints === undefined) {
    return (
      <Page>
        <NotLoaded of={[departments, points, switches].find(({ data }) => data === undefined) ?? departments} />
      </Page>
    );
  }
  return <DeptPoints key={department.id} department={department} points={points.data} deptPoints={deptPoints} />;
}

/** Many kinds are counted: the list is long as it is. */
function kindsText(kinds: readonly DepartmentKind[] | undefined): string {
  if (kinds === undefined) return '所有科室';
  const named = kinds.slice(0, kinds.length > 6 ? 4 : 6).map((kind) => departmentKindLabel[kind]).join('、');
  return kinds.length > 6 ? `${named}等 ${kinds.length} 类科室` : named;
}

type View = 'asked' | 'notAsked' | 'byHand';

interface DeptPointsProps {
  department: DepartmentOption;
  points: readonly CheckPoint[];
  deptPoints: ReturnType<typeof createDeptPoints>;
}

function DeptPoints({ department, points, deptPoints }: DeptPointsProps) {
  useTabNote(department.deptName);
  const [view, setView] = useState<View>('asked');
  const [keyword, setKeyword] = useState('');
  const switching = useSwitchDeptPoints();
  const asked = points.filter((point) => deptPoints.isAsked(department, point));
  const views: Record<View, readonly CheckPoint[]> = {
    asked,
    notAsked: points.filter((point) => !asked.includes(point)),
    byHand: points.filter((point) => deptPoints.isSwitched(department, point.id)),
  };
  const words = keyword.trim().split(/\s+/).filter(Boolean);
  const shown = views[view].filter(({ content }) => words.every((word) => content.includes(word)));

  const handleToggle = async (point: CheckPoint): Promise<void> => {
    const isAsked = !deptPoints.isAsked(department, point);
    try {
      await switching.mutateAsync({ deptId: department.id, pointIds: [point.id], choice: isAsked ? 'asked' : 'notAsked' });
    } catch (error) {
      notify(sentenceOf(error, '保存失败，请重试'), 'error');
      return;
    }
    notify(isAsked ? '已列入本科室自查' : '已从本科室自查中去除', 'success');
  };

  return (
    <Page
      header={
        <FilterTabs
          label="按是否自查查看"
          value={view}
          onChange={setView}
          tabs={[
            { value: 'asked', label: `自查 ${views.asked.length}` },
            { value: 'notAsked', label: `不自查 ${views.notAsked.length}` },
            { value: 'byHand', label: `手动调整 ${views.byHand.length}` },
          ]}
        />
      }
    >
      <div className={stack['items']}>
        <p className={letters['quiet']}>
          <strong>{department.deptName}</strong> ·{' '}
          {department.kind === undefined
            ? '还没有选择科室类别，全部要点都适用。请先在科室管理中选择类别。'
            : `科室类别：${departmentKindLabel[department.kind]}。勾选的要点在“按科室适用”下发时列入本科室任务，已下发的任务不变。`}
        </p>
        <TextField label="查找要点" value={keyword} onChange={setKeyword} type="search" />
        {shown.length === 0 ? (
          <NoData hint="没有符合条件的要点" />
        ) : (
          <ul className={styles['points']}>
            {shown.map((point) => (
              <li key={point.id}>
                <Checkbox label={point.content} isChecked={deptPoints.isAsked(department, point)} isDisabled={switching.isPending} onChange={() => void handleToggle(point)}>
                  <small className={styles['kinds']}>
                    <PointSign mark={point.mark} /> {deptPoints.isSwitched(department, point.id) && '手动调整 · '}
                    适用：{kindsText(point.kinds)}
                  </small>
                </Checkbox>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Page>
  );
}
