import { shanghaiDay } from '#contract/calendar.ts';
import { DECLARATION_BODY_MAX } from '#contract/limits.ts';
import type { CheckStatistics } from '#contract/statistics.ts';
import { TASK_TYPES } from '#contract/task-status.ts';
import type { FoundProblem } from './draft-repository.ts';

/** What a draft is made of. */
export interface YearFacts {
  year: number;
  /** The institution, or the department that the draft is for. */
  name: string;
  from: string;
  to: string;
  /** By the type of task, 1 to 3. */
  checks: readonly CheckStatistics[];
  problems: readonly FoundProblem[];
}

const numerals = ['一', '二', '三', '四', '五', '六'];
/** Sections with their headings numbered; those without a text are left out. */
const sections = (...parts: readonly [heading: string, text: string][]): string =>
  parts
    .filter(([, text]) => text !== '')
    .map(([heading, text], index) => `${numerals[index]}、${heading}\n${text}`)
    .join('\n\n');

/** What was inspected, a line for each type of task. */
function inspected({ from, to, checks }: YearFacts): string {
  const lines = checks.map(({ total }, index) => {
    const label = TASK_TYPES[index]?.label ?? '';
    if (total.deptTasks === 0) return `${label}：本期未开展。`;
    return `${label}：共 ${total.deptTasks} 项科室任务，按时提交 ${total.onTime} 项，逾期提交 ${total.late} 项，未提交 ${total.notSubmitted} 项；检查要点 ${total.checked} 个，不合格 ${total.unqualified} 个。`;
  });
  return [`统计期间：${from} 至 ${to}。`, ...lines].join('\n');
}

const sumOf = ({ checks }: YearFacts, key: 'deptTasks' | 'checked' | 'unqualified' | 'corrected'): number =>
  checks.reduce((sum, { total }) => sum + total[key], 0);

function corrected(facts: YearFacts): string {
  const unqualified = sumOf(facts, 'unqualified');
  if (unqualified === 0) return '本期自查未发现不合格项。';
  const done = sumOf(facts, 'corrected');
  return `发现不合格 ${unqualified} 个，已整改 ${done} 个，整改率 ${Math.round((done / unqualified) * 100)}%${done < unqualified ? `，尚有 ${unqualified - done} 个正在整改` : ''}。`;
}

/** The points that failed most over all types of task. */
function weakPoints({ checks }: YearFacts): string {
  const counts = new Map<string, { content: string; categoryName: string; count: number }>();
  for (const { pointId, content, categoryName, count } of checks.flatMap(({ topPoints }) => topPoints)) {
    counts.set(pointId, { content, categoryName, count: count + (counts.get(pointId)?.count ?? 0) });
  }
  return [...counts.values()]
    .sort((one, other) => other.count - one.count)
    .slice(0, 5)
    .map(({ content, categoryName, count }, index) => `${index + 1}. ${content}（${categoryName}，${count} 次）`)
    .join('\n');
}

function problemLine(problem: FoundProblem, index: number): string {
  const found = problem.problem === '' ? '' : `；问题：${problem.problem}`;
  const done =
    problem.correctedAt === null
      ? `；整改期限：${problem.dueDate}，尚未完成整改`
      : `；整改措施：${problem.measures}；责任人：${problem.responsible}；${shanghaiDay(new Date(problem.correctedAt))} 完成整改`;
  return `${index + 1}. ${problem.deptName}：${problem.content}${found}${done}。`;
}

const problems = (facts: YearFacts): string => facts.problems.map(problemLine).join('\n');

/** 整改措施, 定期公示 and 年度总结, by `selfDeclaredType`. */
const texts: Readonly<Record<number, { title: string; body: (facts: YearFacts) => string }>> = {
  3: {
    title: '整改措施',
    body: (facts) =>
      sections(
        ['自查发现的问题', corrected(facts)],
        ['问题及整改情况', problems(facts)],
        ['反复出现的薄弱环节', weakPoints(facts)],
        ['下一步措施', '对尚未完成整改的问题逐项明确措施、责任人和完成时限；对反复出现的问题查找制度、流程和培训方面的原因，防止再次发生。'],
      ),
  },
  4: {
    title: '依法执业自查情况公示',
    body: (facts) =>
      sections(
        ['自查开展情况', inspected(facts)],
        ['自查结果与整改情况', corrected(facts)],
        ['公示说明', `以上为${facts.name}依法执业自查情况，现予公示，接受社会监督。如有意见，请向本机构反映。`],
      ),
  },
  5: {
    title: '依法执业自查年度总结',
    body: (facts) =>
      sections(
        ['自查工作开展情况', inspected(facts)],
        ['自查结果与整改情况', corrected(facts)],
        ['主要薄弱环节', weakPoints(facts)],
        ['问题及整改明细', problems(facts)],
        ['下一年度工作打算', '继续按要求开展全面自查、专项自查和日常自查，针对薄弱环节加强培训和检查，巩固整改成果。'],
      ),
  },
};

export const hasDraft = (type: number): boolean => texts[type] !== undefined;

/** A text for a person to edit: every number in it comes from the year's records. Cut where a declaration may be no longer. */
export function draftText(type: number, facts: YearFacts): { title: string; body: string } {
  const text = texts[type];
  if (text === undefined) throw new Error(`no draft for type ${type}`);
  return { title: `${facts.name} ${facts.year} 年度${text.title}`, body: text.body(facts).slice(0, DECLARATION_BODY_MAX) };
}
