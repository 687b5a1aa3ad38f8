/**
 * Puts text on the clipboard.
 * @returns whether it is there; a browser may refuse
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** The old way, for addresses without TLS, where the clipboard has no other. */
function copySelected(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  // Inside an open dialog, which would not let the focus go elsewhere.
  (document.querySelector('[role="dialog"]') ?? document.body).append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } finally {
    area.remove();
  }
}
