import { z } from 'zod';
import { DECLARATION_TYPES } from './declaration-type.ts';
import { day, id, optionalFilter, optionalText, orderedBy, requiredText, revision, sha256, wholeNumber } from './fields.ts';
import {
  ATTACHMENT_NAME_MAX,
  ATTACHMENTS_PER_DECLARATION,
  DECLARATION_BODY_MAX,
  DECLARATION_TITLE_MAX,
  DECLARATIONS_PER_DELETE,
  PERSON_NAME_MAX,
} from './limits.ts';
import { pageQuery } from './envelope.ts';
import { personName, plainName, rules } from './rules.ts';

export const declarationStatus = z.enum(['draft', 'declared'], '申报状态不正确');
export type DeclarationStatus = z.infer<typeof declarationStatus>;

/** One of `declarationType`. */
export const selfDeclaredType = wholeNumber(0, DECLARATION_TYPES.length - 1, '申报类型不正确');
const year = wholeNumber(2000, 2100, '年度应为 2000 至 2100');

export const declarationTypeParams = z.object({ type: selfDeclaredType });
export const declarationParams = z.object({ type: selfDeclaredType, id });
export const declarationQuery = pageQuery.extend({
  year: optionalFilter(year),
  title: optionalText(50),
  status: optionalFilter(declarationStatus),
  /** Of an administrator; staff see their own department's records. */
  deptId: optionalFilter(id),
  /** Declared between these days of Shanghai, both included; drafts then are none of them. */
  declaredFrom: optionalFilter(day),
  declaredTo: optionalFilter(day),
  ...orderedBy(['year', 'updatedAt']),
});
/** `deptId` as in `declarationQuery`. */
export const draftQuery = z.object({ year, deptId: optionalFilter(id) });

/** Bytes that were uploaded before, and how the person calls them. */
export const newAttachment = z.object({ sha256, name: requiredText(ATTACHMENT_NAME_MAX, plainName) });
/** Drawn with a finger; `sha256` is the picture's. */
const newSignature = z.object({ signerName: requiredText(PERSON_NAME_MAX, personName), sha256 });

const fields = {
  title: requiredText(DECLARATION_TITLE_MAX),
  year,
  body: optionalText(DECLARATION_BODY_MAX),
  /** 教育培训 only: 学时, with one decimal at most. */
  trainingHours: optionalText(6, rules.decimal),
  /** 定期公示 only: where it can be read. */
  website: optionalText(300, rules.url),
  status: declarationStatus,
  attachments: z
    .array(newAttachment, '附件格式不正确')
    .max(ATTACHMENTS_PER_DECLARATION, `最多 ${ATTACHMENTS_PER_DECLARATION} 个附件`)
    .refine((list) => new Set(list.map((one) => one.sha256)).size === list.length, '同一个文件只能添加一次'),
  /** 承诺书 only; null where it is not signed. */
  signature: newSignature.nullable().default(null),
};

/** `id` is made by the page, so that a repeated request makes no second record. */
export const newDeclaration = z.object({ id, ...fields });
export const changedDeclaration = z.object({ selfDeclaredType, selfDeclaredId: id, revision, ...fields });
export const deletedDeclarations = z.object({
  selfDeclaredType,
  selfDeclaredId: z.array(id, '编号格式错误').min(1, '请选择要删除的记录').max(DECLARATIONS_PER_DELETE, `一次最多删除 ${DECLARATIONS_PER_DELETE} 条`),
});
export const savedDeclaration = z.object({ id: z.string(), revision: z.number() });
export const deletedCount = z.object({ deletedCount: z.number() });

/** `id` is for `readSelfDeclareFile`. */
export const attachment = z.object({ id: z.string(), name: z.string(), type: z.string(), size: z.number(), sha256: z.string() });
export type Attachment = z.infer<typeof attachment>;

export const signature = z.object({ fileId: z.string(), sha256: z.string(), signerName: z.string(), signedAt: z.string() });

const rowFields = {
  id: z.string(),
  selfDeclaredType: z.number(),
  title: z.string(),
  year: z.number(),
  status: declarationStatus,
  deptId: z.string(),
  deptName: z.string(),
  createdByName: z.string(),
  createdAt: z.string(),
  updatedByName: z.string(),
  updatedAt: z.string(),
  declaredByName: z.string().nullable(),
  declaredAt: z.string().nullable(),
  attachmentCount: z.number(),
  isSigned: z.boolean(),
  /** Whether the caller may change or delete it. */
  mayChange: z.boolean(),
  revision: z.number(),
};
export const declaration = z.object(rowFields);
export type Declaration = z.infer<typeof declaration>;

export const declarationDetail = z.object({
  ...rowFields,
  body: z.string(),
  trainingHours: z.string(),
  website: z.string(),
  attachments: z.array(attachment),
  signature: signature.nullable(),
});
export type DeclarationDetail = z.infer<typeof declarationDetail>;

/** A text to be edited, made of what the year's tasks, findings and corrections say; `name` is the department's or institution's whose they are. */
export const declarationDraft = z.object({ title: z.string(), body: z.string(), name: z.string(), from: day, to: day });

/** Of a file that is uploaded in pieces: which are here, by number from 0, and whether the whole is stored. */
export const uploadState = z.object({ pieceSize: z.number(), received: z.array(z.number()), isStored: z.boolean() });
export type UploadState = z.infer<typeof uploadState>;
