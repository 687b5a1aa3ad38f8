import type { Law } from '#contract/law.ts';
import { formatBytes } from '@/lib/files/bytes.ts';
import { presenceOf, type HeldLaws } from '@/offline/reading/law-storage.ts';

export interface KeptSummary {
  total: number;
  /** Laws whose present text is kept. */
  texts: number;
  textBytes: number;
  /** Laws that have a PDF, and those whose present one is kept. */
  withPdf: number;
  pdfs: number;
  pdfBytes: number;
  /** All that can be kept of these laws is. */
  isWhole: boolean;
}

/** How much of these laws is kept in their present version, and what that takes. */
export function summarizeKept(laws: readonly Law[], held: HeldLaws): KeptSummary {
  const sum: KeptSummary = { total: laws.length, texts: 0, textBytes: 0, withPdf: 0, pdfs: 0, pdfBytes: 0, isWhole: true };
  for (const law of laws) {
    const presence = presenceOf(law, held);
    const own = held.get(law.id);
    if (presence === 'kept' || presence === 'textKept') sum.texts += 1;
    if (presence !== 'kept') sum.isWhole = false;
    if (law.hasPdf) sum.withPdf += 1;
    if (law.hasPdf && own?.keptPdfs.includes(law.version)) sum.pdfs += 1;
    sum.textBytes += own?.textBytes ?? 0;
    sum.pdfBytes += own?.pdfBytes ?? 0;
  }
  return sum;
}

/** 正文 29 / 29 部 · 759 KB; of PDFs, where there are any: 原文 PDF 1 / 3 部 · 2.1 MB. */
export const describeTexts = ({ texts, total, textBytes }: KeptSummary): string => `${texts} / ${total} 部${textBytes > 0 ? ` · ${formatBytes(textBytes)}` : ''}`;
export const describePdfs = ({ pdfs, withPdf, pdfBytes }: KeptSummary): string => `${pdfs} / ${withPdf} 部${pdfBytes > 0 ? ` · ${formatBytes(pdfBytes)}` : ''}`;
