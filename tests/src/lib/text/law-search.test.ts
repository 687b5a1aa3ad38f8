import { describe, expect, it } from 'vitest';
import { articleLabel } from '@/lib/text/article-label.ts';
import { LawSearch, type SearchedLaw, type SearchLimits } from '@/lib/text/law-search.ts';

const few: SearchLimits = { laws: 10, points: 5, articlesPerLaw: 2, wholeLaws: [] };

const law = (id: string, title: string, status: SearchedLaw['status'] = 'effective'): SearchedLaw => ({ id, version: 'v', title, status, effectiveDate: null });
const chapters = (...texts: string[]) => [{ title: '第一章 总则', articles: texts.map((text, index) => ({ number: index + 1, label: `第${index + 1}条`, paragraphs: text.split('|') })) }];

function library(): LawSearch {
  const search = new LawSearch();
  const add = (one: SearchedLaw, ...texts: string[]): void => {
    search.addLaw(one);
    search.addText(one, { id: one.id, chapters: chapters(...texts) });
  };
  add(law('old', '医疗废物管理办法', 'amended'), '旧的医疗废物规定');
  add(law('many', '甲条例'), '医疗废物一', '无关', '医疗废物二|再说医疗废物', '医疗废物三');
  add(law('named', '医疗废物管理条例'), '为了加强管理');
  add(law('one', '乙条例'), '医疗废物');
  search.addLaw(law('unread', '医疗废物分类目录'));
  search.addPoint({ id: 'p1', content: '医疗废物分类收集', method: '看现场', expected: '分类', basis: { law: '医疗废物管理条例', article: 16, gist: '分类收集' } });
  search.addPoint({ id: 'p2', content: '锐器盒及时更换', method: '看三个治疗室的医疗废物', expected: '不超过四分之三', basis: { law: '甲条例', article: 1, gist: '及时' } });
  return search;
}

describe('one search over laws and points', () => {
  it('shows laws of that name first, then those in force, then those with the most hits', () => {
    const result = library().find('医疗废物', few);
    expect(result.laws.map(({ id }) => id)).toEqual(['named', 'unread', 'old', 'many', 'one']);
    expect([result.lawCount, result.articleCount, result.pointCount]).toEqual([5, 5, 2]);
  });

  it('groups hits by law, the first few with their surroundings', () => {
    const many = library().find('医疗废物', few).laws.find(({ id }) => id === 'many');
    expect(many).toMatchObject({ title: { text: '甲条例', spans: [] }, status: 'effective', articleCount: 3 });
    expect(many?.articles).toEqual([
      { number: 1, label: '第1条', chapter: '第一章 总则', snippet: { text: '医疗废物一', spans: [[0, 4]] } },
      { number: 3, label: '第3条', chapter: '第一章 总则', snippet: { text: '医疗废物二 再说医疗废物', spans: [[0, 4], [8, 12]] } },
    ]);
    const whole = library().find('医疗废物', { ...few, wholeLaws: ['many'] }).laws.find(({ id }) => id === 'many');
    expect(whole?.articles.map(({ number }) => number)).toEqual([1, 3, 4]);
  });

  it('keeps the counts where it shows only a part', () => {
    const result = library().find('医疗废物', { ...few, laws: 2, points: 1 });
    expect([result.laws.length, result.lawCount, result.points.length, result.pointCount]).toEqual([2, 5, 1, 2]);
  });

  it('lets the points give way to the articles where only so many hits are wanted', () => {
    const shown = (query: string, laws: number): number[] => {
      const { laws: found, points } = library().find(query, { ...few, laws, hits: 3 });
      return [found.reduce((sum, { articles }) => sum + articles.length, 0), points.length];
    };
    expect(shown('医疗废物', 3)).toEqual([1, 2]);
    expect(shown('医疗废物', 4)).toEqual([3, 0]);
    expect(shown('锐器盒', 1)).toEqual([0, 1]);
  });

  it('wants every word, in one article', () => {
    const result = library().find('医疗废物 再说', few);
    expect(result.laws.map(({ id, articleCount }) => [id, articleCount])).toEqual([['many', 1]]);
  });

  it('lesson 27: shows a point by its content, and what is found behind it', () => {
    const [first, second] = library().find('医疗废物', few).points;
    expect(first).toEqual({ id: 'p1', content: { text: '医疗废物分类收集', spans: [[0, 4]] }, elsewhere: undefined, basis: { law: '医疗废物管理条例', article: 16, gist: '分类收集' } });
    expect(second?.content.spans).toEqual([]);
    expect(second?.elsewhere?.spans.map(([start, end]) => second.elsewhere?.text.slice(start, end))).toEqual(['医疗废物']);
  });

  describe('an article that is cited by its number', () => {
    const search = new LawSearch();
    for (const [id, title] of [['doctors', '中华人民共和国医师法'], ['nurses', '护士条例']] as const) {
      search.addLaw(law(id, title));
      search.addText(law(id, title), {
        id,
        chapters: [{ title: '', articles: [49, 50, 105].map((number) => ({ number, label: articleLabel(number), paragraphs: [number === 49 ? '依照本法第五十条处理' : '罚款'] })) }],
      });
    }
    const foundBy = (query: string): string[] =>
      search.find(query, few).laws.flatMap(({ id, articles }) => articles.map(({ number }) => `${id} ${number}`));

    it.each([['医师法 第五十条'], ['医师法第五十条'], ['第50条 医师法'], ['《医师法》第五十条'], ['罚款 医师法第50条']])('is found by %s', (query) => {
      expect(foundBy(query)).toEqual(['doctors 50']);
    });

    it('comes before those that mention it, in every law', () => {
      expect(foundBy('第五十条')).toEqual(['doctors 50', 'doctors 49', 'nurses 50', 'nurses 49']);
      expect(foundBy('第一百〇五条')).toEqual(['doctors 105', 'nurses 105']);
      expect(foundBy('第一百○五条')).toEqual(['doctors 105', 'nurses 105']);
    });

    it('is none where its law has no such one', () => {
      expect(foundBy('医师法第五十一条')).toEqual([]);
      expect(foundBy('药品管理法第五十条')).toEqual([]);
    });
  });

  it('looks for words without the marks around them', () => {
    expect(library().find('“医疗废物”', few).articleCount).toBe(5);
    expect(library().find('《医疗废物管理条例》', few).laws.map(({ id }) => id)).toEqual(['named']);
  });

  it('finds nothing for nothing', () => {
    for (const query of ['', '  ', '没有这样的词']) {
      expect(library().find(query, few)).toMatchObject({ lawCount: 0, articleCount: 0, laws: [], pointCount: 0, points: [] });
    }
  });
});
