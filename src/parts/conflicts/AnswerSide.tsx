import { givenResultLabel, type GivenResult } from '#contract/result.ts';
import { formatShortTime } from '@/lib/dates.ts';

interface AnswerSideProps {
  result: GivenResult;
  remark: string;
  photos: readonly string[];
  answeredAt: string;
}

/** One of two answers that are in conflict, short. */
export function AnswerSide({ result, remark, photos, answeredAt }: AnswerSideProps) {
  return (
    <>
      <strong>{givenResultLabel[result]}</strong>
      {photos.length > 0 && ` · ${photos.length} 张照片`}
      {remark !== '' && <p>{remark}</p>}
      <p>{formatShortTime(answeredAt)}</p>
    </>
  );
}
