import { articlesOf } from '#contract/basis-article.ts';
import { fromChineseNumeral, plainNumerals } from '#contract/chinese-numerals.ts';
import type { LawChapter } from './law-text.ts';

export interface LawFacts {
  docNumber: string;
  lawType: string;
  enactDept: string;
  publishDate: string | null;
  effectiveDate: string | null;
}

/** Kinds of law in the order of their force; a list shows them so. */
export const LAW_TYPES = ['法律', '行政法规', '地方性法规', '部门规章', '规范性文件', '示例制度'] as const;

const CONGRESS = /全国人民代表大会/u;
const STATE_COUNCIL = /国务院(令|第\s*\d+\s*次常务会议)/u;
const MINISTRY_ORDER = /(?:中华人民共和国)?([\p{Script=Han}]{2,30}?(?:委员会|部|总局|局|署))(?:（[^）]*）|\([^)]*\))?令/u;
const PLACE = /^(?!中华人民共和国)[\p{Script=Han}]{2,10}?(省|市|自治区|自治州|自治县)/u;
const DATE = /(\d{4})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日/u;
const DOC_NUMBER = /(?:国务院|主席|[\p{Script=Han}]{2,30}?(?:委员会|部|局|署))令[\s（(第]*\d+\s*号\)?）?|[\p{Script=Han}]{2,12}〔\d{4}〕\s*\d+\s*号/u;

/**
 * What title, promulgation lines, file name and last articles tell about a statute that has no metadata.
 * What they do not tell stays empty: a wrong date is worse than none.
 */
export function guessLawFacts(law: { title: string; notes: string[]; chapters: LawChapter[]; fileName: string }): LawFacts {
  const lawType = guessType(law.title, law.notes);
  const publishDate = publicationDate(law.notes, law.fileName) ?? signedDay(law.chapters);
  return {
    docNumber: docNumber(law.notes),
    lawType,
    enactDept: guessDepartment(lawType, law.notes),
    publishDate,
    effectiveDate: effectiveDate(law.notes, law.chapters, publishDate),
  };
}

function guessType(title: string, notes: string[]): (typeof LAW_TYPES)[number] {
  const promulgation = notes.join('\n');
  if (CONGRESS.test(promulgation)) return '法律';
  if (STATE_COUNCIL.test(promulgation)) return '行政法规';
  if (/〔\d{4}〕/u.test(promulgation)) return '规范性文件';
  if (MINISTRY_ORDER.test(promulgation)) return '部门规章';
  if (PLACE.test(title)) return title.endsWith('条例') ? '地方性法规' : '规范性文件';
  if (/^中华人民共和国.+法$/u.test(title)) return '法律';
  if (title.endsWith('条例')) return '行政法规';
  if (/(办法|规定|规则|细则)(（试行）|\(试行\))?$/u.test(title)) return '部门规章';
  return '规范性文件';
}

function guessDepartment(lawType: string, notes: string[]): string {
  const promulgation = notes.join('\n');
  if (lawType === '法律') return /全国人民代表大会(?!常务委员会)/u.test(promulgation.replace(/全国人民代表大会常务委员会/gu, '')) ? '全国人民代表大会' : '全国人民代表大会常务委员会';
  if (lawType === '行政法规') return '国务院';
  return lawType === '部门规章' ? (MINISTRY_ORDER.exec(promulgation)?.[1] ?? '') : '';
}

/** The last one named belongs to the version at hand. */
function docNumber(notes: string[]): string {
  const found = notes.map((note) => DOC_NUMBER.exec(note)?.[0]).filter((each) => each !== undefined);
  return (found.at(-1) ?? '').replace(/\s/gu, '').replace(/^中华人民共和国/u, '');
}

/** A date in the file's name, such as 医师法(2021-08-20).md, else the last date of the lines that speak of no other thing. */
function publicationDate(notes: string[], fileName: string): string | null {
  const named = /[（(](\d{4}-\d{2}-\d{2})[）)]/u.exec(fileName)?.[1];
  if (named !== undefined && isDay(named)) return named;
  const days = notes.filter((note) => !/施行[）)。]?$/u.test(note) || /公布|发布|通过/u.test(note)).map((note) => firstDay(note));
  return days.filter((day) => day !== undefined).sort().at(-1) ?? null;
}

/** A document without articles is dated at its end, below the name of who issued it. */
function signedDay(chapters: LawChapter[]): string | null {
  const last = chapters.at(-1)?.articles.at(-1)?.paragraphs.at(-1);
  return last !== undefined && /^[^，。；]{8,16}日$/u.test(last) ? (firstDay(last) ?? null) : null;
}

function effectiveDate(notes: string[], chapters: LawChapter[], publishDate: string | null): string | null {
  const noted = notes.filter((note) => /施行[）)。]?$/u.test(note)).map((note) => firstDay(note.slice(note.lastIndexOf('自') + 1)));
  const articles = articlesOf({ chapters }).filter((article) => article.number > 0);
  const closing = articles.slice(-3).flatMap((article) => article.paragraphs).reverse();
  const stated = closing.map((text) => /自(.{0,20}?日)(起|开始)(施行|实施)/u.exec(text)?.[1]).find((text) => text !== undefined);
  const isAtOnce = stated !== undefined && /(公布|发布)之日$/u.test(stated);
  const day = noted.filter((each) => each !== undefined).at(-1) ?? (isAtOnce ? firstPublication(notes, publishDate) : firstDay(stated ?? ''));
  // An amended text still names the day of its first version: that is not when these words took effect.
  return day === undefined || (publishDate !== null && day < publishDate) ? null : day;
}

function firstPublication(notes: string[], publishDate: string | null): string | undefined {
  return notes.filter((note) => /公布|发布/u.test(note)).map((note) => firstDay(note)).find((day) => day !== undefined) ?? publishDate ?? undefined;
}

function firstDay(text: string): string | undefined {
  const plain = plainNumerals(text);
  const found = DATE.exec(plain) ?? chineseDate(plain);
  if (found === null) return undefined;
  const [, year = '', month = '', date = ''] = found;
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDay(day) ? day : undefined;
}

/** 二〇二六年一月一日 */
function chineseDate(text: string): [string, string, string, string] | null {
  const found = /([〇零一二三四五六七八九]{4})年([一二三四五六七八九十]{1,2})月([一二三四五六七八九十]{1,3})日/u.exec(text);
  if (found === null) return null;
  const [all, year = '', month = '', date = ''] = found;
  const digits = [...year].map((digit) => fromChineseNumeral(digit) ?? 0).join('');
  return [all, digits, String(fromChineseNumeral(month) ?? ''), String(fromChineseNumeral(date) ?? '')];
}

const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
};
