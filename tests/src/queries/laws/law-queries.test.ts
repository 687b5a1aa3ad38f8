// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import type { Law } from '#contract/law.ts';
import { findCitedLaw, findLaw } from '@/queries/laws/law-queries.ts';

const law = (id: string, title: string, changes: Partial<Law> = {}): Law => ({
  id,
  title,
  docNumber: '',
  lawType: '',
  enactDept: '',
  publishDate: null,
  effectiveDate: null,
  status: 'effective',
  articleCount: 1,
  hasPdf: false,
  version: 'v',
  versions: [],
  ...changes,
});

describe('findLaw', () => {
  const laws = [
    law('old', '中华人民共和国传染病防治法', { status: 'amended', publishDate: '2013-06-29' }),
    law('new', '中华人民共和国传染病防治法', { publishDate: '2025-04-30' }),
    law('draft', '传染病防治法实施办法'),
    law('dated', '医师法(2021-08-20)'),
  ];
  it.each([
    ['传染病防治法', 'new'],
    ['《中华人民共和国传染病防治法》', 'new'],
    ['中华人民共和国医师法', 'dated'],
    ['传染病防治法实施办法', 'draft'],
  ])('%s', (title, id) => {
    expect(findLaw(laws, title)?.id).toBe(id);
  });

  it('takes no law for another whose name begins alike', () => {
    expect(findLaw(laws, '传染病')).toBeUndefined();
  });
});

describe('what a basis cites', () => {
  const old = law('old', '中华人民共和国传染病防治法', { status: 'amended', publishDate: '2013-06-29' });
  const present = law('new', '中华人民共和国传染病防治法', { publishDate: '2025-04-30' });
  const gone = law('gone', '某办法', { status: 'repealed', publishDate: '2001-01-01' });
  const basis = (title: string, edition: string | null) => ({ law: title, article: 3, gist: '', edition });

  it.each([
    ['the present version', [old, present], basis('传染病防治法', '2025-04-30'), ['new', 'new', 'inForce']],
    ['an earlier version, which is there', [old, present], basis('传染病防治法', '2013-06-29'), ['old', 'new', 'amended']],
    ['an earlier version, which is not there', [present], basis('传染病防治法', '2013-06-29'), ['new', 'new', 'amended']],
    ['a version that is not there yet', [old], basis('传染病防治法', '2025-04-30'), ['old', 'old', 'amended']],
    ['no version that anybody named', [old, present], basis('传染病防治法', null), ['new', 'new', 'inForce']],
    ['a law that is no longer in force', [gone], basis('某办法', null), ['gone', 'gone', 'repealed']],
  ])('%s', (_name, library, cited, [id, currentId, state]) => {
    const found = findCitedLaw(library, cited);
    expect([found?.law.id, found?.current.id, found?.state]).toEqual([id, currentId, state]);
  });

  it('may be no law of the library', () => {
    expect(findCitedLaw([present], basis('献血法', '1997-12-29'))).toBeUndefined();
  });
});
