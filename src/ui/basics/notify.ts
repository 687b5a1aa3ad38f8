/**
 * Short messages. Not antd-mobile's Toast: that one is hidden from screen readers, and shows nothing at all under
 * React 19 unless it is given another renderer.
 */
import styles from './notify.module.css';

/** Specification section 9. */
export const TOAST_MS = 1000;
/** Of a message with a number that a person may want to write down. */
export const LONG_TOAST_MS = 8000;

export type NotifyTone = 'success' | 'info' | 'warning' | 'error';

let visible: { toast: HTMLElement; since: number } | undefined;

/**
 * Shows a message, for a second if nothing else is said. An error or a warning is shown only while no other message is (specification
 * section 8), where one that stays longer counts for that second only against other words; what succeeded takes the place of the
 * message before it.
 */
export function notify(content: string, tone: NotifyTone = 'info', visibleMs = TOAST_MS): void {
  const isUrgent = tone === 'error' || tone === 'warning';
  const isHeld = visible !== undefined && (visible.toast.textContent === content || performance.now() - visible.since < TOAST_MS);
  if (isUrgent && isHeld) return;
  visible?.toast.remove();
  const toast = document.createElement('div');
  toast.className = `${styles['toast']} ${styles[tone]}`;
  toast.setAttribute('role', isUrgent ? 'alert' : 'status');
  toast.textContent = content;
  visible = { toast: document.body.appendChild(toast), since: performance.now() };
  setTimeout(() => {
    toast.remove();
    if (visible?.toast === toast) visible = undefined;
  }, visibleMs);
}
