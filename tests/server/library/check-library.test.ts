import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { id } from '#contract/fields.ts';
import { type ApplicabilityProfile, INSTITUTION_CATEGORIES, PRACTICE_FORMS, SERVICES, whyNotAsked } from '#contract/institution-profile.ts';
import { checkLibrary, checkLibraryVersion, libraryId } from '../../../server/library/check-library.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const items = checkLibrary.flatMap((category) => category.children);
const points = items.flatMap((item) => item.points);

describe('national check library', () => {
  it('has the twelve categories of the regulation in their order', () => {
    const codes = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));
    expect(checkLibrary.map((category) => category.code)).toEqual(codes);
    expect(checkLibraryVersion).toBeGreaterThanOrEqual(1);
  });

  it('has 2 to 12 items and 12 to 120 points in every category, and at least 400 points', () => {
    const uneven = checkLibrary.filter(({ children }) => {
      const pointCount = children.flatMap((item) => item.points).length;
      return !isBetween(children.length, 2, 12) || !isBetween(pointCount, 12, 120);
    });
    expect(uneven.map((category) => category.name)).toEqual([]);
    expect(points.length).toBeGreaterThanOrEqual(400);
  });

  it('has unique codes, each led by the code of its parent', () => {
    for (const category of checkLibrary) {
      for (const item of category.children) {
        expect(item.code).toMatch(new RegExp(`^${category.code}\\d{2}$`));
        for (const point of item.points) expect(point.code).toMatch(new RegExp(`^${item.code}-\\d{2}$`));
      }
    }
    expect(duplicates(points.map((point) => point.code))).toEqual([]);
    expect(duplicates(items.map((item) => item.code))).toEqual([]);
  });

  it('words every point differently', () => {
    expect(duplicates(points.map((point) => point.content))).toEqual([]);
    expect(duplicates(points.map((point) => point.method))).toEqual([]);
    expect(duplicates(items.map((item) => item.name))).toEqual([]);
  });

  it('has no two points that share much of their wording', () => {
    const grams = points.map((point) => ({ code: point.code, own: bigrams(point.content) }));
    const alike = grams.flatMap(({ code, own }, index) =>
      grams
        .slice(index + 1)
        .filter((other) => overlap(own, other.own) > 0.4)
        .map((other) => `${code} ~ ${other.code}`),
    );
    expect(alike).toEqual([]);
  });

  it('says in one sentence of 16 to 80 characters what must hold', () => {
    const bad = points.filter(({ content }) => !isBetween(lengthOf(content), 16, 80) || content.indexOf('。') !== content.length - 1);
    expect(bad.map((point) => point.content)).toEqual([]);
  });

  it('has method, gist and expected answer within their bounds', () => {
    const texts = points.flatMap(({ method, expected, basis }) => [method, expected, basis.gist]);
    expect(texts.filter((text) => text !== text.trim() || !isBetween(lengthOf(text), 8, 120))).toEqual([]);
  });

  it('names every law by its bare title, with the number of an article', () => {
    const bad = points.filter(({ basis }) => !/^[^《》\s]{3,40}$/.test(basis.law) || !isBetween(basis.article, 1, 1300));
    expect(bad.map((point) => point.code)).toEqual([]);
    expect(points.every(({ basis }) => Number.isInteger(basis.article))).toBe(true);
  });
});

describe('whom the points concern', () => {
  const concerns = items.flatMap((item) => item.points.map((point) => ({ ...point, appliesTo: point.appliesTo ?? item.appliesTo, kinds: point.kinds ?? item.kinds ?? [] })));
  const reasons = (profile: ApplicabilityProfile) => concerns.map(({ appliesTo }) => whyNotAsked(appliesTo, profile));

  it('names departments that can answer for every point', () => {
    expect(concerns.filter(({ kinds }) => kinds.length === 0).map(({ code }) => code)).toEqual([]);
  });

  it('weighs points by 1 to 3, and vetoes with few', () => {
    expect(points.filter(({ weight = 1 }) => ![1, 2, 3].includes(weight)).map(({ code }) => code)).toEqual([]);
    expect(points.filter(({ mark }) => mark === 'veto').length).toBeLessThanOrEqual(20);
  });

  it.each([['dental'], ['dental', 'radiology'], ['traditional'], ['dental', 'traditional']] as const)('asks a clinic with a pharmacy at most 130 points: %s %s', (...services) => {
    const asked = reasons({ category: '诊所', level: 0, beds: 0, practice: 'filing', services: ['pharmacy', ...services] }).filter((reason) => reason === null);
    expect(asked.length).toBeGreaterThan(60);
    expect(asked.length).toBeLessThanOrEqual(130);
  });

  it('asks a hospital with every service all but what is for other institutions', () => {
    const off = reasons({ category: '综合医院', level: 3, beds: 1000, practice: 'licence', services: SERVICES }).filter((reason) => reason !== null);
    expect(off.filter((reason) => !reason.startsWith('机构类别为') && !reason.startsWith('执业依据为'))).toEqual([]);
    expect(off.length).toBeLessThan(points.length / 20);
  });

  it('asks somebody each point', () => {
    const everybody = INSTITUTION_CATEGORIES.flatMap((category) => PRACTICE_FORMS.map((practice): ApplicabilityProfile => ({ category, level: 3, beds: 1000, practice, services: SERVICES })));
    const asked = everybody.map(reasons);
    expect(concerns.filter((_, index) => asked.every((reason) => reason[index] !== null)).map(({ code }) => code)).toEqual([]);
  });
});

