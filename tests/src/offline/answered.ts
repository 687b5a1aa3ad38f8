import type { Fetched } from '@/offline/reading/kept-copies.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 10, 21, 8, 0, second)).toISOString();

/** What the server gave in that second of a minute. */
export const answered = <Data>(data: Data, second = 0): Fetched<Data> => ({ data, origin: { isKept: false, servedAt: at(second) } });

/** The same out of the worker's cache. */
export const keptByWorker = <Data>(data: Data, second: number): Fetched<Data> => ({ data, origin: { isKept: true, servedAt: at(second) } });
