import { fromChineseNumeral, toChineseNumeral } from '#contract/chinese-numerals.ts';
import type { LawArticle, lawChapter } from '#contract/law.ts';
import type { z } from 'zod';
import { withoutAtEnd } from '#contract/text-end.ts';

export type LawChapter = z.infer<typeof lawChapter>;

export interface ParsedLaw {
  title: string;
  /** Lines between title and text: who passed or promulgated it, when, under which number. */
  notes: string[];
  /** Those without an article are left out, as a table of contents has them. */
  chapters: LawChapter[];
  /** Numbered articles; a preamble or an annex does not count. */
  articleCount: number;
}

/** A text that cannot be a statute as it stands; `line` counts from 1. */
export class LawTextError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.name = 'LawTextError';
    this.line = line;
  }
}

const NUMERAL = '[〇零一二两三四五六七八九十百千0-9]+';
const ARTICLE = new RegExp(`^(第(${NUMERAL})条(之${NUMERAL})?)(.*)$`, 'su');
const DIVISION = new RegExp(`^(第${NUMERAL}(分编|编|章|节))\\s*(.*)$`, 'u');
const DIVISION_LEVELS = ['编', '分编', '章', '节'];
const ANNEX = /^(附件|附录|附表|附：|附:)/u;
/** What follows 第N条 where the article is meant, and does not begin: 第三条第二款, 第六条规定的. */
const CONTINUES_A_SENTENCE = /^[第规的至、和或与及所中之以，,；;。]/u;
const NOTE = /^[（(]?(根据)?\s*\d{4}年\d{1,2}月\d{1,2}日|(通过|公布|发布|修订|修正|施行|号)[）)。]?$/u;
const ENDS_A_PARAGRAPH = /[。；：:;！？!?”》）)]$/u;
const BEGINS_A_PARAGRAPH = /^([（(]?[一二三四五六七八九十0-9]+[）)、.．]|第)/u;

/**
 * Reads a statute in Markdown: `# title`, lines about its promulgation, `## 第一章 总则`, `### 第一节 …`,
 * articles that begin with 第N条 (plain or bold) and run over any number of paragraphs.
 * @throws LawTextError where the text cannot be right: no title, no article, an article missing, repeated or empty
 */
export function parseLawText(markdown: string): ParsedLaw {
  const lines = markdown.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const reader = new LawReader(lines.some((line) => /^\s*<!--\s*INFO END\s*-->\s*$/.test(line)));
  const front = readFrontMatter(lines);
  if (front.title !== undefined) reader.title = front.title;
  let isComment = false;
  for (let index = front.lineCount; index < lines.length; index += 1) {
    const raw = lines[index] ?? '';
    const lineNumber = index + 1;
    if (/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/.test(raw) || !raw.isWellFormed()) {
      throw new LawTextError(lineNumber, '含有不支持的字符');
    }
    if (/^\s*<!--\s*INFO END\s*-->\s*$/.test(raw)) {
      reader.endNotes();
      continue;
    }
    if (isComment || /^\s*<!--/.test(raw)) {
      isComment = !raw.includes('-->');
      continue;
    }
    reader.read(raw, lineNumber);
  }
  return reader.finish();
}

