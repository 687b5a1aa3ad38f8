/** Reads ZIPs from outside, which may be anything. Loads with the one screen that does. */
import { strFromU8, unzipSync } from 'fflate';

/** What a ZIP says of one of the files in it. */
export interface ZipListing {
  name: string;
  /** Bytes when unpacked, as the ZIP says: more is never unpacked. */
  size: number;
}

export interface OpenZip {
  files: readonly ZipListing[];
  /**
   * One file, unpacked alone, so that the others take no room. Names are only compared: nothing is ever written under them.
   * @returns undefined where there is no such file, or more than one, or it is damaged
   */
  read: (name: string, maxBytes: number) => Uint8Array<ArrayBuffer> | undefined;
}

/** @returns undefined for what is no ZIP, or one that is damaged */
export function openZip(bytes: Uint8Array<ArrayBuffer>): OpenZip | undefined {
  const files: ZipListing[] = [];
  try {
    unzipSync(bytes, {
      filter: ({ name, originalSize: size }) => {
        files.push({ name, size });
        return false;
      },
    });
  } catch {
    return undefined;
  }
  const read: OpenZip['read'] = (name, maxBytes) => {
    const named = files.filter((file) => file.name === name);
    if (named.length !== 1 || (named[0]?.size ?? 0) > maxBytes) return undefined;
    try {
      return unzipSync(bytes, { filter: (file) => file.name === name })[name] as Uint8Array<ArrayBuffer> | undefined;
    } catch {
      return undefined;
    }
  };
  return { files, read };
}

export const textOf = (bytes: Uint8Array): string => strFromU8(bytes);
