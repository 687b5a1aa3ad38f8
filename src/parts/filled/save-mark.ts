import type { Local } from '@/offline/entries/held-view.ts';

export type SaveMarkKind = 'saving' | 'saved' | 'delivered' | 'waiting' | 'incomplete' | 'notSaved' | 'failed' | 'conflict' | 'needsLogin';

export interface SaveMarkState {
  kind: SaveMarkKind;
  words: string;
  /** What happened and what to do. Only where something is wrong: a line that comes and goes moves the cards under the finger. */
  hint?: string;
  /** The server refused it, or what it goes on from. */
  isRefused?: true;
}

/**
 * The small mark of a card: where what the person entered is. Null where nothing was entered.
 * @param shown what is on the screen: whether it is this phone's, and whether the server would take it
 * @param isTyping text is on the screen that waits for a pause before it is stored
 */
export function saveMarkOf(
  shown: { isLocal: boolean; isComplete: boolean } | null,
  local: Pick<Local, 'saveState' | 'error' | 'refusal'> | undefined,
  isOffline: boolean,
  isTyping = false,
): SaveMarkState | null {
  const mark = plainMarkOf(shown, local, isOffline, isTyping);
  return mark === null || local?.refusal === undefined || mark.hint !== undefined ? mark : { ...mark, hint: local.refusal, isRefused: true };
}

function plainMarkOf(
  shown: { isLocal: boolean; isComplete: boolean } | null,
  local: Pick<Local, 'saveState' | 'error'> | undefined,
  isOffline: boolean,
  isTyping: boolean,
): SaveMarkState | null {
  if (!isTyping && shown === null) return null;
  switch (local?.saveState) {
    case 'notSaved':
      return { kind: 'notSaved', words: '未保存', hint: local.error ?? '未能保存到本机，请勿关闭页面' };
    case 'conflict':
      return { kind: 'conflict', words: '冲突' };
    case 'failed':
      return { kind: 'failed', words: '未能上传', hint: local.error ?? '服务器没有接受这项内容', isRefused: true };
    case 'saving':
      return { kind: 'saving', words: '保存中' };
    default:
  }
  if (isTyping || shown === null) return { kind: 'saving', words: '保存中' };
  // Also where the server has it so: it cannot be submitted.
  if (!shown.isComplete) return { kind: 'incomplete', words: '请填写说明' };
  if (!shown.isLocal || local === undefined) return { kind: 'delivered', words: '已送达' };
  switch (local.saveState) {
    case 'needsLogin':
      return { kind: 'needsLogin', words: '需要登录' };
    case 'delivered':
      return { kind: 'delivered', words: '已送达' };
    default:
      return isOffline ? { kind: 'waiting', words: '待上传' } : { kind: 'saved', words: '已保存' };
  }
}
