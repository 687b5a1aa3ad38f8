import { fileTypeFromBuffer } from 'file-type';
import { checkPhoto } from './image-check.ts';

/**
 * Judges an attachment by its bytes; what the sender calls it does not count.
 * @returns its type and its bytes, of a picture without metadata, or the sentence that says why it is refused
 */
export async function checkAttachment(bytes: Uint8Array): Promise<{ type: string; bytes: Uint8Array } | { refusal: string }> {
  const type = (await fileTypeFromBuffer(bytes))?.mime;
  if (type === 'application/pdf') return { type, bytes };
  const judgement = checkPhoto(bytes);
  if (!('refusal' in judgement) || type?.startsWith('image/')) return judgement;
  return { refusal: '文件内容不是 PDF、JPEG、PNG 或 WebP，请移除后换一个文件' };
}
