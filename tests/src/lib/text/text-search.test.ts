import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { foldText, termsOf } from '@/lib/text/fold-text.ts';
import { findSpans, snippetAround, TextIndex } from '@/lib/text/text-search.ts';
import { parseLawText } from '../../../../server/modules/laws/law-text.ts';

const indexOf = (texts: readonly string[]): TextIndex => {
  const index = new TextIndex();
  for (const text of texts) index.add(text);
  return index;
};

/** What a person would find by reading everything. */
const scan = (texts: readonly string[], query: string): number[] => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return words.length === 0 ? [] : texts.flatMap((text, number) => (words.every((word) => text.toLowerCase().includes(word)) ? [number] : []));
};

describe('folding', () => {
  it('makes capitals and full width alike, and keeps every place where it is', () => {
    expect(foldText('ＰＤＦ与PDF（一）　完')).toBe('pdf与pdf(一) 完');
    for (const text of ['İstanbul', 'ß', '𠮷野家', '第一条　总则']) expect(foldText(text)).toHaveLength(text.length);
  });

  it('divides a query at white space, and takes each word once', () => {
    expect(termsOf('  医疗废物　暂存 医疗废物\n')).toEqual(['医疗废物', '暂存']);
    expect(termsOf('《医疗废物管理条例》“暂存”')).toEqual(['医疗废物管理条例', '暂存']);
    expect(termsOf(' 　“”')).toEqual([]);
  });
});

describe('the index', () => {
  const texts = ['医疗废物的暂存', '废物', '医疗', '疗废', 'ICU 病房', '废', '', '物废疗医'];

  it.each(['医疗废物', '废物', '废', '疗废', 'icu', 'ICU 病', '暂存 废物', '废 疗', '没有', '医废', '𠮷', ' '])('lesson 27: finds %j where a plain scan does', (query) => {
    expect(indexOf(texts).find(query)).toEqual(scan(texts, query));
  });

  it('finds nothing for pairs that stand apart', () => {
    // 医疗 and 疗废 are both there, 医疗废 is not.
    expect(indexOf(['医疗与疗废']).find('医疗废')).toEqual([]);
  });
});

describe('places of hits', () => {
  it('are in order, and grow together where they touch or overlap', () => {
    expect(findSpans('医疗废物与废物', ['废物', '医疗'])).toEqual([
      [0, 4],
      [5, 7],
    ]);
    expect(findSpans('哈哈哈哈哈', ['哈哈'])).toEqual([[0, 4]]);
    expect(findSpans('无', ['有'])).toEqual([]);
  });

  it('keep their place in a snippet', () => {
    const text = `${'前'.repeat(100)}医疗废物${'后'.repeat(100)}`;
    const { text: shown, spans } = snippetAround(text, findSpans(text, ['医疗废物']));
    expect(spans.map(([start, end]) => shown.slice(start, end))).toEqual(['医疗废物']);
    expect(shown.startsWith('…')).toBe(true);
    expect(shown.endsWith('…')).toBe(true);
    expect(shown.length).toBeLessThan(80);
  });

  it('in a short text need no dots', () => {
    expect(snippetAround('医疗废物', [[2, 4]])).toEqual({ text: '医疗废物', spans: [[2, 4]] });
    expect(snippetAround('一\n二', [])).toEqual({ text: '一 二', spans: [] });
  });

  it('that end behind a snippet are cut with it', () => {
    const { text, spans } = snippetAround('废'.repeat(200), [[0, 200]]);
    expect(spans).toEqual([[0, text.length - 1]]);
  });
});

const statutes = resolve('../shared/data/laws');
const articlesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) => parseLawText(readFileSync(join(folder, name), 'utf8')).chapters)
    .flatMap((chapter) => chapter.articles)
    .map((article) => article.paragraphs.join('\n'));

/** Words of every length from the texts themselves, and words that are in none. */
const queriesFrom = (texts: readonly string[]): string[] => [
  ...Array.from({ length: 60 }, (_, index) => {
    const text = texts[(index * 37) % texts.length] ?? '';
    const start = (index * 13) % Math.max(1, text.length - 6);
    return text.slice(start, start + 1 + (index % 6)).replaceAll(/[\n"'“”‘’「」『』《》〈〉]/gu, '').trim();
  }),
  '医疗废物',
  '废物',
  '废',
  '废物 暂时贮存',
  '区块链',
];

it('finds in the sample laws what a plain scan finds', () => {
  const texts = articlesIn(resolve('server/library/laws'));
  const index = indexOf(texts);
  for (const query of queriesFrom(texts)) expect(index.find(query), query).toEqual(scan(texts.map((text) => foldText(text)), foldText(query)));
});

describe.skipIf(!existsSync(statutes))('over the real statutes', () => {
  it('finds what a plain scan finds', () => {
    const texts = articlesIn(statutes);
    expect(texts.length).toBeGreaterThan(1500);
    const folded = texts.map((text) => foldText(text));
    const index = indexOf(texts);
    for (const query of queriesFrom(texts)) expect(index.find(query), query).toEqual(scan(folded, foldText(query)));
    expect(index.find('医疗废物').length).toBeGreaterThan(50);
    expect(index.find('废物').length).toBeGreaterThan(index.find('医疗废物').length);
  });
});

if (!existsSync(statutes)) console.warn('The search was NOT compared with a plain scan over real statutes: ../shared/data/laws is not there');
