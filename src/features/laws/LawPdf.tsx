import type { LawName } from '@/lib/law-address.ts';
import { useLawPdf } from '@/queries/laws/law-queries.ts';
import { ListSkeleton } from '@/ui/basics/ListSkeleton.tsx';
import { PdfView } from '@/ui/documents/PdfView.tsx';
import { LoadFailed } from '@/ui/lists/LoadFailed.tsx';

/** The original PDF of a law, from this device where it is kept. */
export function LawPdf({ law, title }: { law: LawName; title: string }) {
  const pdf = useLawPdf(law, true);
  if (pdf.data !== undefined) return <PdfView file={pdf.data} label={`${title} 原文`} />;
  if (pdf.isError) return <LoadFailed error={pdf.error} hint="原文还没有保存到本机，联网后可以查看。" onRetry={() => pdf.refetch()} />;
  return <ListSkeleton rows={3} />;
}
