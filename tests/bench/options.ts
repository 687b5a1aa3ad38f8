import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { POINTS_PER_TASK } from '#contract/limits.ts';

export const PARTS = ['phone', 'server', 'start'] as const;
export type Part = (typeof PARTS)[number];

export interface Options {
  parts: readonly Part[];
  /** What the names of figures have to hold, of which one is enough; undefined for all of them. */
  figures: readonly string[] | undefined;
  /** Sizes of the tasks that taps are measured in. */
  points: readonly number[];
  /** How many companies share a database with the one that is measured alone beside it. */
  companies: readonly number[];
  /** Folder of statutes that are searched; it may be absent. */
  laws: string;
  /** Short runs: for work on the benchmark itself, not for figures to be told. */
  isQuick: boolean;
}

export const usage = `npm run bench -- [options]
  --only phone|server|start   measure these parts only (several: phone,start)
  --figures search,pdf        of these parts only the figures that are called so
  --points 20,200,1000        sizes of the tasks that taps are measured in
  --companies 100,10000       how many companies share a database
  --laws DIR                  statutes to search, as laws:import reads them (../shared/data/laws, where it is there)
  --quick                     shorter runs, for work on the benchmark itself
  DATABASE_URL=postgres://…   the PostgreSQL to measure on as well; a database is created there and dropped`;

/** @throws Error that says what is wrong with the options */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      figures: { type: 'string' },
      points: { type: 'string', default: '20,200,1000' },
      companies: { type: 'string', default: '100,10000' },
      laws: { type: 'string', default: '../shared/data/laws' },
      quick: { type: 'boolean', default: false },
    },
  });
  const asked = values.only?.split(',') ?? [...PARTS];
  const parts = PARTS.filter((part) => asked.includes(part));
  if (parts.length !== asked.length) throw new Error(`--only takes ${PARTS.join(', ')}`);
  const points = values.points.split(',').map(Number);
  if (!points.every((count) => Number.isInteger(count) && count >= 1 && count <= POINTS_PER_TASK)) {
    throw new Error(`--points takes whole numbers from 1 to ${POINTS_PER_TASK}, separated by commas`);
  }
  const companies = values.companies.split(',').map(Number);
  if (!companies.every((count) => Number.isInteger(count) && count >= 2)) throw new Error('--companies takes whole numbers from 2 on, separated by commas');
  return { parts, figures: values.figures?.split(','), points, companies, laws: resolve(values.laws), isQuick: values.quick };
}
