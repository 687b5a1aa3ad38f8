import { useState } from 'react';
import { REMARK_MAX } from '#contract/limits.ts';
import type { Result } from '#contract/result.ts';
import { usePhrases } from '@/offline/forms/usePhrases.ts';
import { DraftField, type Phrases } from '@/parts/filled/DraftField.tsx';
import { lazyPart } from '@/ui/lazy/lazy-part.ts';
import { QUICK_PHRASES } from './answer-text.ts';
import { useFillIn } from './fill-in-context.ts';

interface RemarkFieldProps {
  /** What was written at the last inspection; empty for nothing. */
  lastRemark: string;
  remark: string;
  result: Result;
  isRequired: boolean;
  onSave: (remark: string) => Promise<unknown>;
  onTyping: (isTyping: boolean) => void;
}

const PhrasesSheet = lazyPart(
  async () => (await import('./PhrasesSheet.tsx')).PhrasesSheet,
  ({ isOpen }) => isOpen,
);

const LABEL = '常用语';

/** The remark of one answer. */
export function RemarkField({ lastRemark, remark, result, isRequired, onSave, onTyping }: RemarkFieldProps) {
  const { unsaved } = useFillIn();
  const own = usePhrases();
  const [managed, setManaged] = useState<string>();
  return (
    <>
      <DraftField
        label={isRequired ? '说明（必填）' : '说明'}
        text={remark}
        maxLength={REMARK_MAX}
        placeholder={placeholderOf(result, isRequired)}
        isRequired={isRequired}
        rows={2}
        phrases={{ ...phrasesOf(result, lastRemark, own), onManage: setManaged }}
        unsaved={unsaved}
        onSave={onSave}
        onTyping={onTyping}
      />
      <PhrasesSheet isOpen={managed !== undefined} remark={managed ?? ''} onClose={() => setManaged(undefined)} />
    </>
  );
}

function phrasesOf(result: Result, lastRemark: string, own: readonly string[]): Phrases {
  const whole = lastRemark === '' ? undefined : { words: '沿用上次说明', text: lastRemark };
  const quick = result === 'unqualified' ? QUICK_PHRASES.filter((phrase) => !own.includes(phrase)) : [];
  return { label: LABEL, items: [...own, ...quick], whole };
}

function placeholderOf(result: Result, isRequired: boolean): string {
  if (!isRequired) return '选填';
  return result === 'unqualified' ? '哪里不合格？填写后才计入并上传' : '否决项为什么不适用？填写后才能提交';
}
