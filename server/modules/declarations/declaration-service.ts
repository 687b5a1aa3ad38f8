import { v7 as uuidv7 } from 'uuid';
import { dayEnd, dayStart, shanghaiTime } from '#contract/calendar.ts';
import type { Attachment, Declaration, DeclarationDetail } from '#contract/declaration.ts';
import { DECLARATION_TYPES, declarationType } from '#contract/declaration-type.ts';
import type { CallRequest } from '#contract/endpoints.ts';
import type { Page } from '#contract/paging.ts';
import { type Caller, mayRead } from '../../caller.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { findEmployeeName } from '../../database/company-rows.ts';
import { isUniqueViolation } from '../../database/dialect.ts';
import { once } from '../../database/operations.ts';
import type { DeclarationFileTable, DeclarationHistoryTable, DeclarationTable } from '../../database/tables.ts';
import { conflict, notFound, wrongField } from '../../errors.ts';
import { recordAudit } from '../audit/audit-service.ts';
import { countText } from '../daily-use/daily-use-service.ts';
import { attachedFile, type AttachedFile, claimAttachments, findMissingFiles, findTypeOfFile, keepFiles } from '../files/file-service.ts';
import { mayChange, mayReadDeclaration } from './declaration-policy.ts';
import { toAttachments, toDeclaration, toDetail } from './declaration-presenter.ts';
import {
  deleteDeclaration,
  findDeclaration,
  findFileOfDeclaration,
  findPage,
  findPublishedPage,
  findPublishedTitle,
  holdDeclaration,
  insertDeclaration,
  insertHistory,
  listFiles,
  replaceFiles,
  updateDeclaration,
} from './declaration-repository.ts';

const ID_TAKEN = '该编号已被使用，请刷新页面后重新填写';

type Fields = Omit<CallRequest<'addSelfDeclare'>['body'], 'id'>;
interface Saved {
  id: string;
  revision: number;
}

export async function findDeclarations(
  { db }: ServerContext,
  caller: Caller,
  type: number,
  query: CallRequest<'querySelfDeclarePage'>['query'],
): Promise<Page<Declaration>> {
  const filter = {
    ...query,
    compNo: caller.compNo,
    type,
    deptId: caller.role === 'admin' ? query.deptId : caller.deptId,
    declaredFrom: query.declaredFrom && dayStart(query.declaredFrom).toISOString(),
    declaredBefore: query.declaredTo && dayEnd(query.declaredTo).toISOString(),
  };
  const { rows, total } = await findPage(db, filter, query);
  return { records: rows.map((row) => toDeclaration(caller, row)), total, pageNum: query.pageNum, pageSize: query.pageSize };
}

/** What is published inside the institution. */
export async function findPublished({ db }: ServerContext, caller: Caller, query: CallRequest<'queryPublicBoard'>['query']): Promise<Page<Declaration>> {
  const { rows, total } = await findPublishedPage(db, { compNo: caller.compNo, type: query.type, year: query.year }, query);
  return { records: rows.map((row) => toDeclaration(caller, row)), total, pageNum: query.pageNum, pageSize: query.pageSize };
}

/** Undefined where it is not published in that company. */
export const titleOfPublished = (db: Queryable, compNo: string, id: string): Promise<string | undefined> => findPublishedTitle(db, compNo, id);

export async function readDeclaration({ db }: ServerContext, caller: Caller, type: number, id: string): Promise<DeclarationDetail> {
  const row = await findDeclaration(db, caller.compNo, type, id);
  if (row === undefined || !mayReadDeclaration(caller, row)) throw notFound();
  return toDetail(caller, row, await listFiles(db, id));
}

export async function listAttachments({ db }: ServerContext, caller: Caller, type: number, id: string): Promise<Attachment[]> {
  const row = await findDeclaration(db, caller.compNo, type, id);
  if (row === undefined || !mayReadDeclaration(caller, row)) throw notFound();
  return toAttachments(await listFiles(db, id));
}

/** An attachment or a signature's picture of a record that the caller may read. */
export async function findAttachedFile(context: ServerContext, caller: Caller, type: number, fileId: string): Promise<AttachedFile> {
  const file = await findFileOfDeclaration(context.db, caller.compNo, type, fileId);
  if (file === undefined || !mayReadDeclaration(caller, file)) throw notFound();
  return attachedFile(context, caller.compNo, file);
}

/**
 * Makes a record of the caller's department.
 * @throws AppError when the id is taken, or a file was not uploaded
 */
