import type { ReactNode } from 'react';
import type { CheckItem, CheckPoint } from '#contract/check-point.ts';
import type { Law } from '#contract/law.ts';
import { BasisName } from '@/parts/points/BasisName.tsx';
import { type Column, DataList } from '@/ui/lists/DataList.tsx';
import { placeLabel } from './item-tree.ts';
import { PointSwitch } from './PointSwitch.tsx';
import { BasisTag, SourceTag, StateTag } from './PointTags.tsx';
import styles from './PointList.module.css';

export interface PointListProps {
  tree: readonly CheckItem[];
  points: readonly CheckPoint[];
  /** Tell whose basis holds no more. */
  laws: readonly Law[];
  onOpen: (point: CheckPoint) => void;
  onBasis: (point: CheckPoint) => void;
  /** Absent for those who may only look. */
  edit?: {
    /** Undefined where nothing can be switched. */
    selection: { selected: ReadonlySet<string>; onToggle: (id: string) => void } | undefined;
    actions: (point: CheckPoint) => ReactNode;
  };
}

/** One page of points. */
export function PointList({ tree, points, laws, onOpen, onBasis, edit }: PointListProps) {
  const columns: Column<CheckPoint>[] = [
    {
      key: 'content',
      title: '检查要点',
      onCard: 'title',
      render: (point) => (
        <span className={styles['text']}>
          {point.content}
          <span className={styles['expected']}>标准：{point.expected}</span>
          {point.whyOff != null && <span className={styles['expected']}>机构档案：{point.whyOff}</span>}
        </span>
      ),
    },
    { key: 'place', title: '所属项目', width: '170px', render: (point) => <span className={styles['place']}>{placeLabel(tree, point.itemId)}</span> },
    {
      key: 'basis',
      title: '依据',
      width: '170px',
      minWidth: '8em',
      render: (point) => (
        <>
          <button type="button" className={styles['basis']} onClick={() => onBasis(point)}>
            <BasisName basis={point.basis} />
          </button>{' '}
          <BasisTag laws={laws} basis={point.basis} />
        </>
      ),
    },
    { key: 'source', title: '来源', width: '104px', render: (point) => <SourceTag isNational={point.isNational} /> },
    {
      key: 'state',
      title: '启用',
      width: '84px',
      render: (point) =>
        edit === undefined || point.isRetired ? (
          <StateTag point={point} />
        ) : (
          <span className={styles['switch']}>
            <PointSwitch point={point} />
          </span>
        ),
    },
  ];
  return (
    <DataList
      label="检查要点列表"
      columns={columns}
      rows={points}
      rowKey={(point) => point.id}
      onOpen={onOpen}
      {...(edit === undefined ? {} : { actions: edit.actions })}
      {...(edit?.selection === undefined ? {} : { selection: { ...edit.selection, nameOf: (point: CheckPoint) => point.content } })}
    />
  );
}