function readFrontMatter(lines: string[]): { lineCount: number; title?: string } {
  if (lines[0]?.trim() !== '---') return { lineCount: 0 };
  const end = lines.findIndex((line, index) => index > 0 && line.trim() === '---');
  if (end === -1) return { lineCount: 0 };
  const title = lines
    .slice(1, end)
    .map((line) => (line.startsWith('title:') ? line.slice('title:'.length).trim().replace(/^["']|["']$/g, '') : ''))
    .find((found) => found !== '');
  return { lineCount: end + 1, ...(title === undefined ? {} : { title: plain(title) }) };
}

class LawReader {
  title = '';
  private readonly notes: string[] = [];
  private readonly chapters: LawChapter[] = [];
  private readonly divisions = new Map<string, string>();
  private current: { article: LawArticle; line: number } | undefined;
  private areNotesOver = false;
  private isAnnex = false;
  private isContents = false;
  private lastNumber = 0;
  private isBlankBefore = true;
  private line = 0;
  private readonly hasNotesMark: boolean;

  constructor(hasNotesMark: boolean) {
    this.hasNotesMark = hasNotesMark;
  }

  endNotes(): void {
    this.areNotesOver = true;
  }

  read(raw: string, line: number): void {
    this.line = line;
    const heading = /^\s{0,3}(#{1,6})(.*)$/u.exec(raw);
    const text = plain(heading === null ? raw : withoutAtEnd(heading[2] ?? '', '#'));
    if (text === '') {
      this.isBlankBefore = true;
      return;
    }
    this.readLine(text, { depth: heading?.[1]?.length ?? 0, isBold: /^\s*(#+\s*)?\*\*第/u.test(raw) });
    this.isBlankBefore = heading !== null;
  }

  private readLine(text: string, form: { depth: number; isBold: boolean }): void {
    if (form.depth === 1 && this.title === '') {
      this.title = text.replaceAll(' ', '');
      return;
    }
    if (/^目\s*(录|次)$/u.test(text)) {
      this.isContents = true;
      return;
    }
    if (this.startsAnnex(text, form.depth)) {
      this.openChapter(text);
      this.isAnnex = true;
      return;
    }
    if (!this.isAnnex) {
      if (form.depth > 0) this.isContents = false;
      if (this.startsDivision(text, form.depth)) return;
      const article = ARTICLE.exec(text);
      if (article !== null && this.startsArticle(article, form.isBold)) return;
      if (form.depth > 0) {
        this.openChapter(joinHan(text));
        return;
      }
      if (this.isContents) return;
    }
    if (this.title === '') throw new LawTextError(this.line, '没有标题：第一行应为“# 法规名称”');
    if (!this.areNotesOver && this.current === undefined && (this.hasNotesMark || NOTE.test(text))) {
      this.notes.push(text);
      return;
    }
    this.addParagraph(text);
  }

  private startsAnnex(text: string, depth: number): boolean {
    return this.lastNumber > 0 && ANNEX.test(text) && (depth > 0 || text.length <= 30) && !/^附\S*[。；]$/u.test(text);
  }

  private startsDivision(text: string, depth: number): boolean {
    const division = DIVISION.exec(text);
    if (division === null) return false;
    const [, label = '', unit = '', name = ''] = division;
    // Without a heading mark, a sentence such as 第三章规定的… must not open a chapter.
    if (depth === 0 && (name.length > 30 || /[。；，：]/u.test(name) || CONTINUES_A_SENTENCE.test(name))) return false;
    const level = DIVISION_LEVELS.indexOf(unit);
    for (const lower of DIVISION_LEVELS.slice(level)) this.divisions.delete(lower);
    this.divisions.set(unit, `${label} ${joinHan(name)}`.trim());
    this.openChapter(DIVISION_LEVELS.map((each) => this.divisions.get(each)).filter((each) => each !== undefined).join(' · '));
    return true;
  }

  private startsArticle(match: RegExpExecArray, isBold: boolean): boolean {
    const [, label = '', numeral = '', suffix = '', rest = ''] = match;
    const number = fromChineseNumeral(numeral);
    if (number === undefined) {
      if (isBold || /^\s|^$/u.test(rest)) throw new LawTextError(this.line, `看不懂的条文编号“${label}”`);
      return false;
    }
    const isNext = suffix === '' ? number === this.lastNumber + 1 : number === this.lastNumber;
    const isMarked = isBold || rest === '' || /^[\s：:]/u.test(rest);
    if (!isMarked && (!isNext || CONTINUES_A_SENTENCE.test(rest))) return false;
    if (this.title === '') throw new LawTextError(this.line, '没有标题：第一行应为“# 法规名称”');
    if (!isNext) {
      const expected = `第${toChineseNumeral(this.lastNumber + 1)}条`;
      throw new LawTextError(this.line, `条文不连续：应为${expected}，实为${label}`);
    }
    this.closeArticle();
    this.isContents = false;
    this.areNotesOver = true;
    this.lastNumber = number;
    this.current = { article: { number, label, paragraphs: [] }, line: this.line };
    this.chapter().articles.push(this.current.article);
    const first = rest.replace(/^[\s：:]+/u, '');
    if (first !== '') this.current.article.paragraphs.push(first);
    return true;
  }

  private addParagraph(text: string): void {
    this.areNotesOver = true;
    if (this.current === undefined) {
      this.current = { article: { number: 0, label: '', paragraphs: [] }, line: this.line };
      this.chapter().articles.push(this.current.article);
    }
    const { paragraphs } = this.current.article;
    const last = paragraphs.at(-1);
    // A paragraph that its author broke into several lines.
    const isContinued = last !== undefined && !this.isBlankBefore && !ENDS_A_PARAGRAPH.test(last) && !BEGINS_A_PARAGRAPH.test(text);
    if (isContinued) paragraphs[paragraphs.length - 1] = last + text;
    else paragraphs.push(text);
  }

  private openChapter(title: string): void {
    this.closeArticle();
    this.areNotesOver = true;
    this.chapters.push({ title, articles: [] });
  }

  private chapter(): LawChapter {
    const last = this.chapters.at(-1);
    if (last !== undefined) return last;
    const untitled = { title: '', articles: [] };
    this.chapters.push(untitled);
    return untitled;
  }

  private closeArticle(): void {
    if (this.current !== undefined && this.current.article.paragraphs.length === 0) {
      throw new LawTextError(this.current.line, `${this.current.article.label}没有内容`);
    }
    this.current = undefined;
  }

  finish(): ParsedLaw {
    if (this.title === '') throw new LawTextError(1, '没有标题：第一行应为“# 法规名称”');
    this.closeArticle();
    const chapters = this.chapters.filter((chapter) => chapter.articles.length > 0);
    const articleCount = chapters.reduce((sum, chapter) => sum + chapter.articles.filter((article) => article.number > 0).length, 0);
    if (articleCount === 0) throw new LawTextError(this.line || 1, '没有条文：条文应以“第一条”开头');
    return { title: this.title, notes: this.notes, chapters, articleCount };
  }
}

/** Without markup, every kind of white space as one space. */
const plain = (text: string): string =>
  text
    .replaceAll('**', '')
    .replaceAll('&nbsp;', ' ')
    .replace(/<br\s*\/?>$/i, '')
    .replace(/[\s\u3000\u200B\uFEFF]+/gu, ' ')
    .trim();

/** 总 则 is 总则, spaced out for the eye. */
const joinHan = (text: string): string => text.replace(/(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu, '');
