import { ApiError, isTransient } from '@/api/ApiError.ts';
import { isMissing } from '@/lib/is-missing.ts';
import { clauseOf } from '@/lib/text/error-sentence.ts';

/** Whether what failed may have been done all the same: our server never answered. */
export const isAnswerLost = (error: unknown): boolean => error instanceof ApiError && error.code === null && !error.isUnsent && isTransient(error);

const GONE = '这条记录已不存在，可能刚刚被其他人删除。填写的内容没有保存，可以先复制再关闭';

/** Why a form, which is safe to send again, was not done as far as is known. */
export function whyNotDone(error: unknown, otherwise?: string): string {
  if (isMissing(error)) return GONE;
  const clause = clauseOf(error, otherwise);
  return isAnswerLost(error) ? `没有收到结果（${clause}），请再试一次，不会重复` : clause;
}
