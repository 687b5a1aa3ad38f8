import { ATTACHMENT_MAX_BYTES, ATTACHMENT_NAME_MAX } from '#contract/limits.ts';
import { cleanText } from '@/lib/text/draft-text.ts';
import type { UploadState } from '@/offline/files/uploads.ts';

/** A file that the server has. */
export interface FormAttachment {
  sha256: string;
  name: string;
  size: number;
  type: string;
}

/** For the file picker; by ending too, since some phones know no types. */
export const ATTACHMENT_ACCEPT = '.pdf,.jpg,.jpeg,.png,.webp,application/pdf,image/jpeg,image/png,image/webp';
const ENDING = /\.(?:pdf|jpe?g|png|webp)$/i;
const TYPE = /^(?:application\/pdf|image\/(?:jpeg|png|webp))$/;

/** Why a file cannot be attached, as far as can be told before it is sent; the server looks at its content. */
export function refusalOf({ name, type, size }: { name: string; type: string; size: number }): string | undefined {
  if (!TYPE.test(type) && !ENDING.test(name)) return `“${name}”不能添加：只支持 PDF、JPG、PNG 和 WebP 文件`;
  if (size === 0) return `“${name}”是空文件，请重新选择`;
  if (size > ATTACHMENT_MAX_BYTES) return `“${name}”超过 20 MB，请压缩或拆分后再添加`;
  return undefined;
}

/** Why a file was left out though nothing is wrong with it. */
export const doubleNotice = (name: string, other: string): string =>
  name === other ? `“${name}”已在附件中，未重复添加` : `“${name}”与“${other}”内容相同，未重复添加`;

/**
 * The files of a form that are not among its attachments yet. One that is was sent before: the phone still has it when
 * it ended the page before it could be forgotten, and asks the server about it once more.
 */
export function untakenUploads<Sent extends { sha256: string }>(uploads: readonly Sent[], attachments: readonly { sha256: string }[]): Sent[] {
  const taken = new Set(attachments.map(({ sha256 }) => sha256));
  return uploads.filter(({ sha256 }) => !taken.has(sha256));
}

/** Why a form with these untaken files cannot be saved; undefined where there are none. */
export function untakenProblem(untaken: readonly { state: UploadState }[]): string | undefined {
  const refused = untaken.filter(({ state }) => state === 'refused').length;
  const open = untaken.length - refused;
  const sentences: string[] = [];
  if (refused > 0) sentences.push(`有 ${refused} 个附件不能上传，请先移除`);
  if (open > 0) sentences.push(`还有 ${open} 个附件没有传完，请联网等待传完，或先取消`);
  return sentences.length === 0 ? undefined : sentences.join('；');
}

/** The name as the server takes it, with its ending. */
export function attachmentName(name: string): string {
  const clean = cleanText(name, name.length).trim();
  if (clean === '') return '附件';
  if (clean.length <= ATTACHMENT_NAME_MAX) return clean;
  const ending = /\.[^.]{1,8}$/.exec(clean)?.[0] ?? '';
  return `${cleanText(clean, ATTACHMENT_NAME_MAX - ending.length)}${ending}`;
}
