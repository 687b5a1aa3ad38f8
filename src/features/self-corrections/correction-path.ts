import type { CorrectionStatus } from '#contract/correction-status.ts';
import { paths } from '@/lib/paths.ts';

/** Where a self-correction opens: what is still to do is filled in, the rest is read. */
export const correctionPath = (correction: { id: string; taskId: string; status: CorrectionStatus }): string =>
  correction.status === 'open' ? paths.toInnovate.to(correction.id) : paths.selfDeptInfo.to(correction.id, correction.taskId);
