import { addDays, daysBetween, shanghaiDay } from '#contract/calendar.ts';
import { proposedDueDate } from '#contract/correction-due-date.ts';
import { CORRECTION_RETURN_REASONS, type Finding, findingsFor } from './findings.ts';
import type { Random } from './random.ts';
import type { StoryAnswer, StoryCorrection, StoryCorrectionItem, StoryCorrectionStep, StoryDept } from './story-shapes.ts';
import { at, later } from './working-time.ts';

/** Nobody leaves a correction open for longer than that. */
const FORGOTTEN_DAYS = 75;
/** Days that an administrator takes at most to look at what a department has corrected. */
const REVIEW_DAYS = 4;

/** Most corrections are finished in time, some late; those due in the days around today are open, in part or as a whole. */
export function tellCorrection(
  random: Random,
  submitted: { at: Date; correctDays: number; failed: readonly StoryAnswer[] },
  who: StoryDept,
  today: string,
): StoryCorrection {
  const { failed } = submitted;
  const opened = shanghaiDay(submitted.at);
  const dueDate = addDays(opened, submitted.correctDays);
  const firstDay = addDays(opened, 1);
  const lastDay = addDays(today, -1);
  const isDueAround = dueDate > addDays(today, -10);
  const isForgotten = dueDate > addDays(today, -FORGOTTEN_DAYS) && random.chance(0.15);
  const doneShare = isDueAround ? random.pick([0, 0, 0.5, 1]) : isForgotten ? random.pick([0, 0.5]) : 1;
  const isShown = isKeptOpen(who, dueDate, today);
  const isJustDone = isDueAround && isDoneYesterday(who);
  const wanted = isShown ? Math.min(1, failed.length - 1) : isJustDone ? failed.length : Math.floor(failed.length * doneShare);
  const doneCount = firstDay > lastDay ? 0 : wanted;

  const items = failed.map((answer, index): StoryCorrectionItem => {
    const id = random.id(submitted.at);
    if (index >= doneCount) return { id, answer, steps: [] };
    const latest = random.chance(0.08) ? addDays(dueDate, 3) : dueDate;
    const day = isJustDone ? lastDay : addDays(firstDay, random.between(0, daysBetween(firstDay, latest < lastDay ? latest : lastDay)));
    return { id, answer, steps: [correct(random, answer, who, at(day, random.between(9, 16), random.between(0, 59)))] };
  });
  const { at: createdAt, correctDays } = submitted;
  const story: StoryCorrection = { id: random.id(createdAt), dueDate, correctDays, createdAt, confirmedAt: null, items };
  if (isShown && doneCount > 0 && items[1] !== undefined) returnOne(random, story, items[1], who, firstDay, today);
  else review(random, story, today);
  return story;
}

function correct(random: Random, answer: StoryAnswer, who: StoryDept, correctedAt: Date): StoryCorrectionStep {
  return {
    entryId: random.id(correctedAt),
    measures: measureOf(answer.point.content, answer.remark),
    responsible: who.leader,
    photosAfter: random.chance(0.5) ? random.sample(who.photos, 1) : [],
    correctedAt,
    savedAt: later(correctedAt, random.between(0, 20)),
    savedBy: random.pick(who.people).id,
    returnReason: null,
    dueDate: null,
  };
}

/** Somebody who tries the demonstration finds an item that an administrator has returned. */
function returnOne(random: Random, story: StoryCorrection, item: StoryCorrectionItem, who: StoryDept, firstDay: string, today: string): void {
  const first = correct(random, item.answer, who, at(firstDay, random.between(9, 15), random.between(0, 59)));
  item.steps.push(first, returned(random, story, first, at(addDays(today, -1), 17, random.between(0, 59))));
}

function returned(random: Random, story: StoryCorrection, step: StoryCorrectionStep, savedAt: Date): StoryCorrectionStep {
  return {
    ...step,
    entryId: random.id(savedAt),
    correctedAt: null,
    savedAt,
    savedBy: undefined,
    returnReason: random.pick(CORRECTION_RETURN_REASONS),
    dueDate: proposedDueDate(story, shanghaiDay(savedAt)),
  };
}

/** What was corrected is confirmed some days later; now and then an item goes back once before. */
function review(random: Random, story: StoryCorrection, today: string): void {
  const days = story.items.map(({ steps }) => steps.at(-1)?.correctedAt ?? null);
  if (days.includes(null)) return;
  const last = shanghaiDay(new Date(Math.max(...days.map((day) => day?.getTime() ?? 0))));
  const confirmedOn = addDays(last, random.between(2, REVIEW_DAYS));
  if (confirmedOn >= today) return;
  story.confirmedAt = at(confirmedOn, random.between(14, 17), random.between(0, 59));
  const item = random.chance(0.1) ? random.pick(story.items) : undefined;
  const [first] = item?.steps ?? [];
  if (item === undefined || first === undefined) return;
  // Looked at, given back, and put right again before the confirmation.
  const back = returned(random, story, first, at(addDays(last, 1), 10, random.between(0, 59)));
  const correctedAt = at(addDays(last, 1), 15, random.between(0, 59));
  const measures = `${first.measures}已补充佐证材料。`;
  item.steps.push(back, { ...first, entryId: random.id(correctedAt), measures, correctedAt, savedAt: later(correctedAt, random.between(0, 20)) });
}

/** Somebody who tries the demonstration finds an open correction in 内科, whatever chance says. */
const isKeptOpen = (who: StoryDept, dueDate: string, today: string): boolean => who.dept.deptName === '内科' && dueDate >= today;

/** An administrator finds corrections to confirm, whatever chance says. */
const isDoneYesterday = (who: StoryDept): boolean => ['妇产科', '儿科', '急诊科'].includes(who.dept.deptName);

export const itemDueDate = ({ dueDate }: StoryCorrection, { steps }: StoryCorrectionItem): string => steps.findLast((step) => step.dueDate !== null)?.dueDate ?? dueDate;

/** Of the whole, as the server keeps it: the earliest of the open items, the latest of all where none is open. */
export function dueDateOf(story: StoryCorrection): string {
  const open = story.items.filter(({ steps }) => (steps.at(-1)?.correctedAt ?? null) === null);
  const days = (open.length > 0 ? open : story.items).map((item) => itemDueDate(story, item)).toSorted();
  return days.at(open.length > 0 ? 0 : -1) ?? story.dueDate;
}

const measureOf = (content: string, problem: string): string => {
  const findings: readonly Finding[] = findingsFor(content);
  return findings.find((finding) => problem.startsWith(finding.problem))?.measure ?? '已按要求整改，并在科务会上通报。';
};
