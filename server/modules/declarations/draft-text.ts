import { shanghaiDay } from '#contract/calendar.ts';
import { declarationType, DRAFTED_TYPES } from '#contract/declaration-type.ts';
import type { UnqualifiedFigure } from '#contract/home.ts';
import { DECLARATION_BODY_MAX } from '#contract/limits.ts';
import type { CheckCounts } from '#contract/statistics.ts';
import { percentOf } from '#contract/statistics-kind.ts';
import { TASK_TYPES } from '#contract/task-status.ts';
import { unended } from '#contract/text-end.ts';
import type { DeclaredWork, FoundProblem } from './draft-repository.ts';

/** What a draft is made of. */
export interface YearFacts {
  year: number;
  /** The institution, or the department that the draft is for. */
  name: string;
  from: string;
  to: string;
  /** By the type of task, 1 to 3; `overdue` are those of the `notSubmitted` that are past their end. */
  checks: readonly (CheckCounts & { overdue: number })[];
  /** The points that failed most over all types of task, the most first. */
  topPoints: UnqualifiedFigure['topPoints'];
  /** Open ones first. */
  problems: readonly FoundProblem[];
  /** Also of those that are not among `problems`. */
  problemCounts: { all: number; open: number };
  trainings: DeclaredWork;
  publications: DeclaredWork;
  /** The screen on which the reader finds all problems. */
  recordsTitle: string;
}

const WEAK_POINTS = 5;

const numerals = ['一', '二', '三', '四', '五', '六'];
/** Sections with their headings numbered; those without a text are left out. */
const sections = (...parts: readonly [heading: string, text: string][]): string =>
  parts
    .filter(([, text]) => text !== '')
    .map(([heading, text], index) => `${numerals[index]}、${heading}\n${text}`)
    .join('\n\n');

/** What was inspected, a line for each type of task. */
function inspected({ from, to, checks }: YearFacts): string {
  const lines = checks.map(({ deptTasks, onTime, late, notSubmitted, overdue, checked, unqualified }, index) => {
    const label = TASK_TYPES[index]?.label ?? '';
    if (deptTasks === 0) return `${label}：本期未开展。`;
    const handedIn = `按时提交 ${onTime} 项，逾期提交 ${late} 项，逾期未提交 ${overdue} 项，未到期尚未提交 ${notSubmitted - overdue} 项`;
    return `${label}：共 ${deptTasks} 项科室任务，${handedIn}；检查要点 ${checked} 个，不合格 ${unqualified} 个。`;
  });
  return [`统计期间：${from} 至 ${to}。`, ...lines].join('\n');
}

function declared(label: string, { all, titles }: DeclaredWork): string {
  if (all === 0) return `${label}：本年度没有已申报的记录。`;
  return `${label}：已申报 ${all} 项，${all > titles.length ? '最近的有' : '为'}${titles.map((title) => `《${title}》`).join('、')}。`;
}

const sumOf = ({ checks }: YearFacts, key: 'checked' | 'unqualified' | 'corrected'): number => checks.reduce((sum, total) => sum + total[key], 0);

function corrected(facts: YearFacts): string {
  const unqualified = sumOf(facts, 'unqualified');
  if (sumOf(facts, 'checked') === 0) return '本期没有已提交的自查。';
  if (unqualified === 0) return '本期自查未发现不合格项。';
  const done = sumOf(facts, 'corrected');
  return `发现不合格 ${unqualified} 个，已整改 ${done} 个，整改率 ${percentOf(done, unqualified)}%${done < unqualified ? `，尚有 ${unqualified - done} 个正在整改` : ''}。`;
}

const weakPoints = (points: YearFacts['topPoints']): string =>
  points
    .slice(0, WEAK_POINTS)
    .map(({ content, categoryName, count }, index) => `${index + 1}. ${unended(content)}（${categoryName}，${count} 次）`)
    .join('\n');

const repeatedPoints = ({ topPoints }: YearFacts): YearFacts['topPoints'] => topPoints.filter(({ count }) => count > 1);

const repeatedPart = (facts: YearFacts): string =>
  sumOf(facts, 'checked') === 0 ? '' : weakPoints(repeatedPoints(facts)) || '本期未发现反复出现的薄弱环节。';

