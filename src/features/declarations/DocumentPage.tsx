import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import type { DeclarationDetail } from '#contract/declaration.ts';
import { formatTime } from '@/lib/dates.ts';
import { declarationsPath } from '@/lib/paths.ts';
import { useAttachments, useDeclaration } from '@/queries/declaration-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import stack from '@/ui/basics/stack.module.css';
import { useIsNarrow } from '@/ui/browser/useIsNarrow.ts';
import { NotLoaded } from '@/ui/lists/Loaded.tsx';
import { useTabNote } from '@/ui/page/page-chrome.ts';
import { Page } from '@/ui/page/Page.tsx';
import { MoreButton } from '@/ui/sheets/MoreButton.tsx';
import { AttachmentPages } from './AttachmentPages.tsx';
import { declarationKinds, type DeclarationKind } from './declaration-kinds.ts';
import { DeclarationTag } from './DeclarationTags.tsx';
import { OPENED } from './opened-form.ts';
import { PrintDeclaration } from './PrintDeclaration.tsx';
import { StoredSignature } from './SignatureField.tsx';
import { useDeletion } from './useDeletion.tsx';
import styles from './DocumentPage.module.css';

/** 查看文档: one record with its attachments, page by page. */
export default function DocumentPage() {
  const { type = '0', id = '' } = useParams();
  const kind = declarationKinds[Number(type)];
  return kind && <OneDocument kind={kind} id={id} />;
}

function OneDocument({ kind, id }: { kind: DeclarationKind; id: string }) {
  const record = useDeclaration(kind.selfDeclaredType, id);
  useTabNote(record.data?.title);
  if (record.data !== undefined) return <Document kind={kind} record={record.data} />;
  return (
    <Page width="reading">
      <NotLoaded of={record} rows={4} />
    </Page>
  );
}

function Document({ kind, record }: { kind: DeclarationKind; record: DeclarationDetail }) {
  const isNarrow = useIsNarrow();
  const navigate = useNavigate();
  const remove = useDeletion(kind);
  const attachments = useAttachments(record);
  const [isPrinting, setIsPrinting] = useState(false);
  const list = declarationsPath(kind.selfDeclaredType);

  const handleDelete = async (): Promise<void> => {
    if (await remove([record])) await navigate(list, { replace: true });
  };
  const edit = { label: '编辑', onSelect: () => void navigate(declarationsPath(kind.selfDeclaredType, record.id), OPENED) };
  const print = { label: '打印 / 导出 PDF', onSelect: () => setIsPrinting(true) };

  return (
    <Page
      width="reading"
      actions={
        <>
          <MoreButton items={[...(record.mayChange && isNarrow ? [edit] : []), print, ...(record.mayChange ? [{ label: '删除', onSelect: () => void handleDelete() }] : [])]} />
          {record.mayChange && !isNarrow && (
            <ActionButton tone="primary" size="small" onClick={edit.onSelect}>
              {edit.label}
            </ActionButton>
          )}
        </>
      }
    >
      <article className={styles['document']}>
        <header className={stack['lines']}>
          <h2 className={styles['title']}>{record.title}</h2>
          <p className={styles['tags']}>
            <DeclarationTag {...record} />
            <span>
              {kind.title} · {record.year} 年度 · {record.deptName}
            </span>
          </p>
          <Facts record={record} />
        </header>
        <section aria-label="正文">{record.body === '' ? <p className={styles['none']}>没有正文</p> : <p className={styles['body']}>{record.body}</p>}</section>
        {record.signature !== null && (
          <section className={styles['signature']} aria-label="签名">
            <StoredSignature type={record.selfDeclaredType} fileId={record.signature.fileId} signerName={record.signature.signerName} />
            <p>
              {record.signature.signerName} 签于 {formatTime(record.signature.signedAt)}
            </p>
          </section>
        )}
        <AttachmentPages type={record.selfDeclaredType} attachments={attachments} />
      </article>
      {isPrinting && <PrintDeclaration kind={kind} record={record} onDone={() => setIsPrinting(false)} />}
    </Page>
  );
}

function Facts({ record }: { record: DeclarationDetail }) {
  const facts = [
    ['填报', `${record.createdByName} ${formatTime(record.createdAt)}`],
    ['最近修改', `${record.updatedByName} ${formatTime(record.updatedAt)}`],
    ...(record.declaredAt === null ? [] : [['申报', `${record.declaredByName ?? ''} ${formatTime(record.declaredAt)}`]]),
    ...(record.trainingHours === '' ? [] : [['学时', record.trainingHours]]),
  ];
  return (
    <dl className={styles['facts']}>
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {record.website !== '' && (
        <div>
          <dt>公示网址</dt>
          <dd>
            <a href={record.website} target="_blank" rel="noopener noreferrer">
              {record.website}
            </a>
          </dd>
        </div>
      )}
      {!record.mayChange && (
        <div>
          <dt>说明</dt>
          <dd>已申报，只有管理员可以修改或删除</dd>
        </div>
      )}
    </dl>
  );
}
