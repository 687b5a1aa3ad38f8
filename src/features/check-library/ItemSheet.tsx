import type { CheckItem, LevelOneItem } from '#contract/check-point.ts';
import { ITEM_NAME_MAX } from '#contract/limits.ts';
import { useAddItem, useRenameItem } from '@/queries/laws/check-point-queries.ts';
import { fieldErrorsOf } from '@/queries/client/field-errors.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { notify } from '@/ui/basics/notify.ts';
import { FormProblem } from '@/ui/controls/FormProblem.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { useFields } from '@/ui/controls/useFields.ts';
import { useFormProblem } from '@/ui/controls/useFormProblem.ts';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { useDismiss } from '@/ui/sheets/useDismiss.ts';
import styles from './PointSheet.module.css';

export interface ItemSheetProps {
  /** What is renamed, or the category below which an item is added. */
  target: { item: LevelOneItem } | { category: CheckItem };
  onClose: () => void;
}

/** Adds an own item below a category, or renames one. */
export function ItemSheet({ target, onClose }: ItemSheetProps) {
  const adding = useAddItem();
  const renaming = useRenameItem();
  const [problem, setProblem] = useFormProblem();
  const isNew = 'category' in target;
  const form = useFields({ itemName: { maxLength: ITEM_NAME_MAX, isRequired: true } }, { itemName: isNew ? '' : target.item.name });

  const close = useDismiss(form.isDirty, onClose);
  const handleSave = async (): Promise<void> => {
    setProblem(undefined);
    if (!form.checkAll()) return;
    const itemName = form.values.itemName.trim();
    try {
      if (isNew) await adding.mutateAsync({ parentId: target.category.id, itemName });
      else await renaming.mutateAsync({ id: target.item.id, itemName });
    } catch (error) {
      const found = fieldErrorsOf(error);
      const others = form.setErrors(found);
      if (found.length === 0 || others.length > 0) setProblem(others[0] ?? (error instanceof Error ? error.message : '保存失败'));
      return;
    }
    notify(isNew ? '项目已新增' : '项目已保存', 'success');
    onClose();
  };

  return (
    <Sheet
      isOpen
      title={isNew ? '新增自查项目' : '重命名自查项目'}
      onClose={() => void close()}
      footer={
        <>
          <ActionButton onClick={close}>取消</ActionButton>
          <ActionButton tone="primary" onClick={handleSave}>
            保存
          </ActionButton>
        </>
      }
    >
      <div className={styles['form']}>
        {isNew && <p className={styles['note']}>新项目放在“{target.category.name}”下，只在本机构使用。</p>}
        <TextField label="项目名称" {...form.bind('itemName')} />
        <FormProblem>{problem}</FormProblem>
      </div>
    </Sheet>
  );
}
