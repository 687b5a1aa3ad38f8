import type { Attachment, Declaration, DeclarationDetail } from '#contract/declaration.ts';
import type { Caller } from '../../caller.ts';
import { mayChange } from './declaration-policy.ts';
import type { DeclarationDetailRow, DeclarationRow, listFiles } from './declaration-repository.ts';

type FileRow = Awaited<ReturnType<typeof listFiles>>[number];

export const toDeclaration = (caller: Caller, row: DeclarationRow): Declaration => ({
  id: row.id,
  selfDeclaredType: row.self_declared_type,
  title: row.title,
  year: row.year,
  status: row.status,
  deptId: row.dept_id,
  deptName: row.dept_name,
  createdByName: row.created_by_name,
  createdAt: row.created_at,
  updatedByName: row.updated_by_name,
  updatedAt: row.updated_at,
  declaredByName: row.declared_by_name,
  declaredAt: row.declared_at,
  attachmentCount: row.attachment_count,
  isSigned: row.signed_at !== null,
  mayChange: mayChange(caller, row),
  revision: row.revision,
});

export const toAttachments = (files: readonly FileRow[]): Attachment[] =>
  files.filter(({ kind }) => kind === 'attachment').map(({ id, name, type, size, sha256 }) => ({ id, name, type, size, sha256 }));

export function toDetail(caller: Caller, row: DeclarationDetailRow, files: readonly FileRow[]): DeclarationDetail {
  const picture = files.find(({ kind }) => kind === 'signature');
  return {
    ...toDeclaration(caller, row),
    body: row.body,
    trainingHours: row.training_hours,
    website: row.website,
    attachments: toAttachments(files),
    signature:
      picture === undefined || row.signer_name === null || row.signed_at === null
        ? null
        : { fileId: picture.id, sha256: picture.sha256, signerName: row.signer_name, signedAt: row.signed_at },
  };
}
