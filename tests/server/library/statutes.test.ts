import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { articleLabel } from '#contract/chinese-numerals.ts';
import { basisEditions, checkLibrary, type LibraryPoint, unverifiedLaws } from '../../../server/library/check-library.ts';
import { parseLawText } from '../../../server/modules/laws/law-text.ts';

/** The newest edition of a law among the texts at hand. */
interface Statute {
  /** Day of publication. */
  edition: string;
  /** Text by article number. */
  articles: ReadonlyMap<number, string>;
}

type CitingPoint = Pick<LibraryPoint, 'code' | 'basis' | 'anchor'>;

/** A point once for each law that it names: its ground, further grounds, and what breaking it costs. */
const citationsOf = ({ code, basis, anchor, furtherBases = [], liability }: LibraryPoint): CitingPoint[] => [
  { code, basis, ...(anchor === undefined ? {} : { anchor }) },
  ...[...furtherBases, ...(liability === undefined ? [] : [liability])].map(({ anchor: words, ...further }) => ({ code, basis: further, ...(words === undefined ? {} : { anchor: words }) })),
];

/** Ended on 2026-08-15 with 生态环境法典. */
const ENDED_LAWS = ['中华人民共和国固体废物污染环境防治法', '中华人民共和国放射性污染防治法'];

const points = checkLibrary.flatMap((category) => category.children.flatMap((item) => item.points)).flatMap(citationsOf);

describe('what the library says of its grounds', () => {
  it('has an anchor of at most 30 characters in every point whose law is verified, and in no other', () => {
    const wrong = points.filter(({ basis, anchor }) => (anchor === undefined) !== unverifiedLaws.has(basis.law) || [...(anchor ?? '')].length > 30 || anchor === '');
    expect(wrong.map(({ code }) => code)).toEqual([]);
  });

  it('names the edition of every verified law, and of no law that is not cited', () => {
    const cited = new Set(points.map(({ basis }) => basis.law));
    expect([...cited].filter((law) => basisEditions[law] === undefined && !unverifiedLaws.has(law))).toEqual([]);
    expect([...Object.keys(basisEditions), ...unverifiedLaws].filter((law) => !cited.has(law))).toEqual([]);
  });

  it('cites no law that has ended', () => {
    expect(points.filter(({ basis }) => ENDED_LAWS.includes(basis.law)).map(({ code }) => code)).toEqual([]);
  });
});

describe('the comparison', () => {
  const statutes = new Map([['某条例', { edition: '2022-03-29', articles: new Map([[1, '甲应当登记。'], [2, '乙应当备案。']]) }]]);
  const editions = { 某条例: '2022-03-29' };
  const cites = (article: number, anchor?: string): CitingPoint => ({ code: '0101-01', basis: { law: '某条例', article, gist: '' }, ...(anchor === undefined ? {} : { anchor }) });

  test.each<[string, CitingPoint, Record<string, string>, string[]]>([
    ['a right citation', cites(2, '乙应当备案'), editions, []],
    ['a wrong number', cites(1, '乙应当备案'), editions, ['0101-01 《某条例》第一条: “乙应当备案” does not stand in that article, but in 第二条']],
    ['a wrong anchor', cites(2, '丙'), editions, ['0101-01 《某条例》第二条: “丙” does not stand in that article']],
    ['an anchor of several articles', cites(2, '应当'), editions, ['0101-01 《某条例》第二条: “应当” stands in 第一条, too']],
    ['an article that is not there', cites(3, '丙'), editions, ['0101-01 《某条例》第三条: the edition of 2022-03-29 has no such article']],
    ['no anchor', cites(2), editions, ['0101-01 《某条例》第二条: the text is there, and the point has no anchor']],
    ['a newer edition', cites(2, '乙应当备案'), { 某条例: '2016-02-06' }, ['0101-01 《某条例》第二条: follows the edition of 2016-02-06, but that of 2022-03-29 is there']],
  ])('of %s', (_name, point, known, expected) => expect(disagreements([point], known, statutes)).toEqual(expected));
});

const folder = fileURLToPath(new URL('../../../../shared/data/statutes', import.meta.url));
const isThere = existsSync(folder);
if (!isThere) console.warn('The grounds of the check points were NOT compared: ../shared/data/statutes (texts in force, as Markdown) is absent.');

describe.skipIf(!isThere)('the grounds of the check points, against the texts in force', () => {
  const statutes = isThere ? readStatutes() : new Map<string, Statute>();

  it('are the article, the words and the edition of the text', () => {
    expect(disagreements(points, basisEditions, statutes)).toEqual([]);
    expect(points.filter(({ basis }) => statutes.has(basis.law)).length).toBeGreaterThanOrEqual(260);
  });

  it('are marked as unverified for the laws that are not there', () => {
    const others = new Set(points.map(({ basis }) => basis.law).filter((law) => !statutes.has(law)));
    expect([...others].sort()).toEqual([...unverifiedLaws].sort());
  });
});

/** A sentence for each citation that the texts at hand contradict; a law without a text says nothing. */
function disagreements(cited: readonly CitingPoint[], editions: Readonly<Record<string, string>>, statutes: ReadonlyMap<string, Statute>): string[] {
  return cited.flatMap(({ code, basis, anchor }) => {
    const statute = statutes.get(basis.law);
    const fault = statute === undefined ? undefined : faultOf(basis.article, anchor, editions[basis.law] ?? 'none', statute);
    return fault === undefined ? [] : [`${code} 《${basis.law}》${articleLabel(basis.article)}: ${fault}`];
  });
}

function faultOf(article: number, anchor: string | undefined, edition: string, statute: Statute): string | undefined {
  if (edition !== statute.edition) return `follows the edition of ${edition}, but that of ${statute.edition} is there`;
  const text = statute.articles.get(article);
  if (text === undefined) return `the edition of ${edition} has no such article`;
  if (anchor === undefined) return 'the text is there, and the point has no anchor';
  const others = [...statute.articles].filter(([number, other]) => number !== article && other.includes(anchor)).map(([number]) => articleLabel(number));
  if (!text.includes(anchor)) return `“${anchor}” does not stand in that article${others.length === 0 ? '' : `, but in ${others.join('、')}`}`;
  return others.length === 0 ? undefined : `“${anchor}” stands in ${others.join('、')}, too`;
}

/** By title; of several editions in the folder, the one published last. */
function readStatutes(): Map<string, Statute> {
  const statutes = new Map<string, Statute>();
  for (const name of readdirSync(folder)) {
    const edition = /\((\d{4}-\d{2}-\d{2})\)\.md$/.exec(name)?.[1];
    if (edition === undefined) throw new Error(`${name}: no day of publication in the name`);
    const { title, chapters } = parseLawText(readFileSync(join(folder, name), 'utf8'));
    if ((statutes.get(title)?.edition ?? '') > edition) continue;
    const articles = chapters.flatMap((chapter) => chapter.articles.map(({ number, paragraphs }) => [number, paragraphs.join('\n')] as const));
    statutes.set(title, { edition, articles: new Map(articles) });
  }
  return statutes;
}
