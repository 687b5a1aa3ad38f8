import { changeSetting } from '@/settings/settings-store.ts';
import { notify } from '@/ui/basics/notify.ts';

/** Says so where the browser cannot, such as on an iPhone. */
export async function toggleFullScreen(): Promise<void> {
  if (!document.fullscreenEnabled) return notify('当前浏览器不支持全屏', 'warning');
  try {
    if (document.fullscreenElement === null) await document.documentElement.requestFullscreen();
    else await document.exitFullscreen();
  } catch {
    notify('当前浏览器不支持全屏', 'warning');
  }
}

/** Keeps the setting at what the window does, for Escape and F11 change it too. @returns a function that ends it. */
export function followFullScreen(): () => void {
  const follow = (): void => void changeSetting('fullScreen', document.fullscreenElement !== null);
  document.addEventListener('fullscreenchange', follow);
  return () => document.removeEventListener('fullscreenchange', follow);
}
