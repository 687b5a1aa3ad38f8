import type { CheckItem, LevelOneItem } from '#contract/check-point.ts';
import { ITEM_NAME_MAX } from '#contract/limits.ts';
import { FormSheet } from '@/parts/forms/FormSheet.tsx';
import { useOverwriting } from '@/queries/client/useOverwriting.ts';
import { readLevelOneItems, useAddItem, useRenameItem } from '@/queries/laws/check-point-queries.ts';
import letters from '@/ui/basics/letters.module.css';
import { TextField } from '@/ui/controls/TextField.tsx';
import { useFields } from '@/ui/controls/useFields.ts';

export interface ItemSheetProps {
  /** What is renamed, or the category below which an item is added. */
  target: { item: LevelOneItem } | { category: CheckItem };
  onClose: () => void;
}

/** Adds an own item below a category, or renames one. */
export function ItemSheet({ target, onClose }: ItemSheetProps) {
  const adding = useAddItem();
  const renaming = useRenameItem();
  const isNew = 'category' in target;
  const overwrite = useOverwriting(isNew ? undefined : { itemName: target.item.name }, async () => {
    const now = isNew ? undefined : (await readLevelOneItems()).find(({ id }) => id === target.item.id);
    return now && { itemName: now.name };
  });
  const form = useFields({ itemName: { maxLength: ITEM_NAME_MAX, isRequired: true } }, { itemName: isNew ? '' : target.item.name });
  const handleSave = async (): Promise<string | undefined> => {
    if (!form.checkAll()) return undefined;
    const itemName = form.values.itemName.trim();
    if (isNew) await adding.mutateAsync({ parentId: target.category.id, itemName });
    else await overwrite((began) => renaming.mutateAsync({ id: target.item.id, itemName, ...began }));
    return isNew ? '项目已新增' : '项目已保存';
  };

  return (
    <FormSheet title={isNew ? '新增自查项目' : '重命名自查项目'} hasInput={form.isDirty} fields={form} onSave={handleSave} onClose={onClose}>
      {isNew && <p className={letters['quiet']}>新项目放在“{target.category.name}”下，只在本机构使用。</p>}
      <TextField label="项目名称" {...form.bind('itemName')} />
    </FormSheet>
  );
}
