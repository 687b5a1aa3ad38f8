import { plainNumerals } from '#contract/chinese-numerals.ts';
import type { LawArticle, lawChapter } from '#contract/law.ts';
import type { z } from 'zod';
import { cutText, withoutAtEnd } from '#contract/text-end.ts';
import {
  type Division,
  DIVISION_UNITS,
  divisionStart,
  continuesASentence,
  isAnnexStart,
  isClosingChapter,
  isMarkedStart,
  isVolumeTitle,
  joinHan,
  type Numbering,
  numberingOf,
  plain,
  type Start,
  tableCells,
  unreadablePart,
} from './law-lines.ts';

export type LawChapter = z.infer<typeof lawChapter>;

export interface ParsedLaw {
  title: string;
  /** Lines between title and text: who passed or promulgated it, when, under which number. */
  notes: string[];
  /** Those without an article are left out, as a table of contents has them. */
  chapters: LawChapter[];
  /** Numbered articles, or items of a document without; a preamble or an annex does not count. */
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

const NOTE = /^[（(]?(根据)?\s*(\d{4}年\d{1,2}月\d{1,2}日|[〇零一二三四五六七八九]{4}年[一二三四五六七八九十]{1,2}月[一二三四五六七八九十]{1,3}日)|(通过|公布|发布|修订|修正|施行|号)[）)。]?$/u;
const ENDS_A_PARAGRAPH = /[。；：:;！？!?”》）)]$/u;
const BEGINS_A_PARAGRAPH = /^([（(]?[一二三四五六七八九十0-9]+[）)、.．]|第)/u;
const HEADING = /^\s{0,3}(#{1,6})(.*)$/u;
/** Its articles would pass for those of the whole. */
export const VOLUME_ALONE = '这是法典的一编，不是整部法规：请把各编合并为一个文件，标题为法典的名称';
const NO_TITLE = '没有标题：第一行应为“# 法规名称”';

/** A line as the reader meets it. */
interface Line {
  /** Counts from 1. */
  at: number;
  text: string;
  /** Of a heading; 0 for any other line. */
  depth: number;
  /** Whether it opens with an article in bold. */
  isBold: boolean;
  /** Whether it is a row of a table. */
  isRow: boolean;
  isAfterBlank: boolean;
}

/**
 * Reads a statute in Markdown: `# title`, lines about its promulgation, `## 第一章 总则`, `### 第一节 …`,
 * articles that begin with 第N条 (plain or bold) and run over any number of paragraphs. A document without articles
 * has items 一、 in their place.
 * @throws LawTextError where the text cannot be right: no title, no article, an article missing, repeated or empty, a
 * line that looks like an article and is none, a picture, a part of a code
 */
export function parseLawText(markdown: string): ParsedLaw {
  const lines = markdown.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const front = readFrontMatter(lines);
  const reader = new LawReader(
    lines.some((line) => /^\s*<!--\s*INFO END\s*-->\s*$/.test(line)),
    numberingOf(lines.slice(front.lineCount).map((line) => textOf(line))),
  );
  if (front.title !== undefined) reader.setTitle(front.title, 1);
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
  private title = '';
  private readonly notes: string[] = [];
  private readonly chapters: LawChapter[] = [];
  private readonly divisions = new Map<string, string>();
  private readonly volumes: { number: number | undefined; line: number }[] = [];
  private current: { article: LawArticle; line: number } | undefined;
  /** Lines since one that seems to open an annex: an article that follows shows that it was part of a text. */
  private annex: { lines: Line[]; hasOwnNumbers: boolean } | undefined;
  /** A line that looks like the article that is due; only that article proves it harmless. */
  private doubt: { line: number; text: string; label: string } | undefined;
  private areNotesOver = false;
  private isContents = false;
  private lastNumber = 0;
  private isBlankBefore = true;
  private lastLine = 1;
  private readonly hasNotesMark: boolean;
  private readonly numbering: Numbering;

  constructor(hasNotesMark: boolean, numbering: Numbering) {
    this.hasNotesMark = hasNotesMark;
    this.numbering = numbering;
  }

  setTitle(title: string, line: number): void {
    if (isVolumeTitle(title)) throw new LawTextError(line, VOLUME_ALONE);
    this.title = title.replaceAll(' ', '');
  }

  endNotes(): void {
    this.areNotesOver = true;
  }

  read(raw: string, at: number): void {
    const text = textOf(raw);
    if (text === '') {
      this.isBlankBefore = true;
      return;
    }
    this.lastLine = at;
    const problem = unreadablePart(text);
    if (problem !== undefined) throw new LawTextError(at, problem);
    const cells = tableCells(text);
    const depth = HEADING.exec(raw)?.[1]?.length ?? 0;
    const isRow = cells !== undefined;
    const line = { at, text: cells?.join(' ｜ ').trim() ?? text, depth, isBold: /^\s*(#+\s*)?\*\*第/u.test(raw), isRow, isAfterBlank: isRow || this.isBlankBefore };
    this.isBlankBefore = depth > 0 || isRow;
    if (cells?.length === 0) return;
    if (this.annex === undefined) this.readLine(line, true);
    else this.readAfterAnnex(line, this.annex);
  }

  private readLine(line: Line, mayOpenAnnex: boolean): void {
    const { at, text, depth, isRow } = line;
    if (depth === 1 && this.title === '') {
      this.setTitle(text, at);
      return;
    }
    if (/^目\s*(录|次)$/u.test(text)) {
      this.isContents = true;
      return;
    }
    if (!isRow) {
      if (mayOpenAnnex && this.opensAnnex(line)) return;
      if (depth > 0) this.isContents = false;
      if (this.startsDivision(line) || this.startsArticle(line)) return;
    }
    this.noteDoubt(line);
    if (depth > 0) {
      this.openChapter(joinHan(text));
      return;
    }
    if (this.isContents) return;
    if (this.title === '') throw new LawTextError(at, NO_TITLE);
    if (!this.areNotesOver && this.current === undefined && (this.hasNotesMark || NOTE.test(plainNumerals(text)))) {
      this.notes.push(text);
      return;
    }
    this.addParagraph(line);
  }

  /** What stands after an article's bare number is its text. */
  private opensAnnex(line: Line): boolean {
    if (this.lastNumber === 0 || !isAnnexStart(line.text, line.depth > 0) || this.current?.article.paragraphs.length === 0) return false;
    this.annex = { lines: [line], hasOwnNumbers: false };
    return true;
  }

  /** An annex may have articles of its own, which count from one. */
  private readAfterAnnex(line: Line, annex: { lines: Line[]; hasOwnNumbers: boolean }): void {
    const start = line.isRow ? undefined : this.numbering.start(line.text);
    if (start !== undefined && (line.isBold || isMarkedStart(start)) && !annex.hasOwnNumbers) {
      annex.hasOwnNumbers = start.number === 1;
      if (start.number === this.lastNumber + 1) {
        const [first] = annex.lines;
        if (first !== undefined && first.depth > 0) throw new LawTextError(first.at, `附件之后还有${start.label}：附件须在全部条文之后`);
        this.annex = undefined;
        for (const earlier of annex.lines) this.readLine(earlier, false);
        this.readLine(line, true);
        return;
      }
    }
    annex.lines.push(line);
  }

  private startsDivision({ at, text, depth }: Line): boolean {
    if (isClosingChapter(text)) {
      this.openChapter('附则');
      return true;
    }
    const division = divisionStart(text, depth > 0);
    if (division === undefined) return false;
    if (division.unit === '编' && !this.isContents) this.checkVolume(division, at);
    const level = DIVISION_UNITS.findIndex((unit) => unit === division.unit);
    for (const lower of DIVISION_UNITS.slice(level)) this.divisions.delete(lower);
    this.divisions.set(division.unit, division.title);
    this.openChapter(DIVISION_UNITS.map((each) => this.divisions.get(each)).filter((each) => each !== undefined).join(' · '));
    return true;
  }

  private checkVolume({ number, title }: Division, line: number): void {
    const before = this.volumes.at(-1)?.number ?? 0;
    if (number !== before + 1) throw new LawTextError(line, `各编不连续：“${title}”之前缺少一编。${VOLUME_ALONE}`);
    this.volumes.push({ number, line });
  }

  private startsArticle({ at, text, isBold }: Line): boolean {
    const start = this.numbering.start(text);
    if (start === undefined) return false;
    const { number, suffix, label, rest } = start;
    const isMarked = isBold || isMarkedStart(start);
    if (number === undefined) {
      if (isMarked) throw new LawTextError(at, `看不懂的条文编号“${label}”`);
      return false;
    }
    const isNext = number === (suffix === '' ? this.lastNumber + 1 : this.lastNumber);
    if (!isMarked && (!isNext || continuesASentence(rest))) return false;
    if (this.title === '') throw new LawTextError(at, NO_TITLE);
    if (!isNext) {
      this.refuseDoubt();
      throw new LawTextError(at, `条文不连续：应为${this.numbering.label(this.lastNumber + 1)}，实为${label}`);
    }
    this.openArticle({ number, label, rest }, at);
    return true;
  }

  private openArticle({ number, label, rest }: Pick<Start, 'label' | 'rest'> & { number: number }, line: number): void {
    this.closeArticle();
    if (this.doubt?.label === label) this.doubt = undefined;
    this.isContents = false;
    this.areNotesOver = true;
    this.lastNumber = number;
    this.current = { article: { number, label, paragraphs: [] }, line };
    this.chapter().articles.push(this.current.article);
    const first = rest.replace(/^[\s：:]+/u, '');
    if (first !== '') this.current.article.paragraphs.push(first);
  }

  private noteDoubt({ at, text }: Line): void {
    const like = this.doubt === undefined ? this.numbering.resembled(text) : undefined;
    if (like === undefined) return;
    const number = like.number ?? this.lastNumber + 1;
    const isDue = like.suffix === '' ? number === this.lastNumber + 1 : number === this.lastNumber && number > 0;
    if (isDue) this.doubt = { line: at, text, label: this.numbering.label(number, like.suffix) };
  }

  /** @throws LawTextError for the line without which an article is missing */
  private refuseDoubt(): void {
    if (this.doubt === undefined) return;
    const { line, text, label } = this.doubt;
    throw new LawTextError(line, `“${cutText(text, 12)}”像${label}的开头，但写法不对：请写成“${label}”${this.numbering.isTitled ? '' : '再空一格'}；如果不是，请接在上一段之后`);
  }

  private addParagraph({ at, text, isAfterBlank }: Pick<Line, 'at' | 'text' | 'isAfterBlank'>): void {
    this.areNotesOver = true;
    if (this.current === undefined) {
      this.current = { article: { number: 0, label: '', paragraphs: [] }, line: at };
      this.chapter().articles.push(this.current.article);
    }
    const { number, paragraphs } = this.current.article;
    const last = paragraphs.at(-1);
    const isBelowTitle = this.numbering.isTitled && number > 0 && paragraphs.length === 1;
    // A paragraph that its author broke into several lines.
    const isContinued = last !== undefined && !isAfterBlank && !isBelowTitle && !ENDS_A_PARAGRAPH.test(last) && !BEGINS_A_PARAGRAPH.test(text);
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
    if (this.title === '') throw new LawTextError(1, NO_TITLE);
    for (const line of this.annex?.lines ?? []) {
      if (!line.isRow && isAnnexStart(line.text, line.depth > 0)) this.openChapter(line.text);
      else this.addParagraph(line);
    }
    this.closeArticle();
    this.refuseDoubt();
    const [volume, ...others] = this.volumes;
    if (volume !== undefined && others.length === 0) throw new LawTextError(volume.line, `只有一编。${VOLUME_ALONE}`);
    const chapters = this.chapters.filter((chapter) => chapter.articles.length > 0);
    const articleCount = chapters.reduce((sum, chapter) => sum + chapter.articles.filter((article) => article.number > 0).length, 0);
    if (articleCount === 0) throw new LawTextError(this.lastLine, '没有条文：条文应以“第一条”开头，不分条的文件应以“一、”开头');
    return { title: this.title, notes: this.notes, chapters, articleCount };
  }
}

/** A line's text without the marks of a heading. */
function textOf(raw: string): string {
  const heading = HEADING.exec(raw);
  return plain(heading === null ? raw : withoutAtEnd(heading[2] ?? '', '#'));
}
