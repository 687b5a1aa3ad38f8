import type { CorrectionValue } from '#contract/self-correction.ts';
import { formatShortTime } from '@/lib/dates.ts';

interface CorrectionSideProps {
  value: CorrectionValue;
  /** Where an administrator returned it. */
  returnReason?: string | null;
  savedAt?: string | null;
}

/** One of two values that are in conflict, short. */
export function CorrectionSide({ value, returnReason = null, savedAt = null }: CorrectionSideProps) {
  return (
    <>
      <strong>{value.correctedAt === null ? '待整改' : '已整改'}</strong>
      {value.photosAfter.length > 0 && ` · ${value.photosAfter.length} 张照片`}
      {returnReason !== null && <p>退回原因：{returnReason}</p>}
      {value.measures !== '' && <p>{value.measures}</p>}
      {value.responsible !== '' && <p>责任人 {value.responsible}</p>}
      {savedAt !== null && <p>{formatShortTime(savedAt)}</p>}
    </>
  );
}
