import { useState, useSyncExternalStore } from 'react';
import { openUploads, type Upload, type Uploads } from './uploads.ts';

/** The uploads of a form, and what can be done with them. */
export function useUploads(form: string): Uploads & { uploads: readonly Upload[] } {
  const [opened] = useState(() => openUploads(form));
  return { ...opened, uploads: useSyncExternalStore(opened.subscribe, opened.list) };
}
