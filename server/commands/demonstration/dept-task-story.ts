import { tellCorrection } from './correction-story.ts';
import { findingsFor, NOT_APPLICABLE_REMARKS, QUALIFIED_REMARKS, RETURN_REASONS } from './findings.ts';
import type { Random } from './random.ts';
import type { DeptTaskStory, StoryAnswer, StoryDept, StoryEntry, StoryPoint } from './story-shapes.ts';
import type { Outcome, PlannedTask } from './task-plan.ts';
import { at, later, planRounds } from './working-time.ts';

/** Plays a department's part of a task through, as the server would have stored it step by step. */
export function tellDeptTask(random: Random, task: PlannedTask, points: readonly StoryPoint[], outcome: Outcome, who: StoryDept, today: string): DeptTaskStory {
  const story: DeptTaskStory = {
    answers: points.map((point) => ({
      point,
      result: null,
      remark: '',
      photos: [],
      answeredBy: null,
      answeredAt: null,
      savedAt: null,
      revision: 0,
      returnRemark: null,
    })),
    history: [],
    submittedAt: null,
    submittedBy: null,
    returned: null,
    isReturned: false,
    correction: null,
  };
  switch (outcome.kind) {
    case 'untouched':
      return story;
    case 'partial':
      answerAll(random, story, task.startDate, outcome.lastDay, who, Math.max(1, Math.round(points.length * outcome.share)));
      return story;
    case 'submitted': {
      const last = answerAll(random, story, task.startDate, outcome.on, who);
      submit(random, story, failAtLeast(random, story, outcome.leastFailures ?? 0, last, who), who);
      break;
    }
    case 'returned':
      submit(random, story, answerAll(random, story, task.startDate, outcome.on, who), who);
      giveBack(random, story, outcome.returnedOn);
      return story;
    case 'resubmitted': {
      submit(random, story, answerAll(random, story, task.startDate, outcome.on, who), who);
      giveBack(random, story, outcome.returnedOn);
      let moment = at(outcome.again, 9, random.between(0, 30));
      for (const answer of story.answers.filter((each) => each.returnRemark !== null)) {
        moment = later(moment, random.between(2, 9));
        const remark = `${answer.remark || '现场复查，符合要求。'}（已补充抽查编号）`;
        change(random, story, answer, { result: answer.result ?? 'qualified', remark, photos: answer.photos }, random.pick(who.people).id, moment, moment);
      }
      submit(random, story, moment, who);
      break;
    }
  }
  const failed = story.answers.filter((answer) => answer.result === 'unqualified');
  if (story.submittedAt !== null && failed.length > 0) {
    story.correction = tellCorrection(random, { at: story.submittedAt, correctDays: task.correctDays, failed }, who, today);
  }
  return story;
}

/** @returns when the last answer arrived */
function answerAll(random: Random, story: DeptTaskStory, firstDay: string, lastDay: string, who: StoryDept, count = story.answers.length): Date {
  let last = at(lastDay, 8);
  let index = 0;
  for (const round of planRounds(random, count, firstDay, lastDay)) {
    const { id: personId } = random.pick(who.people.slice(0, 3));
    const secondThoughts: StoryAnswer[] = [];
    for (const [position, answeredAt] of round.answeredAt.entries()) {
      const answer = story.answers[index];
      const savedAt = round.savedAt[position];
      if (answer === undefined || savedAt === undefined) break;
      change(random, story, answer, decide(random, answer.point, who), personId, answeredAt, savedAt);
      if (savedAt > last) last = savedAt;
      if (random.chance(0.04)) secondThoughts.push(answer);
      index += 1;
    }
    for (const answer of secondThoughts) {
      last = later(last, random.between(1, 3));
      change(random, story, answer, decide(random, answer.point, who), personId, last, last);
    }
  }
  return last;
}

/** Looks again at the first points until so many have failed. */
function failAtLeast(random: Random, story: DeptTaskStory, count: number, after: Date, who: StoryDept): Date {
  let moment = after;
  const passed = story.answers.filter((answer) => answer.result !== 'unqualified');
  for (const answer of passed.slice(0, Math.max(0, count - (story.answers.length - passed.length)))) {
    moment = later(moment, random.between(1, 3));
    change(random, story, answer, failure(random, answer.point, who), who.people[0]?.id ?? '', moment, moment);
  }
  return moment;
}

type Value = Pick<StoryEntry, 'result' | 'remark' | 'photos'>;

function decide(random: Random, point: StoryPoint, who: StoryDept): Value {
  const concerns = who.isAsked(point);
  if (random.chance(concerns ? 0.03 : 0.9)) {
    return { result: 'notApplicable', remark: random.chance(0.5) ? random.pick(NOT_APPLICABLE_REMARKS) : '', photos: [] };
  }
  if (concerns && random.chance(point.risk)) return failure(random, point, who);
  return { result: 'qualified', remark: random.chance(0.12) ? random.pick(QUALIFIED_REMARKS) : '', photos: random.chance(0.02) ? random.sample(who.photos, 1) : [] };
}

function failure(random: Random, point: StoryPoint, who: StoryDept): Value {
  const { problem } = random.pick(findingsFor(point.content));
  return { result: 'unqualified', remark: problem, photos: random.chance(0.6) ? random.sample(who.photos, random.between(1, 2)) : [] };
}

function change(random: Random, story: DeptTaskStory, answer: StoryAnswer, value: Value, personId: string, answeredAt: Date, savedAt: Date): void {
  const revision = answer.revision + 1;
  Object.assign(answer, value, { answeredBy: personId, answeredAt, savedAt, revision });
  story.history.push({ entryId: random.id(answeredAt), pointId: answer.point.pointId, ...value, answeredBy: personId, answeredAt, savedAt, revision });
}

function submit(random: Random, story: DeptTaskStory, lastAnswer: Date, who: StoryDept): void {
  story.submittedAt = later(lastAnswer, random.between(2, 15));
  story.submittedBy = story.history.at(-1)?.answeredBy ?? random.pick(who.people).id;
  story.isReturned = false;
}

/** A correction that was opened goes away with the submission that it belonged to. */
function giveBack(random: Random, story: DeptTaskStory, day: string): void {
  const { submittedAt, submittedBy } = story;
  if (submittedAt === null || submittedBy === null) throw new Error('nothing was submitted that could come back');
  story.submittedAt = null;
  story.submittedBy = null;
  story.returned = { at: at(day, 10, random.between(0, 59)), reason: RETURN_REASONS.whole, submittedAt, submittedBy, remarks: [] };
  story.isReturned = true;
  for (const answer of random.sample(story.answers, 3)) {
    answer.returnRemark = random.pick(RETURN_REASONS.points);
    story.returned.remarks.push({ pointId: answer.point.pointId, remark: answer.returnRemark });
  }
}