describe('libraryId', () => {
  const codes = [...checkLibrary, ...items, ...points].map(({ code }) => code);

  it('gives every category, item and point its own identifier of version 7', () => {
    const ids = codes.map((code) => libraryId(code));
    expect(duplicates(ids)).toEqual([]);
    expect(ids.filter((value) => !id.safeParse(value).success)).toEqual([]);
    expect(ids.filter((value) => !/^.{14}7.{4}[89ab]/.test(value))).toEqual([]);
  });

  it('is stable: databases in use refer to these values', () => {
    expect(libraryId('0101-01')).toBe('0176bb3e-7000-7bbe-84b1-e057c8ff3deb');
    expect(parseInt(libraryId('01').replaceAll('-', '').slice(0, 12), 16)).toBe(Date.UTC(2021, 0, 1));
  });
});

describe('demonstration laws', () => {
  const folder = join(root, 'server/library/laws');
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'));

  it('are several', () => expect(names.length).toBeGreaterThanOrEqual(3));

  it.each(names)('%s is marked as a sample, has 15 to 40 numbered articles and its metadata', (name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    expect(text).toMatch(/^# .*示例/);
    expect(text.slice(0, text.indexOf('\n## '))).toContain('不是国家或者地方颁布的法律文件');

    const numbers = articleNumbers(text);
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => index + 1));
    expect(numbers.length).toBeGreaterThanOrEqual(15);
    expect(numbers.length).toBeLessThanOrEqual(40);

    const metadata: unknown = JSON.parse(readFileSync(join(folder, name.replace(/\.md$/, '.json')), 'utf8'));
    expect(metadata).toEqual({
      docNumber: expect.stringContaining('示例'),
      lawType: expect.stringContaining('示例'),
      enactDept: expect.stringContaining('非官方'),
      publishDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      effectiveDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      status: expect.stringMatching(/^(effective|amended)$/),
    });
  });
});

function duplicates(values: string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

function lengthOf(text: string): number {
  return [...text].length;
}

function isBetween(value: number, min: number, max: number): boolean {
  return value >= min && value <= max;
}

/** Share of common pairs among all pairs of two texts, 0 to 1. */
function overlap(one: Set<string>, other: Set<string>): number {
  const shared = [...one].filter((pair) => other.has(pair)).length;
  return shared / (one.size + other.size - shared);
}

function bigrams(text: string): Set<string> {
  const letters = [...text.replace(/[\p{P}\s]/gu, '')];
  return new Set(letters.slice(1).map((letter, index) => `${letters[index]}${letter}`));
}

/** Numbers of the paragraphs that start an article; some editions print them in bold. */
function articleNumbers(text: string): number[] {
  return [...text.matchAll(/^(?:\*\*)?第([零〇一二三四五六七八九十百]+)条(?:\*\*)?\s/gmu)].map((match) => chineseNumber(match[1] ?? ''));
}

/** Up to 999, as articles are numbered: 十二, 二十, 一百零三. */
function chineseNumber(text: string): number {
  const digits = '零一二三四五六七八九';
  let total = 0;
  let digit = 0;
  for (const letter of text.replaceAll('〇', '零')) {
    if (letter === '百') total += digit * 100;
    else if (letter === '十') total += (digit || 1) * 10;
    else {
      digit = digits.indexOf(letter);
      continue;
    }
    digit = 0;
  }
  return total + digit;
}
