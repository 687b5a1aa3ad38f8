import { useState } from 'react';
import { useDeclarationFile } from '@/queries/declaration-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { EditSOutline } from '@/ui/basics/icons.tsx';
import stack from '@/ui/basics/stack.module.css';
import letters from '@/ui/basics/letters.module.css';
import { useBlobUrl } from '@/ui/browser/useBlobUrl.ts';
import type { FormSignature } from './declaration-form.ts';
import { SignatureSheet, type Signed } from './SignatureSheet.tsx';
import styles from './SignatureField.module.css';

export interface SignatureFieldProps {
  type: number;
  signature: FormSignature | null;
  /** Whether it was given for the text and the attachments as they stand. */
  isValid: boolean;
  /** Attachments are still on their way: with each that arrives, a signature given before would be void. */
  isEarly: boolean;
  /** Who is expected to sign. */
  signerName: string;
  /** Whether the pad is open. */
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onSign: (signed: Signed) => Promise<unknown>;
  onRemove: () => void;
}

/** The signature below a 承诺书. */
export function SignatureField({ type, signature, isValid, isEarly, signerName, isOpen, onOpen, onSign, onRemove }: SignatureFieldProps) {
  const handleSign = async (signed: Signed): Promise<void> => {
    await onSign(signed);
    onOpen(false);
  };
  return (
    <section className={stack['lines']} aria-label="签名">
      <h2 className={styles['title']}>签名</h2>
      {signature !== null && isValid && (
        <div className={styles['signed']}>
          <FormSignaturePicture key={signature.sha256} type={type} signature={signature} />
          <p className={letters['small']}>签名人：{signature.signerName}</p>
        </div>
      )}
      {signature !== null && !isValid && (
        <p className={styles['outdated']} role="status">
          承诺内容或附件已修改，原签名作废，请重新签名
        </p>
      )}
      <div className={stack['marks']}>
        <ActionButton icon={<EditSOutline aria-hidden />} isDisabled={isEarly} onClick={() => onOpen(true)}>
          {signature === null ? '手写签名' : '重新签名'}
        </ActionButton>
        {signature !== null && (
          <ActionButton tone="text" size="small" onClick={onRemove}>
            移除签名
          </ActionButton>
        )}
      </div>
      <p className={letters['small']}>{isEarly ? '附件还没有传完，传完后才能签名。' : '写好内容、传完附件后再签名：签名后再改动，需要重新签名。'}</p>
      {isOpen && <SignatureSheet signerName={signature?.signerName ?? signerName} onSign={handleSign} onClose={() => onOpen(false)} />}
    </section>
  );
}

function FormSignaturePicture({ type, signature: { png, fileId, signerName } }: { type: number; signature: FormSignature }) {
  const [drawn] = useState(() => png && new Blob([png], { type: 'image/png' }));
  if (drawn !== undefined) return <SignaturePicture picture={drawn} signerName={signerName} />;
  return fileId === undefined ? null : <StoredSignature type={type} fileId={fileId} signerName={signerName} />;
}

/** The picture that the server has. */
export function StoredSignature({ type, fileId, signerName }: { type: number; fileId: string; signerName: string }) {
  const file = useDeclarationFile(type, fileId);
  if (file.data !== undefined) return <SignaturePicture picture={file.data} signerName={signerName} />;
  return <p className={letters['small']}>{file.isError ? '签名图片联网后显示' : '正在加载签名…'}</p>;
}

export function SignaturePicture({ picture, signerName }: { picture: Blob; signerName: string }) {
  const url = useBlobUrl(picture);
  return url === undefined ? null : <img className={styles['picture']} src={url} alt={`${signerName}的签名`} />;
}
