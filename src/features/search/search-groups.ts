import { isAhead, lawStatusWords } from '#contract/law-status.ts';
import { deptTaskStatusLabel, taskStatusLabel, taskTypeLabel } from '#contract/task-status.ts';
import { today } from '@/lib/dates.ts';
import { paths } from '@/lib/paths.ts';
import { taskPath } from '@/lib/task-path.ts';
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

/** What matches, by kind. Without any word, every view. */
export function searchGroups(text: string, screens: readonly SearchedScreen[], tasks: readonly FoundTask[], result: SearchResult | undefined): SearchGroup[] {
  const terms = termsOf(text);
  const groups: SearchGroup[] = [
    { title: '页面', hits: screens.filter((screen) => holdsAll(`${screen.group} ${screen.title}`, terms)).map((screen) => screenHit(screen, terms)) },
    { title: '任务', hits: tasks.map((found) => taskHit(found, terms)) },
  ];
  if (terms.length > 0 && result !== undefined) groups.push(...textGroups(text, result));
  return groups.filter((group) => group.hits.length > 0);
}

const holdsAll = (text: string, terms: readonly string[]): boolean => {
  const folded = foldText(text);
  return terms.every((term) => folded.includes(term));
};

const marked = (text: string, terms: readonly string[]): Snippet => ({ text, spans: findSpans(foldText(text), terms) });

const screenHit = ({ path, title, group }: SearchedScreen, terms: readonly string[]): SearchHit => ({ path, title: marked(title, terms), note: group });

function taskHit(found: FoundTask, terms: readonly string[]): SearchHit {
  const { task } = found;
  const facts = `${taskTypeLabel(task.taskType)} · ${task.endDate} 截止`;
  if (found.kind === 'issued') return { path: paths.showTask.to(task.id), title: marked(task.taskName, terms), note: `检查管理 · ${taskStatusLabel[found.task.status]} · ${facts}` };
  return { path: taskPath(found.task), title: marked(task.taskName, terms), note: `我的任务 · ${deptTaskStatusLabel[found.task.status]} · ${facts}` };
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
    { title: '更多', hits: rest > 0 ? [more] : [] },
  ];
}
