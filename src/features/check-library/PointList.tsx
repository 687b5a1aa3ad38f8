import type { CheckItem, CheckPoint } from '#contract/check-point.ts';
import type { Law } from '#contract/law.ts';
import { BasisName } from '@/parts/points/BasisName.tsx';
import { PointSign } from '@/parts/points/PointSign.tsx';
import { useIsOnPaper } from '@/ui/browser/paper.ts';
import { type Column, DataList } from '@/ui/lists/DataList.tsx';
import type { MenuItem } from '@/ui/sheets/MenuButton.tsx';
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
    deeds: (point: CheckPoint) => readonly MenuItem[];
  };
}

/** One page of points. */
export function PointList({ tree, points, laws, onOpen, onBasis, edit }: PointListProps) {
  const columns: Column<CheckPoint>[] = [
    {
      key: 'content',
      title: '检查要点',
      onPhone: 'title',
      render: (point) => (
        <span className={styles['content']}>
          <PointSign mark={point.mark} /> {point.content}
        </span>
      ),
    },
    { key: 'place', title: '所属项目', width: '22%', onPhone: 'fact', render: (point) => <span className={styles['place']}>{placeLabel(tree, point.itemId)}</span> },
    {
      key: 'basis',
      title: '依据',
      width: '26%',
      onPhone: 'hidden',
      render: (point) => (
        <>
          <button type="button" className={styles['basis']} onClick={() => onBasis(point)}>
            <BasisName basis={point.basis} />
          </button>{' '}
          <BasisTag laws={laws} basis={point.basis} />
        </>
      ),
    },
    { key: 'source', title: '来源', width: '96px', isWide: true, onPhone: 'fact', render: (point) => !point.isNational && <SourceTag isNational={false} /> },
    {
      key: 'state',
      title: '启用',
      width: '72px',
      onPhone: 'end',
      render: (point) => <State point={point} isFixed={edit === undefined || point.isRetired} />,
    },
  ];
  return (
    <DataList
      label="检查要点列表"
      columns={columns}
      rows={points}
      rowKey={(point) => point.id}
      onOpen={onOpen}
      {...(edit === undefined ? {} : { menu: { nameOf: (point: CheckPoint) => point.content, itemsOf: edit.deeds } })}
      {...(edit?.selection === undefined ? {} : { selection: { ...edit.selection, nameOf: (point: CheckPoint) => point.content } })}
    />
  );
}

function State({ point, isFixed }: { point: CheckPoint; isFixed: boolean }) {
  if (useIsOnPaper() || isFixed) return <StateTag point={point} />;
  return (
    <span className={styles['switch']}>
      <PointSwitch point={point} />
    </span>
  );
}
