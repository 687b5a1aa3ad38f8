import { useState } from 'react';
import { PERSON_NAME_MAX } from '#contract/limits.ts';
import { personName } from '#contract/rules.ts';
import { isSignature, type Stroke } from '@/lib/files/strokes.ts';
import { sentenceOf } from '@/lib/text/error-sentence.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import stack from '@/ui/basics/stack.module.css';
import { inkToPng, nameToPng } from '@/ui/controls/draw-ink.ts';
import { FormProblem } from '@/ui/controls/FormProblem.tsx';
import { SignaturePad } from '@/ui/controls/SignaturePad.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { useFields } from '@/ui/controls/useFields.ts';
import { useFormProblem } from '@/ui/controls/useFormProblem.ts';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { useDismiss } from '@/ui/sheets/useDismiss.ts';
import styles from './SignatureSheet.module.css';

export interface Signed {
  png: ArrayBuffer;
  signerName: string;
}

export interface SignatureSheetProps {
  signerName: string;
  /** The sheet shows why it rejects. */
  onSign: (signed: Signed) => Promise<unknown>;
  onClose: () => void;
}

/** A signature by finger, pen or mouse; the typed name in its place where somebody cannot draw. */
export function SignatureSheet({ signerName, onSign, onClose }: SignatureSheetProps) {
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const [isTyped, setIsTyped] = useState(false);
  const [problem, setProblem] = useFormProblem();
  const form = useFields({ signerName: { maxLength: PERSON_NAME_MAX, isRequired: true, rule: personName } }, { signerName });

  const change = (next: readonly Stroke[]): void => {
    setStrokes(next);
    setProblem(undefined);
  };
  const close = useDismiss(strokes.length > 0, onClose);
  const handleDone = async (): Promise<void> => {
    const isWritten = isTyped || isSignature(strokes);
    setProblem(isWritten ? undefined : '请在方框内签写完整的姓名');
    if (!form.checkAll() || !isWritten) return;
    const name = form.values.signerName.trim();
    try {
      const picture = isTyped ? await nameToPng(name) : await inkToPng(strokes);
      await onSign({ png: await picture.arrayBuffer(), signerName: name });
    } catch (error) {
      setProblem(sentenceOf(error, '签名没有保存，请重试'));
    }
  };

  return (
    <Sheet
      isOpen
      title="手写签名"
      onClose={() => void close()}
      footer={
        <>
          <ActionButton onClick={close}>取消</ActionButton>
          <ActionButton tone="primary" onClick={handleDone}>
            确认签名
          </ActionButton>
        </>
      }
    >
      <div className={`${stack['items']} ${styles['body']}`}>
        {!isTyped && <SignaturePad label="签名区" strokes={strokes} onDraw={(stroke) => change([...strokes, stroke])} />}
        <div className={stack['items']}>
          <div className={styles['tools']}>
            {!isTyped && (
              <>
                <ActionButton size="small" isDisabled={strokes.length === 0} onClick={() => change(strokes.slice(0, -1))}>
                  撤销一笔
                </ActionButton>
                <ActionButton size="small" isDisabled={strokes.length === 0} onClick={() => change([])}>
                  清空
                </ActionButton>
              </>
            )}
            <ActionButton tone="text" size="small" onClick={() => setIsTyped(!isTyped)}>
              {isTyped ? '改为手写' : '不便手写，用键入的姓名'}
            </ActionButton>
          </div>
          <TextField label="签名人姓名" {...form.bind('signerName')} {...(isTyped ? { hint: '键入的姓名会作为签名显示在承诺书上' } : {})} />
          <FormProblem>{problem}</FormProblem>
        </div>
      </div>
    </Sheet>
  );
}
