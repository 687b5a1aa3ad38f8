import type { CheckPoint, LevelOneItem } from '#contract/check-point.ts';
import { isAnswerLost } from '@/queries/client/lost-answer.ts';
import { useDeleteItem, useRestorePoint, useRetirePoint, useRetirePoints, useSwitchPoints } from '@/queries/laws/check-point-queries.ts';
import { notify } from '@/ui/basics/notify.ts';
import { confirmDialog } from '@/ui/sheets/confirm-dialog.tsx';
import { tellLostAnswer, tellRefusal } from '@/ui/sheets/tell-refusal.ts';

/** What is asked about first, then done, and told. Each resolves with whether it was done. */
export function usePointActions() {
  const retiring = useRetirePoint();
  const retiringAll = useRetirePoints();
  const restoring = useRestorePoint();
  const switching = useSwitchPoints();
  const deleting = useDeleteItem();

  const run = async (work: () => Promise<unknown>, done: string, failed: string): Promise<boolean> => {
    try {
      await work();
    } catch (error) {
      if (isAnswerLost(error)) await tellLostAnswer(error, '操作可能已经生效，请刷新列表核对。');
      else await tellRefusal(failed, error);
      return false;
    }
    notify(done, 'success');
    return true;
  };

  return {
    retire: async ({ id, content }: CheckPoint): Promise<boolean> => {
      const isSure = await confirmDialog({
        title: '废止要点',
        content: `废止后，“${content}”不再用于新任务，也不在列表中显示。已经下发的任务照常填写，历史结果全部保留。以后可以在“已废止”中恢复。`,
        confirmText: '废止',
        isDestructive: true,
      });
      return isSure && run(() => retiring.mutateAsync(id), '已废止', '没有废止');
    },
    /** @param nationalCount how many of those that were chosen stay */
    retireAll: async (ids: readonly string[], nationalCount: number): Promise<boolean> => {
      const isSure = await confirmDialog({
        title: '废止要点',
        content: `废止选中的 ${ids.length} 个本机构要点后，它们不再用于新任务，也不在列表中显示。已经下发的任务照常填写，历史结果全部保留。以后可以在“已废止”中逐个恢复。${
          nationalCount > 0 ? `选中的国家库要点（${nationalCount} 个）不能废止，保持不变。` : ''
        }`,
        confirmText: '废止',
        isDestructive: true,
      });
      return isSure && run(() => retiringAll.mutateAsync({ ids: [...ids] }), `已废止 ${ids.length} 个要点`, '没有废止');
    },
    restore: ({ id }: CheckPoint): Promise<boolean> => run(() => restoring.mutateAsync(id), '已恢复', '没有恢复'),
    switchAll: async (ids: readonly string[], isOn: boolean): Promise<boolean> => {
      const isSure =
        isOn ||
        (await confirmDialog({
          title: '停用要点',
          content: `停用选中的 ${ids.length} 个要点后，新任务不再包含它们。已经下发的任务不受影响，随时可以重新启用。`,
          confirmText: '停用',
        }));
      const work = () => switching.mutateAsync({ ids: [...ids], enabled: isOn ? 1 : 0 });
      return isSure && run(work, isOn ? `已启用 ${ids.length} 个要点` : `已停用 ${ids.length} 个要点`, isOn ? '没有启用' : '没有停用');
    },
    deleteItem: async ({ id, name }: LevelOneItem): Promise<boolean> => {
      const isSure = await confirmDialog({
        title: '删除自查项目',
        content: `确定删除“${name}”吗？项目下还有要点时不能删除。已经下发的任务仍显示这个项目。`,
        confirmText: '删除',
        isDestructive: true,
      });
      return isSure && run(() => deleting.mutateAsync(id), '项目已删除', '没有删除');
    },
  };
}
