import type { LawName } from '@/lib/law-address.ts';
import { useLawPdf } from '@/queries/laws/law-queries.ts';
import { PdfView } from '@/ui/documents/PdfView.tsx';
import { NotLoaded } from '@/ui/lists/Loaded.tsx';

/** The original PDF of a law, from this device where it is kept. */
export function LawPdf({ law, title }: { law: LawName; title: string }) {
  const pdf = useLawPdf(law, true);
  if (pdf.data !== undefined) return <PdfView file={pdf.data} label={`${title} 原文`} />;
  return <NotLoaded of={pdf} rows={3} hint="原文还没有保存到本机，联网后可以查看。" />;
}
