import type { DepartmentOption } from '#contract/department.ts';
import { isAhead, lawStatusWords } from '#contract/law-status.ts';
import type { StaffName } from '#contract/staff.ts';
import { deptTaskStatusLabel, taskStatusLabel, taskTypeLabel } from '#contract/task-status.ts';
import { today } from '@/lib/dates.ts';
import { paths } from '@/lib/paths.ts';
import { taskPath } from '@/lib/task-path.ts';
import { findByCharacters, type FindInName } from '@/lib/text/find-name.ts';
import { foldText, termsOf } from '@/lib/text/fold-text.ts';
import type { SearchResult } from '@/lib/text/law-search.ts';
import { findSpans, type Snippet } from '@/lib/text/text-search.ts';
import type { FoundTask } from '@/queries/work/task-search-queries.ts';

/** A view that the person may open from anywhere. */
export interface SearchedScreen {
  path: string;
  title: string;
  /** Of the menu; empty for a view that stands alone. */
  group: string;
}

export interface SearchHit {
  /** Unique among all hits. */
  path: string;
  title: Snippet;
  note: string;
  /** A passage that holds what was searched. */
  passage?: Snippet;
}

export interface SearchGroup {
  title: string;
  hits: SearchHit[];
}

/** What is looked through, and what was found elsewhere. */
export interface Searched {
  screens: readonly SearchedScreen[];
  tasks: readonly FoundTask[];
  /** Empty for who may not open them. */
  departments: readonly Pick<DepartmentOption, 'id' | 'deptName' | 'employeeCount'>[];
  people: readonly StaffName[];
  texts: SearchResult | undefined;
}

/** The group that leads to the rest, and is no result itself. */
export const MORE = '更多';

/** Departments, and people. */
const AT_MOST = 5;

/** What matches, by kind. Without any word, every view. */
export function searchGroups(text: string, { screens, tasks, departments, people, texts }: Searched, find: FindInName): SearchGroup[] {
  const terms = termsOf(text);
  const marked = (name: string): Snippet => ({ text: name, spans: find(name, terms) ?? findSpans(foldText(name), terms) });
  const groups: SearchGroup[] = [
    {
      title: '页面',
      hits: screens
        .filter(({ group, title }) => find(`${group} ${title}`, terms) !== undefined)
        .map(({ path, title, group }) => ({ path, title: marked(title), note: group })),
    },
    { title: '任务', hits: tasks.map((found) => taskHit(found, marked(found.task.taskName))) },
  ];
  if (terms.length > 0) {
    groups.push(
      {
        title: '科室',
        hits: firstOf(departments, ({ deptName }) => find(deptName, terms) !== undefined).map(({ deptName, employeeCount }) => ({
          path: paths.office.to(deptName),
          title: marked(deptName),
          note: `在用人员 ${employeeCount}`,
        })),
      },
      {
        title: '人员',
        hits: firstOf(people, ({ employeeName, account }) => find(employeeName, terms) !== undefined || findByCharacters(account, terms) !== undefined).map(
          ({ employeeName, account, deptName }) => ({ path: paths.user.to(account), title: marked(employeeName), note: `${deptName} · ${account}` }),
        ),
      },
    );
    if (texts !== undefined) groups.push(...textGroups(text, texts));
  }
  return groups.filter((group) => group.hits.length > 0);
}

/** Stops at the last that is shown: there may be thousands. */
function firstOf<Row>(rows: readonly Row[], isWanted: (row: Row) => boolean): Row[] {
  const found: Row[] = [];
  for (const row of rows) {
    if (found.length === AT_MOST) break;
    if (isWanted(row)) found.push(row);
  }
  return found;
}

function taskHit(found: FoundTask, title: Snippet): SearchHit {
  const { task } = found;
  const facts = `${taskTypeLabel(task.taskType)} · ${task.endDate} 截止`;
  if (found.kind === 'issued') return { path: paths.showTask.to(task.id), title, note: `检查管理 · ${taskStatusLabel[found.task.status]} · ${facts}` };
  return { path: taskPath(found.task), title, note: `我的任务 · ${deptTaskStatusLabel[found.task.status]} · ${facts}` };
}

function textGroups(text: string, { laws, lawCount, points, pointCount }: SearchResult): SearchGroup[] {
  const find = text.trim();
  const day = today();
  const lawHits = laws.map((law): SearchHit => {
    const [article] = law.articles;
    // Versions of a law share its title.
    const status = law.status === 'effective' && !isAhead(law, day) ? [] : [lawStatusWords(law, day)];
    if (article === undefined) return { path: paths.showLaw.to(law.id, { find }), title: law.title, note: status.join('') };
    const place = { find, ...(article.number > 0 ? { article: article.number } : {}) };
    const others = law.articleCount > 1 ? `等 ${law.articleCount} 条` : '';
    const note = [...status, `${article.label || article.chapter || '序言'}${others}`].join(' · ');
    return { path: paths.showLaw.to(law.id, place), title: law.title, note, passage: article.snippet };
  });
  const pointHits = points.map(
    (point): SearchHit => ({
      path: paths.selfCheck.to(point.id),
      title: point.content,
      note: '',
      ...(point.elsewhere === undefined ? {} : { passage: point.elsewhere }),
    }),
  );
  const rest = lawCount - laws.length + (pointCount - points.length);
  const more: SearchHit = { path: paths.law.to(find), title: { text: '在全文检索中查看全部结果', spans: [] }, note: `法规 ${lawCount} 部，检查要点 ${pointCount} 个` };
  return [
    { title: '法规', hits: lawHits },
    { title: '检查要点', hits: pointHits },
    { title: MORE, hits: rest > 0 ? [more] : [] },
  ];
}
