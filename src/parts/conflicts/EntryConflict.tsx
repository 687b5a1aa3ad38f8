import type { AnswerValue, HeldAnswer } from '#contract/answer.ts';
import { isReturn } from '#contract/same-value.ts';
import type { CorrectionValue, HeldCorrection } from '#contract/self-correction.ts';
import type { OutboxEntry } from '@/offline/entries/outbox.ts';
import { currentAccount } from '@/session/current-account.ts';
import { AnswerSide } from './AnswerSide.tsx';
import { ConflictChoice, type Origin } from './ConflictChoice.tsx';
import { CorrectionSide } from './CorrectionSide.tsx';

const originOf = (savedBy: string | null | undefined): Origin => (savedBy === currentAccount() ? 'ownDevice' : 'person');

interface OnCard {
  /** Stores what is being typed into the card. */
  onBefore?: () => Promise<void>;
}

export function AnswerConflict({ entryId, mine, theirs, onBefore }: OnCard & { entryId: string; mine: AnswerValue; theirs: HeldAnswer }) {
  return (
    <ConflictChoice
      entryId={entryId}
      what="结果"
      theirName={theirs.answeredByName}
      origin={originOf(theirs.answeredBy)}
      onBefore={onBefore}
      mine={<AnswerSide {...mine} />}
      theirs={<AnswerSide result={theirs.result} remark={theirs.remark} photos={theirs.photos} answeredAt={theirs.answeredAt} />}
    />
  );
}

interface CorrectionConflictProps extends OnCard {
  entryId: string;
  mine: CorrectionValue;
  theirs: HeldCorrection;
  /** When this phone's value was written, where it is known. */
  writtenAt?: string;
}

export function CorrectionConflict({ entryId, mine, theirs, writtenAt, onBefore }: CorrectionConflictProps) {
  return (
    <ConflictChoice
      entryId={entryId}
      what="整改内容"
      theirName={theirs.savedByName ?? '他人'}
      origin={theirs.savedBy === null ? 'problem' : isReturn(theirs) ? 'return' : originOf(theirs.savedBy)}
      onBefore={onBefore}
      mine={<CorrectionSide value={mine} savedAt={writtenAt ?? null} />}
      theirs={<CorrectionSide value={theirs} returnReason={theirs.correctedAt === null ? theirs.returnReason : null} savedAt={theirs.savedAt} />}
    />
  );
}

/** The choice that an entry in conflict asks for; nothing for any other. */
export function EntryConflict({ entry }: { entry: OutboxEntry }) {
  if (entry.state !== 'conflict') return null;
  if (entry.kind === 'answer' && entry.theirs) return <AnswerConflict entryId={entry.id} mine={entry.payload.value} theirs={entry.theirs} />;
  if (entry.kind === 'correction' && entry.theirs) {
    return <CorrectionConflict entryId={entry.id} mine={entry.payload.value} theirs={entry.theirs} writtenAt={entry.createdAt} />;
  }
  return null;
}
