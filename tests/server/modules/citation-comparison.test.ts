import { describe, expect, it } from 'vitest';
import { compareCitation } from '../../../server/modules/law-changes/citation-comparison.ts';

const edition = (publishDate: string, ...texts: string[]) => ({ publishDate, articles: texts.map((text, index) => ({ number: index + 1, label: '', paragraphs: text.split('|') })) });
const old = edition('2016-02-06', '为了甲。', '乙应当登记。', '依照第二条登记的，按年校验。', '丙丙。', '丁应当备案。');
const cited = (article: number, anchor?: string) => ({ article, edition: '2016-02-06', ...(anchor === undefined ? {} : { anchor }) });
const result = (state: string, article: number | null, beforeArticle: number | null, candidates: number[] = []) => ({ state, article, candidates, beforeArticle });

describe('a citation in a newer edition', () => {
  const next = edition('2022-03-29', '为了甲。', '新的。', '乙应当登记。', '依照第三条 登记的，|按年校验。', '丁应当备案；丁应当及时备案。', '戊应当备案。');
  it.each([
    ['stays', cited(1, '为了甲'), old, result('stayed', 1, 1)],
    ['moves', cited(2, '乙应当登记'), old, result('moved', 3, 2)],
    ['moves, whatever numbers its article names, and however it is set', cited(3, '年校验'), old, result('moved', 4, 3)],
    ['has other words around it', cited(5, '丁应当备案'), old, result('changed', 5, 5)],
    ['stands in several articles', cited(5, '应当备案'), old, result('ambiguous', null, 5, [5, 6])],
    ['is gone', cited(4, '丙丙'), old, result('gone', null, 4)],
    ['moves by the words of its article, without an anchor', cited(2), old, result('moved', 3, 2)],
    ['is gone without an anchor, where its article has other words', cited(5), old, result('gone', null, 5)],
    ['has to be looked at where no text of before is there', cited(2, '乙应当登记'), undefined, result('changed', 3, null)],
    ['is told by the edition before, where it was checked against this one', { article: 3, edition: '2022-03-29', anchor: '乙应当登记' }, old, result('moved', 3, 2)],
    ['is new, where it was checked against this one and was not there', { article: 2, edition: '2022-03-29', anchor: '新的' }, old, result('changed', 2, null)],
  ])('%s', (_name, basis, before, expected) => {
    expect(compareCitation(basis, before, next)).toEqual(expected);
  });

  it('that stands in several articles is where all of its words are as before', () => {
    const moved = edition('2022-03-29', '甲备案。', '乙应当登记，不登记的不得执业。', '乙应当登记。');
    expect(compareCitation(cited(2, '乙应当登记'), old, moved)).toEqual(result('moved', 3, 2));
  });
});
