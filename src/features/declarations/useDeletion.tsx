import type { Declaration } from '#contract/declaration.ts';
import { forgetDraft } from '@/offline/forms/form-drafts.ts';
import { isAnswerLost } from '@/queries/client/lost-answer.ts';
import { useDeleteDeclarations } from '@/queries/declaration-queries.ts';
import { notify } from '@/ui/basics/notify.ts';
import { confirmDialog } from '@/ui/sheets/confirm-dialog.tsx';
import { tellLostAnswer, tellRefusal } from '@/ui/sheets/tell-refusal.ts';
import { formName } from './declaration-form.ts';
import type { DeclarationKind } from './declaration-kinds.ts';

/** Named one by one in the question; more is no list that somebody reads. */
const NAMED = 5;

/** Asks, says what will be lost, deletes. Resolves with whether they were deleted. */
export function useDeletion({ selfDeclaredType: type, title }: DeclarationKind) {
  const deleting = useDeleteDeclarations();
  return async (records: readonly Pick<Declaration, 'id' | 'title' | 'attachmentCount'>[]): Promise<boolean> => {
    const files = records.reduce((sum, { attachmentCount }) => sum + attachmentCount, 0);
    const isSure = await confirmDialog({
      title: `删除${title}`,
      content: (
        <>
          <p>
            将删除 {records.length} 条{title}
            {files > 0 && `和其中的 ${files} 个附件`}，删除后不能恢复：
          </p>
          <ul>
            {records.slice(0, NAMED).map((record) => (
              <li key={record.id}>《{record.title}》</li>
            ))}
          </ul>
          {records.length > NAMED && <p>等 {records.length} 条</p>}
        </>
      ),
      confirmText: '删除',
      isDestructive: true,
    });
    if (!isSure) return false;
    try {
      await deleting.mutateAsync({ type, ids: records.map(({ id }) => id) });
    } catch (error) {
      if (isAnswerLost(error)) await tellLostAnswer(error, '可能已经删除，请刷新列表核对。');
      else await tellRefusal('没有删除', error);
      return false;
    }
    await Promise.all(records.map(({ id }) => forgetDraft(formName(type, id))));
    notify(`已删除 ${records.length} 条`, 'success');
    return true;
  };
}
