import { newId } from '@/lib/new-id.ts';

/** Whoever does the same so much later means it anew: what was done may have been undone elsewhere. */
const STILL_MEANT_MS = 30 * 60_000;

/** What this page did last, while nobody has said that the server did it. */
let open: { deed: string; id: string; at: number } | undefined;

/**
 * Sends what the server does once, however often it comes under its id: the same deed has the same id until it succeeds, or
 * until something else is done. A refusal ends nothing, since the try before may have been done.
 * @param deed the call with all that is sent, and who sends it
 */
export async function asOperation<Answer>(deed: string, send: (id: string) => Promise<Answer>): Promise<Answer> {
  const at = Date.now();
  const id = open?.deed === deed && at - open.at < STILL_MEANT_MS ? open.id : newId();
  open = { deed, id, at };
  const answer = await send(id);
  if (open?.id === id) open = undefined;
  return answer;
}
