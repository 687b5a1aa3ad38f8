import { useState } from 'react';
import type { ChangedCitation, CitationDecisionKind, LawChange } from '#contract/law-change.ts';
import { formatDay } from '@/lib/dates.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import card from '@/ui/basics/card.module.css';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';
import { WholeWords } from '@/ui/basics/WholeWords.tsx';
import letters from '@/ui/basics/letters.module.css';
import { Chooser } from '@/ui/lists/Chooser.tsx';
import { decisionLabel, isDecidable, movementOf, stateWords } from './citation-words.ts';
import { ComparedArticles } from './ComparedArticles.tsx';
import styles from './CitationCard.module.css';

export interface CitationCardProps {
  citation: ChangedCitation;
  change: LawChange;
  isSelected: boolean;
  /** The article that the administrator chose of several. */
  chosen: number | undefined;
  onSelect: () => void;
  onChoose: (article: number) => void;
  onDecide: (kind: CitationDecisionKind) => unknown;
}

/** One citation of a point: what the edition made of it, both texts, and what is decided. */
export function CitationCard({ citation, change, isSelected, chosen, onSelect, onChoose, onDecide }: CitationCardProps) {
  const { code, content, state, isChecked, isPending, enabled, decision, place } = citation;
  /** The decision that is taken up again, until another one takes its place. */
  const [takenUp, setTakenUp] = useState<string>();
  const isRedeciding = decision !== null && decision.decidedAt === takenUp;
  const words = stateWords[state];
  return (
    <li className={`${card['card']} ${styles['card']}`}>
      <div className={styles['head']}>
        {isDecidable(citation) && <Chooser name={content} isChosen={isSelected} onToggle={onSelect} />}
        <StatusTag tone={words.tone}>{words.label}</StatusTag>
        <span className={styles['movement']}>
          <WholeWords text={movementOf(citation)} />
        </span>
        {place !== 0 && <span className={letters['quiet']}>{place < 0 ? '法律责任' : '其他依据'}</span>}
        <span className={letters['quiet']}>{code ?? '本机构要点'}</span>
      </div>
      <h3>{content}</h3>
      {citation.cited.gist !== '' && <p className={letters['quiet']}>依据要点：{citation.cited.gist}</p>}
      <ComparedArticles citation={citation} change={change} isOpen={isPending || isRedeciding} chosen={chosen} onChoose={onChoose} />
      {isChecked && !isPending && decision === null && state !== 'moved' && <p className={letters['quiet']}>国家库已按此版本核对，无需确认。</p>}
      {!enabled && decision === null && <p className={letters['quiet']}>要点已停用，无需确认。</p>}
      {decision !== null && (
        <p className={styles['decision']}>
          <StatusTag tone={decision.kind === 'disable' ? 'notApplicable' : 'qualified'}>{`已${decisionLabel[decision.kind]}`}</StatusTag>
          <span className={letters['quiet']}>
            {decision.byName} {formatDay(decision.decidedAt)}
          </span>
          {!isRedeciding && (
            <ActionButton tone="text" size="small" label={`重新处理 ${content}`} onClick={() => setTakenUp(decision.decidedAt)}>
              重新处理
            </ActionButton>
          )}
        </p>
      )}
      {(isPending || isRedeciding) && (
        <div className={styles['deeds']}>
          {(['keep', 'rewrite', 'disable'] as const).map((kind) => (
            <ActionButton key={kind} size="small" tone={kind === 'keep' ? 'primary' : 'default'} label={`${decisionLabel[kind]} ${content}`} onClick={() => onDecide(kind)}>
              {decisionLabel[kind]}
            </ActionButton>
          ))}
        </div>
      )}
    </li>
  );
}
