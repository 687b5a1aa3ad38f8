import { deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { ArchiveError, unzip } from '../../../server/files/unzip.ts';

const ELSEWHERE = 0xffff_ffff;

/** An archive in the format for large files, as Apache POI writes even small ones. */
function largeFormat(files: Readonly<Record<string, string>>, patch: (entry: Buffer) => void = () => undefined): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const data = deflateRawSync(text);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50);
    local.writeUInt16LE(8, 8);
    local.writeUInt16LE(name.length, 26);
    const extra = Buffer.alloc(8 + 4 + 24);
    // A field of another kind before it.
    extra.writeUInt16LE(0x5455, 0);
    extra.writeUInt16LE(4, 2);
    extra.writeUInt16LE(1, 8);
    extra.writeUInt16LE(24, 10);
    for (const [index, value] of [text.length, data.length, offset].entries()) extra.writeBigUInt64LE(BigInt(value), 12 + 8 * index);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50);
    entry.writeUInt16LE(8, 10);
    for (const at of [20, 24, 42]) entry.writeUInt32LE(ELSEWHERE, at);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt16LE(extra.length, 30);
    directory.push(entry, Buffer.from(name), extra);
    patch(extra);
    parts.push(local, Buffer.from(name), data);
    offset += local.length + name.length + data.length;
  }
  const entries = Buffer.concat(directory);
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(0x06064b50);
  end64.writeBigUInt64LE(BigInt(Object.keys(files).length), 32);
  end64.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50);
  locator.writeBigUInt64LE(BigInt(offset + entries.length), 8);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(0xffff, 10);
  end.writeUInt32LE(ELSEWHERE, 16);
  return Buffer.concat([...parts, entries, end64, locator, end]);
}

it('an archive in the format for large files is read like any other', () => {
  const files = { 'a.xml': '<a/>', 'b.xml': '<b>'.repeat(1000) };
  const found = unzip(largeFormat(files), () => true, 10_000);
  expect([...found].map(([name, content]) => [name, content.toString()])).toEqual(Object.entries(files));
});

it('one that says of itself what cannot be is damaged', () => {
  for (const at of [12, 20, 28]) {
    for (const value of [2n ** 60n, 2n ** 64n - 1n]) {
      const archive = largeFormat({ 'a.xml': '<a/>' }, (extra) => extra.writeBigUInt64LE(value, at));
      if (at === 12) expect(unzip(archive, () => true, 10_000).size, 'the size is not believed anyway').toBe(1);
      else expect(() => unzip(archive, () => true, 10_000)).toThrow(new ArchiveError('damaged'));
    }
  }
  const archive = largeFormat({ 'a.xml': '<a/>' });
  archive.writeBigUInt64LE(2n ** 50n, archive.length - 22 - 20 + 8);
  expect(() => unzip(archive, () => true, 10_000)).toThrow(new ArchiveError('damaged'));
});
