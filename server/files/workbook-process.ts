/** Reads the first sheet of a workbook in a process of its own, which may run out of time or memory without harm to others. */
import { readSheet } from 'read-excel-file/node';
import { ArchiveError, unzip } from './unzip.ts';
import { zip } from './zip-stream.ts';

/** What this process answers: cells as texts, or why there are none. */
export type WorkbookAnswer = { rows: string[][] } | { problem: 'damaged' | 'tooLarge' };

const UNPACKED_MAX_BYTES = 40 * 1024 * 1024;
const isPart = (name: string): boolean => name.endsWith('.xml') || name.endsWith('.rels');

async function read(bytes: Uint8Array): Promise<WorkbookAnswer> {
  const parts = unzip(Buffer.from(bytes), isPart, UNPACKED_MAX_BYTES);
  if (!parts.has('xl/workbook.xml')) return { problem: 'damaged' };
  // The library unpacks without a limit and by the archive's other list of entries, so it is given one that we packed.
  const entries = [...parts].map(([name, content]) => ({ name, content: () => [content.toString()] }));
  const packed: Buffer[] = [];
  for await (const piece of zip(entries, new Date(0))) packed.push(piece);
  const rows = await readSheet(Buffer.concat(packed), 1, { parseNumber });
  return { rows: (rows as unknown[][]).map((row) => row.map(toText)) };
}

/** As it is written, since a telephone number is no number; one of too many digits shows that they are not to be trusted. */
const parseNumber = (text: string): string => (/^\d{16,}$/.test(text) ? Number(text).toExponential() : text);

function toText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return typeof cell === 'string' ? cell : typeof cell === 'boolean' ? String(cell).toUpperCase() : JSON.stringify(cell);
}

async function answer(bytes: Uint8Array): Promise<WorkbookAnswer> {
  try {
    return await read(bytes);
  } catch (error) {
    return { problem: error instanceof ArchiveError ? error.kind : 'damaged' };
  }
}

// A server that is told to end answers what is under way, and needs this answer for it.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => undefined);
// It does not end by itself, since its end could be told before its answer.
process.on('message', (bytes: Uint8Array) => {
  void answer(bytes).then((answered) => process.send?.(answered));
});
