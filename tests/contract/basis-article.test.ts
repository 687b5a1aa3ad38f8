import { describe, expect, it } from 'vitest';
import { articleOf, articlesWith } from '#contract/basis-article.ts';

const article = (number: number, ...paragraphs: string[]) => ({ number, label: `第${number}条`, paragraphs });
const before = { publishDate: '2016-02-06', chapters: [{ title: '第一章', articles: [article(0, '目录'), article(1, '甲应当登记。')] }, { title: '第二章', articles: [article(2, '乙应当备案。', '逾期的补办。')] }] };
const after = { publishDate: '2022-03-29', chapters: [{ title: '', articles: [article(1, '乙应当及时备案；乙应当备案。'), article(2, '丙应当备案。')] }] };

describe('the article that a basis means', () => {
  it.each([
    ['in its edition has its number', { article: 2, edition: '2016-02-06' }, before, 2],
    ['in its edition has its number, though its words stand elsewhere, too', { article: 2, edition: '2016-02-06', anchor: '应当' }, before, 2],
    ['in another edition is where its words stand', { article: 2, edition: '2016-02-06', anchor: '乙应当备案' }, after, 1],
    ['in an earlier edition, too', { article: 1, edition: '2022-03-29', anchor: '乙应当备案' }, before, 2],
    ['is not certain where its words stand in several', { article: 2, edition: '2016-02-06', anchor: '应当' }, after, undefined],
    ['is not certain where its words stand nowhere', { article: 1, edition: '2016-02-06', anchor: '甲应当登记' }, after, undefined],
    ['is not certain in another edition without words', { article: 2, edition: '2016-02-06' }, after, undefined],
    ['has its number where nobody said which edition it follows', { article: 2, edition: null }, after, 2],
    ['is none for the whole text', { article: 0, edition: '2016-02-06', anchor: '甲' }, before, undefined],
  ])('%s', (_name, basis, text, expected) => {
    expect(articleOf(basis, text)?.number).toBe(expected);
  });

  it('is found by words of any of its paragraphs, and no preamble is one', () => {
    const articles = before.chapters.flatMap((chapter) => chapter.articles);
    expect(articlesWith(articles, '逾期的补办').map(({ number }) => number)).toEqual([2]);
    expect(articlesWith(articles, '目录')).toEqual([]);
  });
});
