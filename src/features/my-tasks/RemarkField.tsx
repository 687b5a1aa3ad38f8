import { REMARK_MAX } from '#contract/limits.ts';
import { DraftField } from '@/parts/filled/DraftField.tsx';
import { QUICK_PHRASES } from './answer-text.ts';
import { useFillIn } from './fill-in-context.ts';

interface RemarkFieldProps {
  remark: string;
  isRequired: boolean;
  onSave: (remark: string) => Promise<unknown>;
  onTyping: (isTyping: boolean) => void;
}

const phrases = { label: '常用说明', items: QUICK_PHRASES };

/** The remark of one answer. */
export function RemarkField({ remark, isRequired, onSave, onTyping }: RemarkFieldProps) {
  const { unsaved } = useFillIn();
  return (
    <DraftField
      label={isRequired ? '说明（必填）' : '说明'}
      text={remark}
      maxLength={REMARK_MAX}
      placeholder={isRequired ? '哪里不合格？填写后才计入并上传' : '选填'}
      isRequired={isRequired}
      rows={2}
      phrases={isRequired ? phrases : undefined}
      unsaved={unsaved}
      onSave={onSave}
      onTyping={onTyping}
    />
  );
}
