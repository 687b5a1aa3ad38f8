/** Tells files that the build made from what a captive portal, a firewall or a proxy answers in their place. */
import { matchPrecache } from 'workbox-precaching';

/** Whether a body is the one that the build put on record (Subresource Integrity, SHA-256). */
export async function isIntact(response: Response, integrity: string): Promise<boolean> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await response.clone().arrayBuffer()));
  return integrity === `sha256-${btoa(String.fromCharCode(...digest))}`;
}

const pdfjsPath = /^(.*\/pdfjs\/[^/]+\/)(.+)$/;

export const isPdfjsFile = ({ pathname }: URL): boolean => pdfjsPath.test(pathname);

/** What the build put on record of a file that pdf.js fetches; undefined for one of another version. */
export async function pdfjsIntegrity(address: string): Promise<string | undefined> {
  const [, folder, name] = pdfjsPath.exec(new URL(address).pathname) ?? [];
  if (folder === undefined || name === undefined) return undefined;
  const record = await matchPrecache(`${folder}integrity.json`);
  return ((await record?.json()) as Record<string, string> | undefined)?.[name];
}
