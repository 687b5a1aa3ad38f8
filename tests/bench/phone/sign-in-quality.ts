import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import lighthouse from 'lighthouse';
import { type Figure, inSeconds } from '../report.ts';
import { median } from '../sample.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { withBrowser } from './browser.ts';
import type { Workshop } from './workshop.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
const GOALS = { performance: 95, accessibility: 100, 'best-practices': 100 };

/** Lighthouse's own judgement of the sign-in screen, as a phone. */
export async function measureSignInQuality({ server, isQuick }: Workshop): Promise<Figure[]> {
  const runs: Judgement[] = [];
  for (let run = 0; run < (isQuick ? 1 : 5); run += 1) runs.push(await judgeTraced(server.url));
  const middle = (of: (run: Judgement) => number): number => median(runs.map(of));
  const failed = [...new Set(runs.flatMap((run) => run.failed))];
  const how = `Lighthouse, mobile, its simulated slow phone, median of ${runs.length}.`;
  return [
    ...CATEGORIES.map((category) => {
      const score = middle((run) => run.scores[category]);
      return {
        name: `Lighthouse ${category}, sign-in screen`,
        measured: String(score),
        goal: `≥ ${GOALS[category]}`,
        isMet: score >= GOALS[category],
        how: category === 'performance' ? `${how} LCP ${inSeconds(middle((run) => run.lcp))}.` : `${how}${failed.length > 0 ? ` Not passed: ${failed.join(', ')}.` : ''}`,
      };
    }),
    { name: 'Total Blocking Time, sign-in screen', measured: `${Math.round(middle((run) => run.tbt))} ms`, goal: '≤ 150 ms', isMet: middle((run) => run.tbt) <= 150, how },
    { name: 'Cumulative Layout Shift, sign-in screen', measured: middle((run) => run.cls).toFixed(3), goal: '≤ 0.02', isMet: middle((run) => run.cls) <= 0.02, how },
  ];
}

type LighthouseResult = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

interface Judgement {
  scores: Record<(typeof CATEGORIES)[number], number>;
  lcp: number;
  tbt: number;
  cls: number;
  failed: string[];
}

/** A trace that lost the event of its own beginning now and then is no judgement of the screen, and is taken again. */
async function judgeTraced(url: string): Promise<Judgement> {
  for (let lost = 0; lost < 2; lost += 1) {
    const lhr = await lighthouseResult(url);
    if (lhr.runtimeError?.code !== 'NO_NAVSTART') return judgementOf(lhr);
  }
  return judgementOf(await lighthouseResult(url));
}

/** In a browser of its own: Lighthouse empties what it finds. */
async function lighthouseResult(url: string): Promise<LighthouseResult> {
  const profile = await temporaryFolder();
  try {
    return await withBrowser(profile.path, async () => {
      const [port] = (await readFile(join(profile.path, 'DevToolsActivePort'), 'utf8')).split('\n', 1);
      const result = await lighthouse(url, { port: Number(port), onlyCategories: [...CATEGORIES], logLevel: 'error', output: 'json' });
      if (result === undefined) throw new Error('Lighthouse told nothing');
      return result.lhr;
    });
  } finally {
    await profile.remove();
  }
}

function judgementOf({ categories, audits, runtimeError }: LighthouseResult): Judgement {
  if (runtimeError) throw new Error(`Lighthouse: ${runtimeError.message}`);
  const told = (name: string, value: number | null | undefined): number => {
    if (value == null) throw new Error(`Lighthouse told no ${name}`);
    return value;
  };
  const scoreOf = (category: string): number => Math.round(told(category, categories[category]?.score) * 100);
  const valueOf = (audit: string): number => told(audit, audits[audit]?.numericValue);
  return {
    scores: { performance: scoreOf('performance'), accessibility: scoreOf('accessibility'), 'best-practices': scoreOf('best-practices') },
    lcp: valueOf('largest-contentful-paint'),
    tbt: valueOf('total-blocking-time'),
    cls: valueOf('cumulative-layout-shift'),
    failed: ['accessibility', 'best-practices'].flatMap((category) =>
      (categories[category]?.auditRefs ?? []).map(({ id }) => id).filter((id) => audits[id]?.score === 0),
    ),
  };
}