export async function addDeclaration(context: ServerContext, caller: Caller, type: number, { id, ...fields }: CallRequest<'addSelfDeclare'>['body']): Promise<Saved> {
  checkFields(type, fields);
  const at = context.now().toISOString();
  const row: DeclarationTable = {
    id,
    comp_no: caller.compNo,
    dept_id: caller.deptId,
    self_declared_type: type,
    ...columnsOf(fields),
    ...declaredNow(fields, undefined, caller, at),
    ...signedNow(fields, undefined, at),
    revision: 1,
    is_institutional: caller.role === 'admin' ? 1 : 0,
    created_by: caller.employeeId,
    created_at: at,
    updated_by: caller.employeeId,
    updated_at: at,
  };
  try {
    return await once(context.db, caller.operation, async (trx) => {
      const before = await holdDeclaration(trx, context.dialect, caller.compNo, id);
      if (before !== undefined) throw conflict(before.created_by === caller.employeeId ? '该记录已经保存过，请返回列表打开它再修改' : ID_TAKEN);
      await claimFiles(trx, context, caller, fields, new Set());
      await insertDeclaration(trx, row);
      await replaceFiles(trx, id, filesOf(row, fields, []));
      await countText(trx, { ...caller, at: context.now() }, fields);
      await insertHistory(trx, historyOf(row, fields, 'add', caller, at));
      await audit(trx, caller, row, fields.status === 'declared' ? 'declare' : 'add', context.now());
      return { id, revision: row.revision };
    });
  } catch (error) {
    throw isUniqueViolation(error) ? conflict(ID_TAKEN) : error;
  }
}

/**
 * Changes a record that nobody has changed since the caller read it.
 * @throws AppError 4009 with who was quicker, or that it is declared and therefore an administrator's to change
 */
export async function changeDeclaration(context: ServerContext, caller: Caller, body: CallRequest<'updateSelfDeclare'>['body']): Promise<Saved> {
  const { selfDeclaredType: type, selfDeclaredId: id, revision, ...fields } = body;
  checkFields(type, fields);
  return once(context.db, caller.operation, async (trx) => {
    const before = await holdDeclaration(trx, context.dialect, caller.compNo, id);
    if (before === undefined || before.self_declared_type !== type || !mayRead(caller, before)) throw notFound();
    if (!mayChange(caller, before)) throw conflict('已申报的记录只能由管理员修改，如有错误请联系本机构管理员');
    if (before.revision !== revision) {
      const name = await findEmployeeName(trx, before.updated_by);
      throw conflict(`${name}已于 ${shanghaiTime(new Date(before.updated_at)).slice(0, 16)} 修改过这条记录，请查看最新内容后再保存，您填写的内容没有丢失`);
    }
    const files = await listFiles(trx, id);
    const signatureBefore = files.find(({ kind }) => kind === 'signature')?.sha256;
    if (fields.signature !== null && fields.signature.sha256 === signatureBefore && !isWhatWasSigned(before, files, fields)) {
      throw wrongField('signature', '承诺内容、附件或签名人已修改，请重新签名');
    }
    await claimFiles(trx, context, caller, fields, new Set(files.map(({ sha256 }) => sha256)));
    const at = context.now().toISOString();
    const row: DeclarationTable = {
      ...before,
      ...columnsOf(fields),
      ...declaredNow(fields, before, caller, at),
      ...signedNow(fields, fields.signature?.sha256 === signatureBefore ? before : undefined, at),
      revision: before.revision + 1,
      updated_by: caller.employeeId,
      updated_at: at,
    };
    await updateDeclaration(trx, id, row);
    await replaceFiles(trx, id, filesOf(row, fields, files));
    await countText(trx, { ...caller, at: context.now() }, fields);
    await insertHistory(trx, historyOf(row, fields, 'update', caller, at));
    const isDeclaredNow = before.status === 'draft' && fields.status === 'declared';
    await audit(trx, caller, row, isDeclaredNow ? 'declare' : 'update', context.now());
    return { id, revision: row.revision };
  });
}

/** Deletes all of the records or none; their last state stays in the history. */
export async function deleteDeclarations(context: ServerContext, caller: Caller, type: number, ids: readonly string[]): Promise<number> {
  const distinct = [...new Set(ids)].sort();
  await once(context.db, caller.operation, async (trx) => {
    for (const id of distinct) {
      const row = await holdDeclaration(trx, context.dialect, caller.compNo, id);
      if (row === undefined || row.self_declared_type !== type || !mayRead(caller, row)) throw notFound();
      if (!mayChange(caller, row)) throw conflict(`《${row.title}》已申报，只能由管理员删除。本次没有删除任何记录`);
      const at = context.now();
      const files = await listFiles(trx, id);
      await insertHistory(trx, { ...historyOf(row, fieldsOf(row, files), 'delete', caller, at.toISOString()), revision: row.revision + 1 });
      await deleteDeclaration(trx, id);
      await audit(trx, caller, row, 'delete', at);
    }
  });
  return distinct.length;
}

/** What only some types have. */
function checkFields(type: number, fields: Fields): void {
  if (fields.trainingHours !== '' && type !== declarationType.teachTrain) throw wrongField('trainingHours', '只有教育培训可以填写学时');
  if (fields.website !== '' && type !== declarationType.publicity) throw wrongField('website', '只有定期公示可以填写公示网址');
  if (fields.signature !== null && type !== declarationType.letterCommitment) throw wrongField('signature', '只有承诺书可以签名');
  if (fields.status === 'declared' && fields.body === '' && fields.attachments.length === 0) {
    throw wrongField('body', '请填写正文或上传附件后再申报');
  }
}

