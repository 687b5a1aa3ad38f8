import { formatTime } from '@/lib/dates.ts';
import { StorageError } from '@/offline/storage/database.ts';
import { notify } from '@/ui/basics/notify.ts';
import { saveFile } from '@/ui/browser/save-file.ts';
import type { ShownEntry } from './entry-view.ts';
import type { ZipOwner } from './waiting-zip.ts';

/** A way out for what cannot be sent: the ZIP is made on this phone and handed to whoever can do something with it. */
export async function saveWaiting(entries: readonly ShownEntry[], owner: ZipOwner): Promise<void> {
  try {
    const at = new Date();
    // Loaded when it is wanted: few ever need it.
    const { zipWaiting } = await import('./waiting-zip.ts');
    saveFile(await zipWaiting(entries, owner, at), `待上传_${owner.employeeName}_${formatTime(at.toISOString()).replace(/\D/g, '')}.zip`);
    notify(`已导出 ${entries.length} 项`, 'success');
  } catch (error) {
    notify(error instanceof StorageError ? '本机内容暂时读不出来，请稍后再导出' : '导出失败，请重试', 'error');
  }
}
