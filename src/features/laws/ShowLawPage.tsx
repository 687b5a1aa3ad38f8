import { useLocation, useParams } from 'react-router-dom';
import type { LawText } from '#contract/law.ts';
import { shortLawName } from '@/lib/text/article-label.ts';
import { useLawLibrary, useLawText } from '@/queries/laws/law-queries.ts';
import { NotLoaded } from '@/ui/lists/Loaded.tsx';
import { useTabNote } from '@/ui/page/page-chrome.ts';
import { Page } from '@/ui/page/Page.tsx';
import { LawReader } from './LawReader.tsx';
import { useWarmPdf } from './useWarmPdf.ts';

/** 法规详情: the text of one law, at the article that the address names, and its original PDF. */
export default function ShowLawPage() {
  const { id = '' } = useParams();
  const { search, key } = useLocation();
  const library = useLawLibrary();
  const listed = library.data?.find((law) => law.id === id);
  // What the list does not know may still be on the server, under no version that we could name.
  const isListRead = library.data !== undefined || library.isError;
  const text = useLawText(listed ?? (isListRead ? { id, version: '' } : undefined));
  useTabNote(text.data === undefined ? undefined : shortLawName(text.data.title));
  useWarmPdf(library.data);

  if (text.data === undefined) {
    return <Page><NotLoaded of={text} /></Page>;
  }
  return <LawReader key={text.data.version} text={text.data} listed={listed} asked={askedBy(search, key, text.data)} />;
}

/** What an address asks for; an article that the law does not have is not asked for. */
function askedBy(search: string, visit: string, text: LawText) {
  const query = new URLSearchParams(search);
  const number = Number(query.get('article') ?? 0);
  const hasArticle = text.chapters.some((chapter) => chapter.articles.some((article) => article.number > 0 && article.number === number));
  return { article: hasArticle ? number : undefined, find: query.get('find') ?? '', visit };
}
