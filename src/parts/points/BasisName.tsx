import type { Basis } from '#contract/check-point.ts';
import { articleLabel, shortLawName } from '@/lib/text/article-label.ts';
import { WholeWords } from '@/ui/basics/WholeWords.tsx';

/** The legal basis of a check point as screens cite it, 《医师法》第十二条; the article's number in one piece. */
export function BasisName({ basis: { law, article } }: { basis: Basis }) {
  return (
    <>
      {`《${shortLawName(law)}》`}
      <WholeWords text={articleLabel(article)} />
    </>
  );
}
