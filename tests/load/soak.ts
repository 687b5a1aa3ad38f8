import { execFileSync } from 'node:child_process';
import type { BenchDatabase } from '../bench/data/database.ts';
import { freePort } from '../support/server-process.ts';
import { atRate } from './capacity.ts';
import { MIX, mixedCalls, prepareMix } from './mixed-calls.ts';
import { openSite } from './site.ts';

const RATE = 10;
const SAMPLE_EVERY_S = 10;
/** Caches and V8's young generation grow to their size with what is done, not with time: at `RATE` that alone takes ten minutes. */
const WARM_UP = { rate: 100, seconds: 60 };

export interface Sample {
  minutes: number;
  /** MiB. */
  rss: number;
  heap: number;
  failed: number;
}

export interface SoakReport {
  samples: Sample[];
  failed: number;
  /** MiB a minute over the second half. */
  rssSlope: number;
  heapSlope: number;
}

/** Plays the mixed profile at a rate that is no effort, and looks whether the memory grows. */
export async function soak(database: BenchDatabase, minutes: number, onSample: (sample: Sample) => void): Promise<SoakReport> {
  await prepareMix(database);
  const metricsPort = await freePort();
  const site = await openSite(database, { processes: 1, ...MIX, env: { METRICS_PORT: String(metricsPort) } });
  try {
    const makeCall = await mixedCalls(site);
    const samples: Sample[] = [];
    let made = 0;
    const play = async (rate: number, seconds: number): Promise<number> => {
      const before = made;
      made += rate * seconds;
      return (await atRate((number) => makeCall(before + number), rate, seconds)).failed;
    };
    await play(WARM_UP.rate, WARM_UP.seconds);
    for (let seconds = SAMPLE_EVERY_S; seconds <= minutes * 60; seconds += SAMPLE_EVERY_S) {
      const failed = await play(RATE, SAMPLE_EVERY_S);
      const rss = Number(execFileSync('ps', ['-o', 'rss=', '-p', String(site.processes[0]?.pid())], { encoding: 'utf8' })) / 1024;
      const sample = { minutes: seconds / 60, rss, heap: await heapOf(metricsPort), failed };
      samples.push(sample);
      onSample(sample);
    }
    const later = samples.slice(samples.length / 2);
    return { samples, failed: samples.reduce((sum, { failed }) => sum + failed, 0), rssSlope: slope(later, 'rss'), heapSlope: slope(later, 'heap') };
  } finally {
    await site.stop();
  }
}

async function heapOf(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const found = /^nodejs_heap_size_used_bytes (\S+)$/m.exec(text)?.[1];
  if (found === undefined) throw new Error('the metrics do not tell the heap');
  return Number(found) / 1024 / 1024;
}

/** Of the line with the least squares. */
function slope(samples: readonly Sample[], field: 'rss' | 'heap'): number {
  const mean = (of: (sample: Sample) => number): number => samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const [time, value] = [mean(({ minutes }) => minutes), mean((sample) => sample[field])];
  const spread = samples.reduce((sum, { minutes }) => sum + (minutes - time) ** 2, 0);
  return spread === 0 ? 0 : samples.reduce((sum, sample) => sum + (sample.minutes - time) * (sample[field] - value), 0) / spread;
}
