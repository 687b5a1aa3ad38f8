import { today } from '@/lib/dates.ts';
import { useIsOnPaper } from '@/ui/browser/paper.ts';

/** Under the title on paper: whose it is, and of which day. */
export function PaperFacts({ institution }: { institution: string }) {
  return useIsOnPaper() && <p>{`${institution}　打印日期：${today()}`}</p>;
}