function nextMeasures(facts: YearFacts): string {
  if (sumOf(facts, 'checked') === 0) return '';
  const measures = [
    ...(facts.problemCounts.open === 0 ? [] : ['对尚未完成整改的问题逐项明确措施、责任人和完成时限']),
    ...(repeatedPoints(facts).length === 0 ? [] : ['对反复出现的问题查找制度、流程和培训方面的原因，防止再次发生']),
  ];
  return `${measures.join('；') || '继续按要求开展自查，巩固整改成果'}。`;
}

function problemLine(problem: FoundProblem, index: number): string {
  const remark = unended(problem.problem);
  const found = remark === '' ? '' : `；问题：${remark}`;
  const done =
    problem.correctedAt === null
      ? `；整改期限：${problem.dueDate}，尚未完成整改`
      : `；整改措施：${unended(problem.measures)}；责任人：${unended(problem.responsible)}；${shanghaiDay(new Date(problem.correctedAt))} 完成整改`;
  return `${index + 1}. ${problem.deptName}：${unended(problem.content)}${found}${done}。`;
}

/** What is said of the problems after the first ones, which are named. */
function leftOut({ problems, problemCounts, recordsTitle }: YearFacts, named: number): string {
  const count = problemCounts.all - named;
  if (count <= 0) return '';
  // Open ones come first.
  const closed = problems.findIndex(({ correctedAt }) => correctedAt !== null);
  const open = problemCounts.open - Math.min(named, closed === -1 ? problems.length : closed);
  return `其余 ${count} 项从略${open > 0 ? `（其中 ${open} 项尚未完成整改）` : ''}，详见“${recordsTitle}”。`;
}

const problemList = (facts: YearFacts, lines: readonly string[]): string =>
  [...lines, leftOut(facts, lines.length)].filter((line) => line !== '').join('\n');

/** As many of the lines, from the first, as fit into the room beside the sentence on the others. */
function fitting(facts: YearFacts, lines: readonly string[], room: number): string[] {
  let named = lines.length;
  let length = lines.reduce((sum, line) => sum + line.length + 1, 0);
  while (named > 0 && length + leftOut(facts, named).length > room) {
    named -= 1;
    length -= (lines[named]?.length ?? 0) + 1;
  }
  return lines.slice(0, named);
}

type DraftedType = (typeof DRAFTED_TYPES)[number];

const texts: Readonly<Record<DraftedType, { title: string; body: (facts: YearFacts, problems: string) => string }>> = {
  [declarationType.rectificationMeasures]: {
    title: '整改措施',
    body: (facts, problems) =>
      sections(
        ['自查发现的问题', corrected(facts)],
        ['问题及整改情况', problems],
        ['反复出现的薄弱环节', repeatedPart(facts)],
        ['下一步措施', nextMeasures(facts)],
      ),
  },
  [declarationType.publicity]: {
    title: '依法执业自查情况公示',
    body: (facts) =>
      sections(
        ['自查开展情况', inspected(facts)],
        ['自查结果与整改情况', corrected(facts)],
        ['公示说明', `以上为${facts.name}依法执业自查情况，现予公示，接受社会监督。如有意见，请向本机构反映。`],
      ),
  },
  [declarationType.annualReview]: {
    title: '依法执业自查年度总结',
    body: (facts, problems) =>
      sections(
        ['自查工作开展情况', inspected(facts)],
        ['自查结果与整改情况', corrected(facts)],
        ['教育培训与定期公示', [declared('教育培训', facts.trainings), declared('定期公示', facts.publications)].join('\n')],
        ['主要薄弱环节', weakPoints(facts.topPoints)],
        ['问题及整改明细', problems],
        ['下一年度工作打算', '继续按要求开展全面自查、专项自查和日常自查，针对薄弱环节加强培训和检查，巩固整改成果。'],
      ),
  },
};

export const hasDraft = (type: number): type is DraftedType => DRAFTED_TYPES.some((drafted) => drafted === type);

/** A text for a person to edit: every number in it comes from the year's records. It is no longer than a declaration may be. */
export function draftText(type: DraftedType, facts: YearFacts): { title: string; body: string } {
  const text = texts[type];
  const lines = facts.problems.map(problemLine);
  const all = problemList(facts, lines);
  const whole = text.body(facts, all);
  const excess = whole.length - DECLARATION_BODY_MAX;
  const body = excess <= 0 ? whole : text.body(facts, problemList(facts, fitting(facts, lines, all.length - excess)));
  return { title: `${facts.name} ${facts.year} 年度${text.title}`, body };
}
