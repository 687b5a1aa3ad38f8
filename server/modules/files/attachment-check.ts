import { fileTypeFromBuffer } from 'file-type';
import { isLockedPdf } from '../../files/locked-pdf.ts';
import { isPdf } from '../../files/pdf-check.ts';
import { checkPhoto } from './image-check.ts';

const PDF = 'application/pdf';

/**
 * Judges an attachment by its bytes; what the sender calls it does not count.
 * @returns its type and its bytes, of a picture without metadata, or the sentence that says why it is refused
 */
export async function checkAttachment(bytes: Uint8Array): Promise<{ type: string; bytes: Uint8Array } | { refusal: string }> {
  const type = (await fileTypeFromBuffer(bytes))?.mime;
  // Where other bytes come before its own, the library knows none.
  if (type === PDF || (type === undefined && isPdf(bytes))) {
    return (await isLockedPdf(bytes)) ? { refusal: 'PDF 设有打开密码，别人无法查看，请去掉密码后重新添加' } : { type: PDF, bytes };
  }
  const judgement = checkPhoto(bytes);
  if (!('refusal' in judgement) || type?.startsWith('image/')) return judgement;
  return { refusal: '文件内容不是 PDF、JPEG、PNG 或 WebP，请移除后换一个文件' };
}
