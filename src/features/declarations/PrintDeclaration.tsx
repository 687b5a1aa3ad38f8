import { useEffect, useEffectEvent } from 'react';
import type { DeclarationDetail } from '#contract/declaration.ts';
import { formatDay } from '@/lib/dates.ts';
import { clauseOf } from '@/lib/text/error-sentence.ts';
import { useDeclarationFile } from '@/queries/declaration-queries.ts';
import { useSession } from '@/session/useSession.ts';
import { useBlobUrl } from '@/ui/browser/useBlobUrl.ts';
import { PrintPage } from '@/ui/documents/PrintPage.tsx';
import { tellRefusal } from '@/ui/sheets/tell-refusal.ts';
import type { DeclarationKind } from './declaration-kinds.ts';
import styles from './PrintDeclaration.module.css';

export interface PrintDeclarationProps {
  kind: DeclarationKind;
  record: DeclarationDetail;
  onDone: () => void;
}

/** A record on paper, or as a PDF where the browser's print dialog offers that. */
export function PrintDeclaration(props: PrintDeclarationProps) {
  const { signature } = props.record;
  return signature === null ? <Paper {...props} signatureUrl={undefined} /> : <SignedPaper {...props} fileId={signature.fileId} />;
}

/** Waits for the signature: without it the paper would be another document. */
function SignedPaper({ fileId, ...props }: PrintDeclarationProps & { fileId: string }) {
  const { data, isError, error } = useDeclarationFile(props.record.selfDeclaredType, fileId);
  const giveUp = useEffectEvent(() => {
    void tellRefusal('没有打印', new Error(`签名图片没有加载：${clauseOf(error)}`));
    props.onDone();
  });
  useEffect(() => {
    if (isError) giveUp();
  }, [isError]);
  return data === undefined ? null : <PaperWithPicture {...props} picture={data} />;
}

function PaperWithPicture({ picture, ...props }: PrintDeclarationProps & { picture: Blob }) {
  const url = useBlobUrl(picture);
  return url === undefined ? null : <Paper {...props} signatureUrl={url} />;
}

function Paper({ kind, record, onDone, signatureUrl }: PrintDeclarationProps & { signatureUrl: string | undefined }) {
  const { user } = useSession();
  const { signature } = record;
  return (
    <PrintPage onDone={onDone}>
      <article className={styles['paper']}>
        <h1>{record.title}</h1>
        <p className={styles['facts']}>
          {user?.compName} {record.deptName} · {record.year} 年度
          {record.trainingHours !== '' && ` · ${record.trainingHours} 学时`}
        </p>
        {record.body.split('\n').map((paragraph, index) => (
          <p key={index} className={styles['paragraph']}>
            {paragraph}
          </p>
        ))}
        {record.website !== '' && <p className={styles['paragraph']}>公示网址：{record.website}</p>}
        {record.attachments.length > 0 && (
          <section className={styles['attachments']}>
            <p>附件：</p>
            <ol>
              {record.attachments.map(({ id, name }) => (
                <li key={id}>{name}</li>
              ))}
            </ol>
          </section>
        )}
        <footer className={styles['end']}>
          {kind.isSigned && (
            <div className={styles['signature']}>
              <span>承诺人（签名）：</span>
              {signature === null || signatureUrl === undefined ? <span className={styles['line']} /> : <img src={signatureUrl} alt={`${signature.signerName}的签名`} />}
            </div>
          )}
          {kind.isSigned && signature !== null && <p>{signature.signerName}</p>}
          <p>{user?.compName}</p>
          <p>{formatDay(signature?.signedAt ?? record.declaredAt ?? record.updatedAt)}</p>
        </footer>
      </article>
    </PrintPage>
  );
}
