import type { Rewording, RewordingDecisionKind } from '#contract/rewording.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import card from '@/ui/basics/card.module.css';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';
import letters from '@/ui/basics/letters.module.css';
import { Chooser } from '@/ui/lists/Chooser.tsx';
import { ComparedPoints } from './ComparedPoints.tsx';
import { rewordingLabel } from './rewording-words.ts';
import styles from './CitationCard.module.css';

export interface RewordingCardProps {
  rewording: Rewording;
  isSelected: boolean;
  onSelect: () => void;
  onDecide: (kind: RewordingDecisionKind) => unknown;
}

/** A point in the institution's words beside the national library's, and what is decided. */
export function RewordingCard({ rewording, isSelected, onSelect, onDecide }: RewordingCardProps) {
  const { code, isNational, isPending, enabled, own, national } = rewording;
  return (
    <li className={`${card['card']} ${styles['card']}`}>
      <div className={styles['head']}>
        {isPending && <Chooser name={own.content} isChosen={isSelected} onToggle={onSelect} />}
        {isPending ? <StatusTag tone="warning">待处理</StatusTag> : <StatusTag tone="qualified">用本机构文本</StatusTag>}
        <span className={styles['movement']}>{isNational ? '本机构改写' : '本机构自建'}</span>
        {code !== null && <span className={letters['quiet']}>{`国家要点 ${code}`}</span>}
        {!enabled && <span className={letters['quiet']}>要点已停用</span>}
      </div>
      {own.content === national.content && <h3>{own.content}</h3>}
      <ComparedPoints rewording={rewording} />
      <div className={styles['deeds']}>
        {(isPending ? (['keep', 'adopt'] as const) : (['adopt'] as const)).map((kind) => (
          <ActionButton key={kind} size="small" tone={kind === 'keep' ? 'primary' : 'default'} label={`${rewordingLabel[kind]} ${own.content}`} onClick={() => onDecide(kind)}>
            {rewordingLabel[kind]}
          </ActionButton>
        ))}
      </div>
    </li>
  );
}
