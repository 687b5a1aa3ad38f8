import type { CheckItem, CheckPoint } from '#contract/check-point.ts';
import { departmentKindLabel } from '#contract/department-kind.ts';
import type { Law } from '#contract/law.ts';
import { BasisButton } from '@/parts/points/BasisButton.tsx';
import { BasisName } from '@/parts/points/BasisName.tsx';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import stack from '@/ui/basics/stack.module.css';
import letters from '@/ui/basics/letters.module.css';
import type { MenuItem } from '@/ui/sheets/MenuButton.tsx';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { Notice } from '@/ui/basics/Notice.tsx';
import { PointMarkTag } from '@/parts/points/PointMarkTag.tsx';
import { placeLabel } from './item-tree.ts';
import { BasisTag, SourceTag, StateTag } from './PointTags.tsx';
import styles from './PointDetailSheet.module.css';

export interface PointDetailSheetProps {
  tree: readonly CheckItem[];
  point: CheckPoint;
  laws: readonly Law[];
  onBasis: () => void;
  /** What may be done with it. */
  deeds: readonly MenuItem[];
  onClose: () => void;
}

/** Everything about a point. */
export function PointDetailSheet({ tree, point, laws, onBasis, deeds, onClose }: PointDetailSheetProps) {
  const { basis, furtherBases = [], liability, mark } = point;
  const actions = deeds.map(({ label, onSelect }) => (
    <ActionButton key={label} tone="text" size="small" label={`${label} ${point.content}`} onClick={onSelect}>
      {label}
    </ActionButton>
  ));
  return (
    <Sheet isOpen title="检查要点" onClose={onClose} {...(actions.length > 0 && { footer: actions })}>
      <div className={stack['parts']}>
        <p className={stack['row']}>
          <SourceTag isNational={point.isNational} />
          <StateTag point={point} />
          {mark && <PointMarkTag mark={mark} />}
          <BasisTag laws={laws} basis={basis} />
        </p>
        <p className={styles['content']}>{point.content}</p>
        {point.whyOff != null && <Notice tone="neutral" title={`机构档案：${point.whyOff}`}>按机构档案不适用，需要自查时可手动启用。</Notice>}
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
              <BasisButton basis={basis} onOpen={onBasis} />
              {basis.gist !== '' && <p className={letters['quiet']}>{basis.gist}</p>}
            </dd>
          </div>
          {furtherBases.length > 0 && (
            <div>
              <dt>其他依据</dt>
              {furtherBases.map((further, index) => (
                <dd key={index}>
                  <BasisName basis={further} />
                  <p className={letters['quiet']}>{further.gist}</p>
                </dd>
              ))}
            </div>
          )}
          {liability && (
            <div>
              <dt>法律责任</dt>
              <dd>
                <BasisName basis={liability} />
                <p className={letters['quiet']}>{liability.gist}</p>
              </dd>
            </div>
          )}
          {point.kinds && (
            <div>
              <dt>适用科室</dt>
              <dd>{point.kinds.map((kind) => departmentKindLabel[kind]).join('、')}</dd>
            </div>
          )}
        </dl>
      </div>
    </Sheet>
  );
}
