import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

export interface ZipEntry {
  /** Path inside the archive, in ASCII. */
  name: string;
  /** Read only when its turn comes, so that it may depend on what the entries before yielded. */
  content: () => AsyncIterable<string> | Iterable<string>;
}

const VERSION = 20;
/** Bit 3: sizes and checksum follow the data, since nobody knows them before. Bit 11: names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
const LARGEST = 0xffff_ffff;

interface Written {
  name: Buffer;
  crc: number;
  compressed: number;
  size: number;
  offset: number;
}

/** Packs entries into a ZIP archive piece by piece (PKWARE APPNOTE 6.3); no entry is ever held in memory as a whole. */
export async function* zip(entries: readonly ZipEntry[], at: Date): AsyncGenerator<Buffer> {
  const stamp = dosTime(at);
  const written: Written[] = [];
  let offset = 0;
  const count = (bytes: Buffer): Buffer => {
    offset += bytes.length;
    if (offset > LARGEST) throw new Error('an archive of more than 4 GiB');
    return bytes;
  };

  for (const entry of entries) {
    const file: Written = { name: Buffer.from(entry.name), crc: 0, compressed: 0, size: 0, offset };
    yield count(record(0x04034b50, [[VERSION, 2], [FLAGS, 2], [DEFLATED, 2], ...stamp, [0, 4], [0, 4], [0, 4], [file.name.length, 2], [0, 2]], file.name));
    for await (const piece of deflated(entry.content(), file)) {
      file.compressed += piece.length;
      yield count(piece);
    }
    yield count(record(0x08074b50, [[file.crc, 4], [file.compressed, 4], [file.size, 4]]));
    written.push(file);
  }

  const directoryOffset = offset;
  for (const file of written) {
    yield count(
      record(
        0x02014b50,
        [
          [VERSION, 2], [VERSION, 2], [FLAGS, 2], [DEFLATED, 2], ...stamp, [file.crc, 4], [file.compressed, 4], [file.size, 4],
          [file.name.length, 2], [0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [file.offset, 4],
        ],
        file.name,
      ),
    );
  }
  yield record(0x06054b50, [[0, 2], [0, 2], [written.length, 2], [written.length, 2], [offset - directoryOffset, 4], [directoryOffset, 4], [0, 2]]);
}

/** Compresses on zlib's threads, and sums up what went in. */
function deflated(content: AsyncIterable<string> | Iterable<string>, file: Written): AsyncIterable<Buffer> {
  async function* measured(): AsyncGenerator<Buffer> {
    for await (const text of content) {
      const bytes = Buffer.from(text);
      file.crc = crc32(bytes, file.crc);
      file.size += bytes.length;
      if (file.size > LARGEST) throw new Error('an archive entry of more than 4 GiB');
      yield bytes;
    }
  }
  // The pipeline hands a failure on to the reader of its last stream.
  return pipeline(Readable.from(measured()), createDeflateRaw(), () => undefined);
}

/** A signature, and fields of two or four bytes in little-endian order. */
function record(signature: number, fields: readonly (readonly [value: number, bytes: number])[], tail: Uint8Array = new Uint8Array()): Buffer {
  const all = [[signature, 4] as const, ...fields];
  const head = Buffer.alloc(all.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [value, bytes] of all) at = head.writeUIntLE(value, at, bytes);
  return Buffer.concat([head, tail]);
}

function dosTime(at: Date): [number, number][] {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const date = (Math.max(at.getUTCFullYear() - 1980, 0) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return [
    [time, 2],
    [date, 2],
  ];
}
