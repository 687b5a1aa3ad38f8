import { countInMemory } from '@/offline/storage/in-memory.ts';
import { confirmDialog } from '@/ui/sheets/confirm-dialog.tsx';

/** Asks where loading the page anew would lose what the phone refused to store. */
export async function mayLosePage(deed: '更新' | '重新加载'): Promise<boolean> {
  const count = countInMemory();
  if (count === 0) return true;
  const content = `重新打开页面将丢失 ${count} 项未能存入本机的内容`;
  return await confirmDialog({ content, confirmText: `仍要${deed}`, isDestructive: true });
}
