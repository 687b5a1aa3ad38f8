/** The items of one self-correction as this phone holds them: in memory for the screen, in IndexedDB for good. */
import type { CorrectionItem, CorrectionValue, HeldCorrection } from '#contract/self-correction.ts';
import { currentAccount } from '@/session/current-account.ts';
import { accountRows } from '@/offline/storage/account-rows.ts';
import { correctionPrefix } from '@/offline/storage/rows.ts';
import { createHeldStore, type HeldStore } from './held-store.ts';
import type { Local } from './held-view.ts';
import { openOutbox } from './outbox.ts';

export type LocalCorrection = Local<CorrectionValue, HeldCorrection>;

/** Which self-correction it is, and what is kept of it with every entry. */
export interface CorrectionTarget {
  id: string;
  deptTaskId: string;
  taskName: string;
}

export interface CorrectionStore extends Pick<HeldStore<CorrectionValue, HeldCorrection>, 'get' | 'setMany' | 'subscribe' | 'version' | 'problem'> {
  readonly correctionId: string;
  /** Tells what the server holds; call it with each new detail, as often as you like with the same. */
  setServerItems(items: readonly CorrectionItem[]): void;
}

const opened = new Map<string, Promise<CorrectionStore>>();

/**
 * The items of a self-correction under the signed-in account, loaded from this phone; the same object for the same one.
 * Never rejects over storage: see `problem`.
 */
export async function openCorrection(target: CorrectionTarget): Promise<CorrectionStore> {
  const account = currentAccount();
  const key = `${account}:${target.id}`;
  let opening = opened.get(key);
  if (!opening) opened.set(key, (opening = loadCorrection(account, target)));
  return await opening;
}

async function loadCorrection(account: string, { id: correctionId, deptTaskId, taskName }: CorrectionTarget): Promise<CorrectionStore> {
  const held = createHeldStore<CorrectionValue, HeldCorrection>({
    rows: accountRows(account),
    outbox: await openOutbox(account),
    prefix: correctionPrefix(correctionId),
    idOf: (entry) => (entry.kind === 'correction' && entry.payload.correctionId === correctionId ? entry.payload.itemId : undefined),
    changeOf: ({ id: itemId, value, base }) => ({
      kind: 'correction',
      subject: { correctionId, itemId },
      deptTaskId,
      taskName,
      payload: { correctionId, itemId, content: base.content ?? '', value },
    }),
  });
  await held.load();
  const setServerItems = (items: readonly CorrectionItem[]): void => {
    for (const item of items) held.meetTheirs(item.itemId, heldOf(item));
  };
  return { correctionId, setServerItems, get: held.get, setMany: held.setMany, subscribe: held.subscribe, version: held.version, problem: held.problem };
}

const heldOf = ({ itemId, measures, responsible, photosAfter, correctedAt, savedByName, savedBy, savedAt, revision, returnReason, returnedAt }: CorrectionItem): HeldCorrection => ({
  itemId, measures, responsible, photosAfter, correctedAt, savedByName, savedBy, savedAt, revision, returnReason, returnedAt,
});

/** An item after laying this phone's value over the server's. */
export interface MergedCorrection extends CorrectionValue {
  isLocal: boolean;
  /** False where nobody has written anything. */
  isBegun: boolean;
  /** The reason of the return that the value has not answered yet; null where there is none. */
  openReturn: string | null;
}

/**
 * This phone's value holds while it waits for the server, and as long as the server's copy is not newer than what was
 * confirmed; otherwise the server's.
 */
export function mergedCorrection(item: CorrectionItem, local: LocalCorrection | undefined): MergedCorrection {
  const isLocal = local !== undefined && (local.saveState !== 'delivered' || local.revision >= item.revision);
  const { measures, responsible, photosAfter, correctedAt } = isLocal ? local.value : item;
  return {
    measures,
    responsible,
    photosAfter,
    correctedAt,
    isLocal,
    isBegun: isLocal || item.revision > 0,
    openReturn: correctedAt === null ? item.returnReason : null,
  };
}
