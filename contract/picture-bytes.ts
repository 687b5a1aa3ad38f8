/** Thrown inside the readers of pictures, and caught by `cleanPicture`. */
export class DamagedPicture extends Error {}

/** No real picture has so many: what has is made to keep whoever reads it busy. */
const MAX_PARTS = 20_000;

/** Bytes of a picture, read with a check of every bound. */
export class PictureBytes {
  readonly bytes: Uint8Array;
  readonly length: number;
  private parts = 0;
  private readonly view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.length = bytes.byteLength;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  byte(at: number): number {
    this.need(at, 1);
    return this.view.getUint8(at);
  }

  uint16(at: number, isLittle = false): number {
    this.need(at, 2);
    return this.view.getUint16(at, isLittle);
  }

  uint32(at: number, isLittle = false): number {
    this.need(at, 4);
    return this.view.getUint32(at, isLittle);
  }

  hasText(at: number, text: string): boolean {
    if (at + text.length > this.length) return false;
    for (let index = 0; index < text.length; index += 1) if (this.bytes[at + index] !== text.charCodeAt(index)) return false;
    return true;
  }

  /** Four letters that name a chunk. */
  name(at: number): string {
    this.need(at, 4);
    return String.fromCharCode(...this.bytes.subarray(at, at + 4));
  }

  slice(from: number, to: number): Uint8Array {
    this.need(from, to - from);
    return this.bytes.subarray(from, to);
  }

  /** To be called for each part of the file. */
  countPart(): void {
    this.parts += 1;
    if (this.parts > MAX_PARTS) throw new DamagedPicture();
  }

  private need(at: number, length: number): void {
    if (length < 0 || at + length > this.length) throw new DamagedPicture();
  }
}

export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.byteLength;
  }
  return joined;
}

export const asciiBytes = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** What was read of a picture: its size in pixels, and its bytes without what is no part of the picture. */
export interface ReadPicture {
  width: number;
  height: number;
  pieces: readonly Uint8Array[];
}
