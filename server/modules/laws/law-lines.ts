/** What the lines of a statute look like: each function looks at one line and knows nothing of those around it. */
import { fromChineseNumeral, NUMERAL_CHARACTERS as CHINESE, toChineseNumeral } from '#contract/chinese-numerals.ts';
import { cutText } from '#contract/text-end.ts';

/** People space numbers out for the eye, as in 第 三 条. */
const NUMERAL = `[${CHINESE}0-9０-９ ]+`;
const ARTICLE = new RegExp(`^第(${NUMERAL})条( ?之 ?[${CHINESE}0-9０-９]+)?(.*)$`, 'su');
const ITEM = new RegExp(`^([${CHINESE} ]+)、(.*)$`, 'su');
const DIVISION = new RegExp(`^第(${NUMERAL})(分编|编|章|节) ?(.*)$`, 'u');
const ANNEX = new RegExp(`^附(?:[件录表][${CHINESE}0-9A-Z]*|[：:])(.*)$`, 'u');
/** What follows 第N条 where the article is meant, and does not begin: 第三条第二款, 第六条规定的. */
const CONTINUES_A_SENTENCE = /^[第规的至、和或与及所中之以，,；;。]/u;
const BLANK_FOLLOWS = /^(?:[ ：:]|$)/u;

/** How a law's first line of an article, or a document's first line of an item, begins. */
export interface Start {
  /** Undefined where it is no number, as in 第二二条. */
  number: number | undefined;
  /** 之一, of an article that was put in later; else empty. */
  suffix: string;
  /** As statutes print it, whatever way this one does: an article is looked for by it. */
  label: string;
  rest: string;
}

/** The two ways in which the parts of a text are numbered. */
export interface Numbering {
  start: (text: string) => Start | undefined;
  /** The part that a line seems to begin, though `start` does not know it; without a number it may be any. */
  resembled: (text: string) => Pick<Start, 'number' | 'suffix'> | undefined;
  label: (number: number, suffix?: string) => string;
  /** Whether its first line is a title of its own, and no part of the paragraph below. */
  isTitled: boolean;
}

export const ARTICLES: Numbering = { start: articleStart, resembled: resembledArticle, label: articleLabel, isTitled: false };
/** 一、 and below it （一）, as documents have it that are no law. */
export const ITEMS: Numbering = { start: itemStart, resembled: resembledItem, label: (number) => `${toChineseNumeral(number)}、`, isTitled: true };

/** Whether an article begins here for sure, and is not just spoken of. */
export const isMarkedStart = ({ rest, label }: Start): boolean => label.endsWith('、') || BLANK_FOLLOWS.test(rest);

export const continuesASentence = (rest: string): boolean => CONTINUES_A_SENTENCE.test(rest);

function articleLabel(number: number, suffix = ''): string {
  return `第${toChineseNumeral(number)}条${suffix}`;
}

function articleStart(text: string): Start | undefined {
  const match = ARTICLE.exec(text);
  if (match === null) return undefined;
  const [all, numeral = '', printedSuffix = '', rest = ''] = match;
  // 第三 条例规定的: here 条 is missing.
  if (numeral.endsWith(' ') && rest.startsWith('例')) return undefined;
  const number = fromChineseNumeral(withoutBlanks(numeral));
  const suffix = suffixOf(printedSuffix);
  const label = number === undefined ? withoutBlanks(all.slice(0, all.length - rest.length)) : articleLabel(number, suffix);
  return { number, suffix, label, rest };
}

function suffixOf(printed: string): string {
  const numeral = withoutBlanks(printed).replace('之', '');
  const number = fromChineseNumeral(numeral);
  return numeral === '' ? '' : `之${number === undefined ? numeral : toChineseNumeral(number)}`;
}

function itemStart(text: string): Start | undefined {
  const [, numeral = '', rest = ''] = ITEM.exec(text) ?? [];
  const number = fromChineseNumeral(withoutBlanks(numeral));
  return number === undefined ? undefined : { number, suffix: '', label: ITEMS.label(number), rest };
}

const WRONG_FIRST = /^[笫弟苐㐧]/u;
const WITHOUT_UNIT = new RegExp(`^第(${NUMERAL})(?: |$)`, 'u');
const WITHOUT_FIRST = new RegExp(`^([${CHINESE}0-9０-９]+)条(?: |$)`, 'u');
const ITEM_WITH_COMMA = new RegExp(`^([${CHINESE}]+)[,，.．]`, 'u');
const OTHER_NUMERAL = /^第[^ ，,。；;：:、]{1,8}条(?: |$)/u;

