import { newId } from '@/lib/new-id.ts';

/** Whoever does the same so much later may mean it anew: what was done may have been undone elsewhere. */
const STILL_MEANT_MS = 5 * 60_000;

/** What this page did while nobody has said that the server did it, with its id. */
const open = new Map<string, string>();

/**
 * Sends what the server does once, however often it comes under its id: the same deed has the same id until it succeeds, or
 * for five minutes after its first try. A refusal ends nothing, since the try before may have been done.
 * @param deed the call with all that is sent, and who sends it
 */
export async function asOperation<Answer>(deed: string, send: (id: string) => Promise<Answer>): Promise<Answer> {
  const id = open.get(deed) ?? newId();
  const forget = (): void => {
    if (open.get(deed) === id) open.delete(deed);
  };
  if (!open.has(deed)) {
    open.set(deed, id);
    // It may hold a password.
    setTimeout(forget, STILL_MEANT_MS);
  }
  const answer = await send(id);
  forget();
  return answer;
}
