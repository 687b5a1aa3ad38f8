import type { Law } from '#contract/law.ts';
import { formatBytes } from '@/lib/files/bytes.ts';
import type { KeepingScope } from '@/offline/reading/law-keeping.ts';
import type { HeldLaws } from '@/offline/reading/law-storage.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { summarizeKept } from './law-size.ts';
import { removeIfAgreed } from './remove-laws.ts';
import styles from './KeepSheet.module.css';

interface KeepSheetProps {
  isOpen: boolean;
  laws: readonly Law[];
  held: HeldLaws;
  onKeep: (laws: readonly Law[], scope: KeepingScope) => unknown;
  onClose: () => void;
}

interface Group {
  name: string;
  scope: KeepingScope;
  laws: readonly Law[];
}

/** Keeps or removes all laws, or all of one type. */
export function KeepSheet({ isOpen, laws, held, onKeep, onClose }: KeepSheetProps) {
  const types = [...new Set(laws.map((law) => law.lawType))];
  const groups: Group[] = [
    { name: '全部法规', scope: { kind: 'all' }, laws },
    ...types.map((lawType) => ({ name: lawType || '其他', scope: { kind: 'type', lawType } as const, laws: laws.filter((law) => law.lawType === lawType) })),
  ];
  const handleKeep = (group: Group): void => {
    onClose();
    void onKeep(group.laws, group.scope);
  };
  return (
    <Sheet isOpen={isOpen} title="离线保存" onClose={onClose}>
      <p className={styles['hint']}>保存后，没有网络也可以阅读、查找和检索；所选范围内以后新增或修改的法规，联网时自动更新。</p>
      <ul className={styles['groups']}>
        {groups.map((group) => {
          const { kept, total, bytes } = summarizeKept(group.laws, held);
          return (
            <li key={group.name} className={styles['group']}>
              <div className={styles['facts']}>
                <p className={styles['name']}>{group.name}</p>
                <p className={styles['count']}>
                  已保存 {kept} / {total} 部{bytes > 0 && ` · ${formatBytes(bytes)}`}
                </p>
              </div>
              {kept > 0 && (
                <ActionButton tone="text" size="small" label={`移除${group.name}`} onClick={() => removeIfAgreed(group.name, group.laws)}>
                  移除
                </ActionButton>
              )}
              {kept < total && (
                <ActionButton tone="primary" size="small" label={`保存${group.name}`} onClick={() => handleKeep(group)}>
                  保存
                </ActionButton>
              )}
            </li>
          );
        })}
      </ul>
    </Sheet>
  );
}
