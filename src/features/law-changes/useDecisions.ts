import type { ChangedCitation, CitationDecisionKind, LawChange } from '#contract/law-change.ts';
import { isAnswerLost } from '@/queries/client/lost-answer.ts';
import { useDecideCitations } from '@/queries/laws/law-change-queries.ts';
import { notify } from '@/ui/basics/notify.ts';
import { confirmDialog } from '@/ui/sheets/confirm-dialog.tsx';
import { tellLostAnswer, tellRefusal } from '@/ui/sheets/tell-refusal.ts';
import { decisionLabel, keyOf } from './citation-words.ts';

/**
 * Decides citations of an edition without new wording, one or several at once.
 * @param chosen the article that a citation is to have where it may be one of several
 */
export function useDecisions({ id: lawId }: LawChange, chosen: ReadonlyMap<string, number>) {
  const deciding = useDecideCitations();

  /** @returns whether it was done */
  const decide = async (kind: Exclude<CitationDecisionKind, 'rewrite'>, citations: readonly ChangedCitation[]): Promise<boolean> => {
    const open = kind === 'keep' ? citations.filter((citation) => citation.state === 'ambiguous' && !chosen.has(keyOf(citation))) : [];
    if (open.length > 0) {
      notify(open.length === 1 ? '请先选择新版本中对应的条文' : `有 ${open.length} 条要先选择新版本中对应的条文`, 'warning');
      return false;
    }
    if (kind === 'disable' && !(await isSure(citations.length))) return false;
    const decisions = citations.map((citation) => {
      const article = chosen.get(keyOf(citation));
      return { pointId: citation.pointId, place: citation.place, version: citation.version, seen: citation.decision?.kind ?? null, kind, ...(kind === 'keep' && article !== undefined && { article }) };
    });
    try {
      await deciding.mutateAsync({ lawId, decisions });
    } catch (error) {
      if (isAnswerLost(error)) await tellLostAnswer(error, '可能已经处理，请刷新后核对。');
      else await tellRefusal('没有处理', error);
      return false;
    }
    notify(`已${decisionLabel[kind]} ${citations.length} 条`, 'success');
    return true;
  };
  return decide;
}

const isSure = (count: number): Promise<boolean> =>
  confirmDialog({
    title: '停用要点',
    content: `停用${count === 1 ? '这个' : `这 ${count} 条依据所属的`}要点后，新任务不再包含它。已下发的任务不受影响，以后可以重新处理。`,
    confirmText: '停用',
  });
