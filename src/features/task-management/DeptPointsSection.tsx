import { useState } from 'react';
import type { DepartmentOption } from '#contract/department.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import card from '@/ui/basics/card.module.css';
import { notify } from '@/ui/basics/notify.ts';
import letters from '@/ui/basics/letters.module.css';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { useDismiss } from '@/ui/sheets/useDismiss.ts';
import type { PointCategory } from './point-selection.ts';
import { PointPicker } from './PointPicker.tsx';
import styles from './DeptPointsSection.module.css';

export interface DeptPointsSectionProps {
  categories: readonly PointCategory[];
  departments: readonly DepartmentOption[];
  /** What every department gets that has no points of its own here. */
  common: ReadonlySet<string>;
  own: ReadonlyMap<string, ReadonlySet<string>>;
  /** 按科室适用: what each department gets that has none of its own; empty where all get the common ones. */
  applicable: ReadonlyMap<string, ReadonlySet<string>>;
  onChange: (own: ReadonlyMap<string, ReadonlySet<string>>) => void;
}

/** Departments whose points differ from the others': a pharmacy need not answer what only a ward can. */
export function DeptPointsSection({ categories, departments, common, own, applicable, onChange }: DeptPointsSectionProps) {
  const [isOpen, setIsOpen] = useState(own.size > 0);
  const [edited, setEdited] = useState<{ department: DepartmentOption; points: ReadonlySet<string> }>();

  const usualOf = ({ id }: DepartmentOption): ReadonlySet<string> => applicable.get(id) ?? common;
  const isEdited = edited !== undefined && edited.points !== (own.get(edited.department.id) ?? usualOf(edited.department));
  const dismiss = useDismiss(isEdited, () => setEdited(undefined));

  const handleSave = (): void => {
    if (!edited) return;
    if (edited.points.size === 0) {
      notify('请选择检查要点', 'warning');
      return;
    }
    onChange(new Map(own).set(edited.department.id, edited.points));
    setEdited(undefined);
  };
  const handleReset = (id: string): void => {
    const next = new Map(own);
    next.delete(id);
    onChange(next);
  };

  return (
    <section className={card['card']} aria-labelledby="create-own-points">
      <div className={styles['head']}>
        <h2 id="create-own-points">按科室调整要点</h2>
        <ActionButton tone="text" size="small" onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? '收起' : '展开'}
        </ActionButton>
      </div>
      <p className={letters['quiet']}>{applicable.size > 0 ? '选填。不调整的科室使用选定要点中适用于本科室的。' : `选填。不调整的科室使用上面选定的 ${common.size} 个要点。`}</p>
      {isOpen && (
        <ul>
          {departments.map((department) => {
            const points = own.get(department.id);
            return (
              <li key={department.id} className={styles['row']}>
                <span className={styles['name']}>{department.deptName}</span>
                <span className={letters['quiet']}>{points ? `单独 ${points.size} 个要点` : applicable.size > 0 ? `适用 ${usualOf(department).size} 个要点` : '与任务相同'}</span>
                <span className={styles['actions']}>
                  {points && (
                    <ActionButton tone="text" size="small" label={`恢复${department.deptName}的要点`} onClick={() => handleReset(department.id)}>
                      恢复
                    </ActionButton>
                  )}
                  <ActionButton
                    tone="text"
                    size="small"
                    label={`调整${department.deptName}的要点`}
                    onClick={() => setEdited({ department, points: points ?? usualOf(department) })}
                  >
                    调整
                  </ActionButton>
                </span>
              </li>
            );
          })}
        </ul>
      )}
      <Sheet
        isOpen={edited !== undefined}
        title={`${edited?.department.deptName ?? ''}的检查要点`}
        onClose={() => void dismiss()}
        footer={
          <>
            <ActionButton onClick={dismiss}>取消</ActionButton>
            <ActionButton tone="primary" onClick={handleSave}>
              确定
            </ActionButton>
          </>
        }
      >
        {edited && (
          <PointPicker categories={categories} selected={edited.points} onChange={(points) => setEdited({ ...edited, points })} />
        )}
      </Sheet>
    </section>
  );
}
