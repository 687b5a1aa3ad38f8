import type { ReactNode } from 'react';
import type { CheckItem, CheckPoint } from '#contract/check-point.ts';
import type { Law } from '#contract/law.ts';
import { BasisName } from '@/parts/points/BasisName.tsx';
import { RightOutline } from '@/ui/basics/icons.tsx';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { placeLabel } from './item-tree.ts';
import { BasisTag, SourceTag, StateTag } from './PointTags.tsx';
import styles from './PointDetailSheet.module.css';

export interface PointDetailSheetProps {
  tree: readonly CheckItem[];
  point: CheckPoint;
  laws: readonly Law[];
  onBasis: () => void;
  /** What may be done with it. */
  actions?: ReactNode;
  onClose: () => void;
}

/** Everything about a point. */
export function PointDetailSheet({ tree, point, laws, onBasis, actions, onClose }: PointDetailSheetProps) {
  const { basis } = point;
  return (
    <Sheet isOpen title="检查要点" onClose={onClose} {...(actions ? { footer: actions } : {})}>
      <div className={styles['detail']}>
        <p className={styles['tags']}>
          <SourceTag isNational={point.isNational} />
          <StateTag point={point} />
          <BasisTag laws={laws} basis={basis} />
        </p>
        <p className={styles['content']}>{point.content}</p>
        <dl className={styles['facts']}>
          <div>
            <dt>所属项目</dt>
            <dd>{placeLabel(tree, point.itemId)}</dd>
          </div>
          <div>
            <dt>检查标准</dt>
            <dd>{point.expected}</dd>
          </div>
          <div>
            <dt>检查方法</dt>
            <dd>{point.method || '未填写'}</dd>
          </div>
          <div>
            <dt>依据</dt>
            <dd>
              <button type="button" className={styles['basis']} onClick={onBasis}>
                <BasisName basis={basis} />
                <RightOutline aria-hidden />
              </button>
              {basis.gist !== '' && <p className={styles['gist']}>{basis.gist}</p>}
            </dd>
          </div>
        </dl>
      </div>
    </Sheet>
  );
}
