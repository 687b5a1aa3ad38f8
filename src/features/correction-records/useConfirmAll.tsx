import type { SelfCorrection } from '#contract/self-correction.ts';
import { isAnswerLost } from '@/queries/client/lost-answer.ts';
import { useConfirmCorrections } from '@/queries/work/correction-record-queries.ts';
import { notify } from '@/ui/basics/notify.ts';
import { confirmDialog } from '@/ui/sheets/confirm-dialog.tsx';
import { tellLostAnswer, tellRefusal } from '@/ui/sheets/tell-refusal.ts';
import { ConfirmationWords } from './ConfirmationWords.tsx';

/** Confirms several self-corrections after one question; what is refused is named with its reason. */
export function useConfirmAll() {
  const confirming = useConfirmCorrections();

  /** @returns whether it was done, if not for all */
  const confirmAll = async (chosen: readonly SelfCorrection[]): Promise<boolean> => {
    if (!(await confirmDialog({ title: '确认整改', content: <ConfirmationWords corrections={chosen} />, confirmText: `确认 ${chosen.length} 份` }))) return false;
    let refused: { name: string; reason: string }[];
    try {
      const { data } = await confirming.mutateAsync({ corrections: chosen.map(({ id, version = 0 }) => ({ id, version })) });
      refused = data.outcomes.flatMap(({ outcome, reason = '' }, position) => {
        const { deptName = '', taskName = '' } = chosen[position] ?? {};
        return outcome === 'refused' ? [{ name: `${deptName}，${taskName}`, reason }] : [];
      });
    } catch (error) {
      if (isAnswerLost(error)) await tellLostAnswer(error, '可能已经确认，请刷新列表核对。');
      else await tellRefusal('没有确认', error);
      return false;
    }
    const done = chosen.length - refused.length;
    if (done > 0) notify(`已确认 ${done} 份`, 'success');
    if (refused.length > 0) await confirmDialog({ title: `${refused.length} 份没有确认`, content: <Refused refused={refused} />, confirmText: '知道了', cancelText: null });
    return true;
  };
  return { confirmAll, isPending: confirming.isPending };
}

function Refused({ refused }: { refused: readonly { name: string; reason: string }[] }) {
  return (
    <ul>
      {refused.map(({ name, reason }) => (
        <li key={name}>
          {name}：{reason}
        </li>
      ))}
    </ul>
  );
}