/** 笫三条, 第三條, 三条, 第三, 第廿三条, and articles behind a mark such as “, > or a bullet. */
function resembledArticle(text: string): Pick<Start, 'number' | 'suffix'> | undefined {
  const shape = text.replace(/^[^\p{L}\p{N}]+/u, '').replace(WRONG_FIRST, '第');
  const begin = shape.slice(0, 16).replace(/[條絛]/u, '条');
  const start = articleStart(begin);
  if (start?.number !== undefined) return start;
  const numeral = (WITHOUT_UNIT.exec(begin) ?? WITHOUT_FIRST.exec(begin))?.[1];
  if (numeral !== undefined) return { number: fromChineseNumeral(withoutBlanks(numeral)), suffix: '' };
  return OTHER_NUMERAL.test(begin) ? { number: undefined, suffix: '' } : undefined;
}

/** 三， or 三. or what stands behind a bullet. */
function resembledItem(text: string): Pick<Start, 'number' | 'suffix'> | undefined {
  const begin = text.replace(/^[^\p{L}\p{N}(（]+/u, '').replace(ITEM_WITH_COMMA, '$1、');
  return itemStart(begin);
}

/** 一、 is the first of a document that has no article. */
export function numberingOf(texts: readonly string[]): Numbering {
  const hasArticle = texts.some((text) => {
    const start = articleStart(text);
    return start === undefined ? resembledArticle(text)?.number === 1 : isMarkedStart(start) || (start.number === 1 && !continuesASentence(start.rest));
  });
  return !hasArticle && texts.some((text) => itemStart(text)?.number === 1) ? ITEMS : ARTICLES;
}

export const DIVISION_UNITS = ['编', '分编', '章', '节'] as const;

export interface Division {
  unit: string;
  number: number | undefined;
  /** Such as 第一章 总则. */
  title: string;
}

/** @param isHeading whether the line is one by its mark; without, a sentence such as 第三章规定的… must not open a chapter */
export function divisionStart(text: string, isHeading: boolean): Division | undefined {
  const match = DIVISION.exec(text);
  if (match === null) return undefined;
  const [, numeral = '', unit = '', name = ''] = match;
  if (!isHeading && (name.length > 30 || /[。；，：]/u.test(name) || continuesASentence(name))) return undefined;
  const printed = withoutBlanks(numeral);
  return { unit, number: fromChineseNumeral(printed), title: `第${printed}${unit} ${joinHan(name)}`.trim() };
}

/** The last chapter, which has no number in laws without chapters. */
export const isClosingChapter = (text: string): boolean => /^附 ?则$/u.test(text);

/** A line that opens an annex, and no sentence about one such as 附录所列药品. */
export function isAnnexStart(text: string, isHeading: boolean): boolean {
  const rest = ANNEX.exec(text)?.[1];
  if (rest === undefined) return false;
  return isHeading || (text.length <= 30 && !continuesASentence(rest) && !/[。；]$/u.test(text));
}

const VOLUME = /第[〇○◯零一二三四五六七八九十百 ]+(?:分编|编)[^的》]*$|编[）)]?$|法典[^《》]*[总分附]则$/u;

/** Whether a title names a part of a code: 民法典 第三编 合同, 民法典（物权编）, 民法典总则. */
export const isVolumeTitle = (title: string): boolean => !/汇编[）)]?$/u.test(title) && VOLUME.test(title);

/** The cells of a table's row; none for the line below its head, undefined for what is no row. */
export function tableCells(text: string): string[] | undefined {
  if (!/^\||[^\\]\|/u.test(text)) return undefined;
  const cells = text.split(/(?<!\\)\|/u).map((cell) => cell.replaceAll(String.raw`\|`, '|').trim());
  if (cells[0] === '') cells.shift();
  if (cells.at(-1) === '') cells.pop();
  return cells.every((cell) => /^:?-*:?$/u.test(cell)) ? [] : cells;
}

/** What Markdown may hold and a text of paragraphs cannot; undefined where there is nothing of it. */
export function unreadablePart(text: string): string | undefined {
  if (text.includes('![') || /<(?:img|svg|image)\b/iu.test(text)) return '图片无法导入，请改为文字，或删去后另附同名的 PDF';
  if (/<\/?(?:table|thead|tbody|tr|td|th)\b/iu.test(text)) return '无法读取 HTML 表格，请改为 Markdown 表格（| 列 | 列 |）';
  const tag = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/iu.exec(text)?.[0];
  return tag === undefined ? undefined : `无法读取 HTML 标记 ${cutText(tag, 20)}，请改为文字`;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };

/** Without markup, every kind of white space as one space. */
export const plain = (text: string): string =>
  text
    .replaceAll('**', '')
    .replace(/<br\s?\/?>/giu, ' ')
    .replace(/&(?:nbsp|ensp|emsp|#160|#8194|#8195|#12288);/gu, ' ')
    .replace(/&(lt|gt|amp|quot);/gu, (entity, name: string) => ENTITIES[name] ?? entity)
    .replace(/[\s\u3000\u200B\uFEFF]+/gu, ' ')
    .trim();

/** 总 则 is 总则, spaced out for the eye. */
export const joinHan = (text: string): string => text.replace(/(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu, '');

const withoutBlanks = (text: string): string => text.replaceAll(' ', '');
