import { asciiBytes, DamagedPicture, joinBytes, type PictureBytes, type ReadPicture } from './picture-bytes.ts';
import { orientationOnly, readOrientation } from './picture-orientation.ts';

const HEAD_BYTES = 12;
const CHUNK_HEAD_BYTES = 8;
const FRAME_HEAD_BYTES = 16;
const HAS_EXIF = 0x08;
const HAS_XMP = 0x04;
const IMAGE: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'ALPH']);
const EXTENDED: ReadonlySet<string> = new Set([...IMAGE, 'ICCP', 'ANIM']);

export const isWebp = (bytes: PictureBytes): boolean => bytes.hasText(0, 'RIFF') && bytes.hasText(8, 'WEBP');

interface Chunk {
  name: string;
  /** The chunk with its head, and a byte that makes its length even. */
  whole: Uint8Array;
  body: number;
  end: number;
}

/** Walks a WebP (RFC 9649) to the end that its head names; what stands behind it goes. */
export function readWebp(bytes: PictureBytes): ReadPicture {
  const chunks = readChunks(bytes, HEAD_BYTES, CHUNK_HEAD_BYTES + bytes.uint32(4, true));
  const [first] = chunks;
  const image = chunks.find(({ name }) => name === 'VP8 ' || name === 'VP8L' || name === 'ANMF');
  if (first === undefined || image === undefined) throw new DamagedPicture();
  if (first.name === 'VP8 ' || first.name === 'VP8L') return { ...sizeOf(bytes, first), pieces: withHead([first.whole]) };
  if (first.name !== 'VP8X') throw new DamagedPicture();
  const exif = chunks.find(({ name }) => name === 'EXIF');
  const turned = exif === undefined ? undefined : orientationOnly(readOrientation(withoutPrefix(bytes.slice(exif.body, exif.end))));
  const features = first.whole.slice();
  features[CHUNK_HEAD_BYTES] = (bytes.byte(first.body) & ~(HAS_EXIF | HAS_XMP)) | (turned === undefined ? 0 : HAS_EXIF);
  const kept = chunks.flatMap((chunk) => (chunk.name === 'ANMF' ? [cleanFrame(bytes, chunk)] : EXTENDED.has(chunk.name) ? [chunk.whole] : []));
  return {
    width: 1 + uint24(bytes, first.body + 4),
    height: 1 + uint24(bytes, first.body + 7),
    pieces: withHead([features, ...kept, ...(turned === undefined ? [] : [makeChunk('EXIF', turned)])]),
  };
}

function readChunks(bytes: PictureBytes, from: number, to: number): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = from; at < to; ) {
    bytes.countPart();
    const body = at + CHUNK_HEAD_BYTES;
    const length = bytes.uint32(at + 4, true);
    const end = body + length;
    if (end > to) throw new DamagedPicture();
    // Some writers leave the last even byte out.
    const next = Math.min(end + (length % 2), to);
    const whole = bytes.slice(at, next);
    chunks.push({ name: bytes.name(at), whole: whole.byteLength % 2 === 0 ? whole : joinBytes([whole, Uint8Array.of(0)]), body, end });
    at = next;
  }
  return chunks;
}

/** A frame of an animation, which may have chunks of others too. */
function cleanFrame(bytes: PictureBytes, { body, end }: Chunk): Uint8Array {
  const head = bytes.slice(body, body + FRAME_HEAD_BYTES);
  const images = readChunks(bytes, body + FRAME_HEAD_BYTES, end).filter(({ name }) => IMAGE.has(name));
  return makeChunk('ANMF', joinBytes([head, ...images.map(({ whole }) => whole)]));
}

function sizeOf(bytes: PictureBytes, { name, body }: Chunk): { width: number; height: number } {
  if (name === 'VP8 ') return { width: bytes.uint16(body + 6, true) & 0x3fff, height: bytes.uint16(body + 8, true) & 0x3fff };
  const packed = bytes.uint32(body + 1, true);
  return { width: 1 + (packed & 0x3fff), height: 1 + ((packed >>> 14) & 0x3fff) };
}

/** Some write Exif as in a JPEG. */
const withoutPrefix = (exif: Uint8Array): Uint8Array => (exif[0] === 0x45 ? exif.subarray(6) : exif);

const withHead = (chunks: readonly Uint8Array[]): Uint8Array[] => {
  const length = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  return [asciiBytes('RIFF'), littleEndian(4 + length), asciiBytes('WEBP'), ...chunks];
};

const makeChunk = (name: string, data: Uint8Array): Uint8Array =>
  joinBytes([asciiBytes(name), littleEndian(data.byteLength), data, new Uint8Array(data.byteLength % 2)]);

const littleEndian = (value: number): Uint8Array => Uint8Array.of(value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24);

const uint24 = (bytes: PictureBytes, at: number): number => bytes.uint16(at, true) | (bytes.byte(at + 2) << 16);
