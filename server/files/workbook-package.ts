import { posix } from 'node:path';
import { SaxesParser } from 'saxes';
import { ArchiveError, unzip } from './unzip.ts';

export interface Relationship {
  id: string;
  /** The last part of its type, such as `worksheet`: the rest differs between the editions of the standard. */
  kind: string;
  /** Path of a part inside the package. */
  target: string;
}

/**
 * The parts of an Office Open XML package (ECMA-376 part 2), unpacked when they are asked for. They are found as the standard
 * has it, by relationships and without regard to case, and may lie anywhere; some programs part their names by backslashes.
 */
export class WorkbookPackage {
  readonly #archive: Buffer;
  #bytesLeft: number;

  /** @param maxBytes of all parts together that are asked for */
  constructor(archive: Buffer, maxBytes: number) {
    this.#archive = archive;
    this.#bytesLeft = maxBytes;
  }

  /** @throws ArchiveError where it is missing, damaged or too large */
  part(path: string): Buffer {
    const wanted = partName(path);
    const [found] = unzip(this.#archive, (name) => partName(name) === wanted, this.#bytesLeft).values();
    if (found === undefined) throw new ArchiveError('damaged');
    this.#bytesLeft -= found.length;
    return found;
  }

  /** @param of path of the part that has them; empty for the package itself */
  relationships(of: string): Relationship[] {
    const { dir, base } = posix.parse(partName(of));
    const found: Relationship[] = [];
    readXml(this.part(posix.join(dir, '_rels', `${base}.rels`)), {
      open: (name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) => {
        if (name !== 'Relationship' || mode === 'External') return;
        found.push({ id, kind: type.slice(type.lastIndexOf('/') + 1), target: partName(target.startsWith('/') ? target : posix.join(dir, target)) });
      },
    });
    return found;
  }
}

const partName = (path: string): string => posix.normalize(`/${path.replaceAll('\\', '/')}`).replace(/^\/+/, '').toLowerCase();

const PIECE = 64 * 1024;
const BYTE_ORDER_MARKS: readonly [mark: string, encoding: string][] = [
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
];

export interface XmlEvents {
  /** @param name without its prefix */
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
}

/**
 * Goes through XML piece by piece.
 * @param isEnough whether the rest need not be read
 * @throws for what is not well-formed
 */
export function readXml(part: Buffer, { open, close, text }: XmlEvents, isEnough = (): boolean => false): void {
  const parser = new SaxesParser();
  const local = (name: string): string => name.slice(name.indexOf(':') + 1);
  if (open !== undefined) parser.on('opentag', ({ name, attributes }) => open(local(name), attributes));
  if (close !== undefined) parser.on('closetag', ({ name }) => close(local(name)));
  if (text !== undefined) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  const mark = part.subarray(0, 2).toString('hex');
  const decoder = new TextDecoder(BYTE_ORDER_MARKS.find(([bytes]) => bytes === mark)?.[1] ?? 'utf-8', { fatal: true });
  for (let at = 0; at < part.length; at += PIECE) {
    parser.write(decoder.decode(part.subarray(at, at + PIECE), { stream: true }));
    if (isEnough()) return;
  }
  parser.close();
}
