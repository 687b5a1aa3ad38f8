/** pdf.js as this app uses it; import it only from parts that are loaded where a PDF is shown. */
import { pdfjs } from 'react-pdf';
import '@/lib/files/fill-gaps.ts';
// oxlint-disable-next-line import/default -- with ?worker&url Vite answers with the address
import workerUrl from './pdf-worker.ts?worker&url';
import { pdfjsAddress } from '@/lib/files/pdfjs-files.ts';

pdfjs.GlobalWorkerOptions.workerSrc = workerUrl;

/** One object for all documents: another one would make react-pdf load each of them anew. */
export const pdfOptions = {
  cMapUrl: pdfjsAddress('cmaps'),
  cMapPacked: true,
  standardFontDataUrl: pdfjsAddress('standard_fonts'),
  wasmUrl: pdfjsAddress('wasm'),
  iccUrl: pdfjsAddress('iccs'),
  // One request for a file, whole in the cache afterwards, instead of dozens for its parts.
  disableRange: true,
} as const;

/** A file that wants a password is one that cannot be shown: whoever knows it opens the file elsewhere. */
export function refusePassword(answer: (password: string | null) => void): void {
  const refusal = new Error('文件设有密码');
  refusal.name = 'PasswordException';
  // pdf.js takes an error here for the wish to give up; its types know only text.
  (answer as (refusal: unknown) => void)(refusal);
}
