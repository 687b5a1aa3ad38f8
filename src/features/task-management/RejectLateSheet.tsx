import type { LateAnswer } from '#contract/late-answer.ts';
import { RETURN_REASON_MAX } from '#contract/limits.ts';
import { useDecideLateAnswer } from '@/queries/late-answer-queries.ts';
import { ReasonSheet } from './ReasonSheet.tsx';

/** Asks why late work is not accepted: its person reads it. Open while one is given. */
export function RejectLateSheet({ late, onClose }: { late: LateAnswer | undefined; onClose: () => void }) {
  const decide = useDecideLateAnswer();
  return (
    <ReasonSheet
      isOpen={late !== undefined}
      title="不采纳"
      label="不采纳的原因"
      rows={2}
      maxLength={RETURN_REASON_MAX}
      backLabel="返回"
      confirmLabel="确认不采纳"
      doneMessage="未采纳，已告知填写人"
      onConfirm={(reason) => decide.mutateAsync({ id: late?.id ?? '', decision: 'rejected', reason })}
      onClose={onClose}
    >
      这项填写仍留作记录，{late?.answeredByName}会看到原因。
    </ReasonSheet>
  );
}
