/**
 * Calendar days in Asia/Shanghai. China keeps UTC+8 all year, so a fixed offset is exact
 * and needs no time-zone data on phone or server.
 */
const SHANGHAI_OFFSET_MS = 8 * 60 * 60 * 1000;
export const DAY_MS = 24 * 60 * 60 * 1000;

/** The day in Shanghai, `YYYY-MM-DD`, at an instant. */
export const shanghaiDay = (at: Date): string => new Date(at.getTime() + SHANGHAI_OFFSET_MS).toISOString().slice(0, 10);

/** Date and time in Shanghai at an instant, `YYYY-MM-DD HH:mm:ss`. */
export const shanghaiTime = (at: Date): string => new Date(at.getTime() + SHANGHAI_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');

/** The first instant of a day in Shanghai. */
export const dayStart = (day: string): Date => new Date(Date.parse(`${day}T00:00:00.000Z`) - SHANGHAI_OFFSET_MS);

/** The first instant after a day in Shanghai. */
export const dayEnd = (day: string): Date => new Date(dayStart(day).getTime() + DAY_MS);

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Whole days from one day to another; negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00.000Z`) - Date.parse(`${from}T00:00:00.000Z`)) / DAY_MS);
