/** Whose workbook is read when: reading takes a core and memory, and one institution must not hold up the others. */
import { tooManyAttempts } from '../errors.ts';

/** In this process. */
const AT_ONCE = 2;
const WAITING_PER_COMPANY = 3;
const RETRY_AFTER_S = 10;

/** Institutions whose workbook is being read, one of each. */
const reading = new Set<string>();
const waiting: { compNo: string; begin: () => void }[] = [];

/**
 * Runs work when it is the institution's turn.
 * @throws AppError when too much of the same institution waits already
 */
export async function inTurn<Result>(compNo: string, work: () => Promise<Result>): Promise<Result> {
  if (waiting.filter((one) => one.compNo === compNo).length >= WAITING_PER_COMPANY) {
    throw tooManyAttempts('本机构还有其他表格正在检查，请稍后再试', RETRY_AFTER_S);
  }
  await new Promise<void>((begin) => {
    waiting.push({ compNo, begin });
    beginNext();
  });
  try {
    return await work();
  } finally {
    reading.delete(compNo);
    beginNext();
  }
}

function beginNext(): void {
  while (reading.size < AT_ONCE) {
    const place = waiting.findIndex(({ compNo }) => !reading.has(compNo));
    const [next] = place === -1 ? [] : waiting.splice(place, 1);
    if (next === undefined) return;
    reading.add(next.compNo);
    next.begin();
  }
}
