import type { Law } from '#contract/law.ts';
import { isLimitReached, type KeepingScope } from '@/offline/reading/law-keeping.ts';
import type { HeldLaws } from '@/offline/reading/law-storage.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import letters from '@/ui/basics/letters.module.css';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { describePdfs, describeTexts, type KeptSummary, summarizeKept } from './law-size.ts';
import { removeIfAgreed } from './law-deeds.ts';
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
  summary: KeptSummary;
}

/** Keeps or removes all laws, or all of one type: their PDFs, and the texts that did not come by themselves. */
export function KeepSheet({ isOpen, laws, held, onKeep, onClose }: KeepSheetProps) {
  const types = [...new Set(laws.map((law) => law.lawType))];
  const groupOf = (name: string, scope: KeepingScope, members: readonly Law[]): Group => ({ name, scope, laws: members, summary: summarizeKept(members, held) });
  const isLimited = isLimitReached(held);
  const groups = [
    groupOf('全部法规', { kind: 'all' }, laws),
    ...types.map((lawType) => groupOf(lawType || '其他', { kind: 'type', lawType }, laws.filter((law) => law.lawType === lawType))),
  ].filter(({ summary }) => summary.withPdf > 0 || !summary.isWhole || isLimited);
  const handleKeep = (group: Group): void => {
    onClose();
    void onKeep(group.laws, group.scope);
  };
  return (
    <Sheet isOpen={isOpen} title="离线保存" onClose={onClose}>
      <p className={styles['hint']}>法规正文自动保存，没有网络也可以阅读和检索。原文 PDF 较大，选择后才保存；所选范围内以后新增或修改的，联网时自动更新。</p>
      <ul>
        {groups.map((group) => {
          const { summary } = group;
          return (
            <li key={group.name} className={styles['group']}>
              <div className={styles['facts']}>
                <p className={styles['name']}>{group.name}</p>
                <p className={letters['quiet']}>正文 {describeTexts(summary)}</p>
                {summary.withPdf > 0 && <p className={letters['quiet']}>原文 {describePdfs(summary)}</p>}
              </div>
              {(summary.pdfs > 0 || (isLimited && summary.texts > 0)) && (
                <ActionButton tone="text" size="small" label={`移除${group.name}`} onClick={() => removeIfAgreed(group.name, group.laws)}>
                  移除
                </ActionButton>
              )}
              {!summary.isWhole && (
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
