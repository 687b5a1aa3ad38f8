import { REMARK_MAX } from '#contract/limits.ts';
import type { Result } from '#contract/result.ts';
import { DraftField } from '@/parts/filled/DraftField.tsx';
import { QUICK_PHRASES } from './answer-text.ts';
import { useFillIn } from './fill-in-context.ts';

interface RemarkFieldProps {
  remark: string;
  result: Result;
  isRequired: boolean;
  onSave: (remark: string) => Promise<unknown>;
  onTyping: (isTyping: boolean) => void;
}

const phrases = { label: '常用说明', items: QUICK_PHRASES };

/** The remark of one answer. */
export function RemarkField({ remark, result, isRequired, onSave, onTyping }: RemarkFieldProps) {
  const { unsaved } = useFillIn();
  return (
    <DraftField
      label={isRequired ? '说明（必填）' : '说明'}
      text={remark}
      maxLength={REMARK_MAX}
      placeholder={placeholderOf(result, isRequired)}
      isRequired={isRequired}
      rows={2}
      phrases={result === 'unqualified' ? phrases : undefined}
      unsaved={unsaved}
      onSave={onSave}
      onTyping={onTyping}
    />
  );
}

function placeholderOf(result: Result, isRequired: boolean): string {
  if (!isRequired) return '选填';
  return result === 'unqualified' ? '哪里不合格？填写后才计入并上传' : '否决项为什么不适用？填写后才能提交';
}
