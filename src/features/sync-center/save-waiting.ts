import { formatTime } from '@/lib/dates.ts';
import { thingsOf } from '@/offline/entries/held-view.ts';
import { openOutbox } from '@/offline/entries/outbox.ts';
import { fixForExport } from '@/offline/files/exported-entries.ts';
import { StorageError } from '@/offline/storage/database.ts';
import { LONG_TOAST_MS, notify } from '@/ui/basics/notify.ts';
import { saveFile } from '@/ui/browser/save-file.ts';
import { shownOf } from './entry-view.ts';
import type { ZipOwner } from './waiting-zip.ts';

/** A way out for what cannot be sent, every value of it: the ZIP is made on this phone and handed to whoever can do something with it. */
export async function saveWaiting(owner: ZipOwner): Promise<void> {
  try {
    const at = new Date();
    const { isInMemory } = await openOutbox(owner.employeeId);
    const { entries, areFixed } = await fixForExport(owner.employeeId);
    // Loaded when it is wanted: few ever need it.
    const { zipWaiting } = await import('./waiting-zip.ts');
    saveFile(await zipWaiting(shownOf(entries, isInMemory), owner, at), `待上传_${owner.employeeName}_${formatTime(at.toISOString()).replace(/\D/g, '')}.zip`);
    // As the screen counts them: each thing once, whatever values of it wait.
    const count = thingsOf(entries, isInMemory).length;
    if (areFixed) notify(`已导出 ${count} 项`, 'success');
    else notify(`已导出 ${count} 项。本机存储已满，文件导入之前请不要修改这些内容`, 'warning', LONG_TOAST_MS);
  } catch (error) {
    notify(error instanceof StorageError ? '本机内容暂时读不出来，请稍后再导出' : '导出失败，请重试', 'error');
  }
}