/** A file has to be one that the caller's department uploaded, or one that the record has already; it stays from now on. */
async function claimFiles(trx: Queryable, { dialect }: ServerContext, caller: Caller, fields: Fields, present: ReadonlySet<string>): Promise<void> {
  await claimAttachments(trx, dialect, caller, { field: 'attachments', files: fields.attachments, present });
  if (fields.signature === null) return;
  const { sha256 } = fields.signature;
  const missing = await findMissingFiles(trx, dialect, caller, new Set(present.has(sha256) ? [] : [sha256]));
  if (missing.has(sha256)) throw wrongField('signature', '签名没有上传完成，请重新签名');
  if ((await findTypeOfFile(trx, caller.compNo, sha256)) !== 'image/png') throw wrongField('signature', '签名不是图片，请重新签名');
  await keepFiles(trx, dialect, caller.compNo, [sha256]);
}

const columnsOf = ({ title, year, body, trainingHours, website, status }: Fields) => ({ title, year, body, training_hours: trainingHours, website, status });

/** A declared record keeps the instant at which it was declared first, until it is a draft again. */
function declaredNow(fields: Fields, before: DeclarationTable | undefined, caller: Caller, at: string): Pick<DeclarationTable, 'declared_at' | 'declared_by'> {
  if (fields.status === 'draft') return { declared_at: null, declared_by: null };
  if (before !== undefined && before.declared_at !== null) return { declared_at: before.declared_at, declared_by: before.declared_by };
  return { declared_at: at, declared_by: caller.employeeId };
}

/** @param before the record, where its signature stays */
function signedNow(fields: Fields, before: DeclarationTable | undefined, at: string): Pick<DeclarationTable, 'signer_name' | 'signed_at'> {
  if (fields.signature === null) return { signer_name: null, signed_at: null };
  return { signer_name: fields.signature.signerName, signed_at: before?.signed_at ?? at };
}

const isSameText = (row: DeclarationTable, fields: Fields): boolean =>
  row.title === fields.title && row.year === fields.year && row.body === fields.body && row.training_hours === fields.trainingHours && row.website === fields.website;

/** A signature stands for the text, the files and the name that it was given under; what a file is called is not part of it. */
function isWhatWasSigned(row: DeclarationTable, files: readonly { kind: string; sha256: string }[], fields: Fields): boolean {
  const before = new Set(files.filter(({ kind }) => kind === 'attachment').map(({ sha256 }) => sha256));
  return (
    isSameText(row, fields) &&
    row.signer_name === fields.signature?.signerName &&
    before.size === fields.attachments.length &&
    fields.attachments.every(({ sha256 }) => before.has(sha256))
  );
}

/** Rows for the files of a record; one that it had before keeps its id, which the page may hold. */
function filesOf(
  { id, comp_no }: DeclarationTable,
  fields: Fields,
  before: readonly { id: string; kind: string; sha256: string }[],
): DeclarationFileTable[] {
  const rowOf = (kind: DeclarationFileTable['kind'], sha256: string, name: string, seq: number): DeclarationFileTable => ({
    id: before.find((file) => file.kind === kind && file.sha256 === sha256)?.id ?? uuidv7(),
    declaration_id: id,
    comp_no,
    kind,
    seq,
    sha256,
    name,
  });
  return [
    ...fields.attachments.map(({ sha256, name }, index) => rowOf('attachment', sha256, name, index)),
    ...(fields.signature === null ? [] : [rowOf('signature', fields.signature.sha256, '签名.png', fields.attachments.length)]),
  ];
}

function fieldsOf(row: DeclarationTable, files: readonly { kind: string; sha256: string; name: string }[]): Fields {
  const picture = files.find(({ kind }) => kind === 'signature');
  return {
    title: row.title,
    year: row.year,
    body: row.body,
    trainingHours: row.training_hours,
    website: row.website,
    status: row.status,
    attachments: files.filter(({ kind }) => kind === 'attachment').map(({ sha256, name }) => ({ sha256, name })),
    signature: picture === undefined ? null : { signerName: row.signer_name ?? '', sha256: picture.sha256 },
  };
}

const contentOf = ({ title, year, body, trainingHours, website, status, attachments, signature }: Fields): string =>
  JSON.stringify({ title, year, body, trainingHours, website, status, attachments, signature });

const historyOf = (row: DeclarationTable, fields: Fields, deed: DeclarationHistoryTable['deed'], caller: Caller, at: string): DeclarationHistoryTable => ({
  id: uuidv7(),
  comp_no: row.comp_no,
  declaration_id: row.id,
  revision: row.revision,
  deed,
  content: contentOf(fields),
  saved_by: caller.employeeId,
  saved_at: at,
});

const deedNames = { add: '新建', update: '修改', declare: '申报', delete: '删除' } as const;

const audit = (trx: Queryable, caller: Caller, row: DeclarationTable, deed: keyof typeof deedNames, at: Date): Promise<void> =>
  recordAudit(
    trx,
    caller,
    {
      action: `declaration.${deed}`,
      objectType: 'declaration',
      objectId: row.id,
      summary: `${deedNames[deed]}${DECLARATION_TYPES[row.self_declared_type] ?? ''}《${row.title}》（${row.year} 年度）`,
    },
    at,
  );
