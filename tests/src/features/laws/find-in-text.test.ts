import { describe, expect, it } from 'vitest';
import { articleKey, findInText, hitFrom } from '@/features/laws/find-in-text.ts';

const article = (number: number, ...paragraphs: string[]) => ({ number, label: `第${number}条`, paragraphs });
const law = {
  chapters: [
    { title: '第一章', articles: [article(1, '废物一', '废物二，废物三'), article(2, '无')] },
    { title: '第二章', articles: [article(3, '无', '废物四')] },
  ],
};

describe('finding in a text', () => {
  it('numbers the hits from the first article to the last', () => {
    const hits = findInText(law, '废物');
    expect(hits.total).toBe(4);
    expect(hits.articles.get(articleKey(0, 0))).toEqual({
      first: 0,
      count: 3,
      paragraphs: [
        { first: 0, spans: [[0, 2]] },
        { first: 1, spans: [[0, 2], [4, 6]] },
      ],
    });
    expect(hits.articles.has(articleKey(0, 1))).toBe(false);
    expect(hits.articles.get(articleKey(1, 0))).toMatchObject({ first: 3, count: 1 });
  });

  it('takes what is typed as it is', () => {
    expect(findInText(law, '二，废').total).toBe(1);
    expect(findInText(law, '.').total).toBe(0);
    expect(findInText(law, ' ').total).toBe(0);
  });

  it('begins at the article where the person is', () => {
    const hits = findInText(law, '废物');
    expect(hitFrom(law, hits, undefined)).toBe(0);
    expect(hitFrom(law, hits, 1)).toBe(0);
    expect(hitFrom(law, hits, 2)).toBe(3);
    expect(hitFrom(law, hits, 3)).toBe(3);
    expect(hitFrom(law, findInText(law, '二'), 3)).toBe(0);
  });
});
