import { articleLabel, shortLawName } from './article-label.ts';

/** The legal basis of a check point as screens cite it: 《医师法》第十二条. */
export const basisLabel = ({ law, article }: { law: string; article: number }): string => `《${shortLawName(law)}》${articleLabel(article)}`;
