/** How much one person may store on a day, so that nobody fills the disk: far more than a hospital needs. */
import { dayEnd, shanghaiDay } from '#contract/calendar.ts';
import { FILE_BYTES_PER_DAY, FILES_FULL_TODAY, TEXT_BYTES_PER_DAY, TEXT_FULL_TODAY } from '#contract/limits.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { tooManyAttempts } from '../../errors.ts';
import { runDaily } from '../jobs/job-service.ts';
import { addUse, deleteUseBefore, readUse } from './daily-use-repository.ts';

/** A phone that asks again sooner costs little, and one that was told of midnight alone would seem stuck. */
const RETRY_AFTER_S = 60 * 60;

interface Storing {
  employeeId: string;
  at: Date;
}

/**
 * For bytes that are about to be stored; many calls at once may each find the same room.
 * @throws AppError with the time after which another try makes sense
 */
export async function requireRoomForFile(db: Queryable, { employeeId, at }: Storing, bytes: number): Promise<void> {
  if ((await readUse(db, employeeId, shanghaiDay(at))).fileBytes + bytes > FILE_BYTES_PER_DAY) throw full(FILES_FULL_TODAY, at);
}

export async function countFileBytes(db: Queryable, { employeeId, at }: Storing, bytes: number): Promise<void> {
  await addUse(db, employeeId, shanghaiDay(at), { fileBytes: bytes, textBytes: 0 });
}

/**
 * Counts what a person wrote, in the transaction that stores it.
 * @throws AppError where that is too much for a day
 */
export async function countText(trx: Queryable, { employeeId, at }: Storing, written: object): Promise<void> {
  const textBytes = Buffer.byteLength(JSON.stringify(written));
  const use = await addUse(trx, employeeId, shanghaiDay(at), { fileBytes: 0, textBytes });
  if (use.textBytes > TEXT_BYTES_PER_DAY) throw full(TEXT_FULL_TODAY, at);
}

const full = (message: string, at: Date) => {
  const untilMidnight = Math.ceil((dayEnd(shanghaiDay(at)).getTime() - at.getTime()) / 1000);
  return tooManyAttempts(message, Math.min(RETRY_AFTER_S, untilMidnight));
};

/** Forgets the days before today. */
export const purgeDailyUse = (context: ServerContext, isStopping?: () => boolean): Promise<boolean> =>
  runDaily(
    context,
    'dailyUsePurge',
    [
      async (today) => {
        await deleteUseBefore(context.db, today);
        return false;
      },
    ],
    isStopping,
  );
