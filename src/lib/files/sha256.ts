/** SHA-256 (FIPS 180-4) for addresses without HTTPS, where browsers keep theirs back; 20 MB take about a second. */
export function sha256(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const state = Uint32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));
  const constants = Uint32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
  const words = new Uint32Array(64);
  const whole = bytes.length - (bytes.length % 64);
  for (let from = 0; from < whole; from += 64) mix(state, constants, words, bytes, from);
  // A bit, zeros, and the length in bits make the rest whole.
  const rest = new Uint8Array(bytes.length % 64 < 56 ? 64 : 128);
  rest.set(bytes.subarray(whole));
  rest[bytes.length % 64] = 0x80;
  const view = new DataView(rest.buffer);
  view.setUint32(rest.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(rest.length - 4, bytes.length << 3);
  for (let from = 0; from < rest.length; from += 64) mix(state, constants, words, rest, from);
  const digest = new DataView(new ArrayBuffer(32));
  for (const [index, word] of state.entries()) digest.setUint32(index * 4, word);
  return new Uint8Array(digest.buffer);
}

const fraction = (value: number): number => Math.floor((value - Math.floor(value)) * 2 ** 32);

function primes(count: number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate += 1) if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  return found;
}

/** Of an index that is inside. */
const at = (words: Uint32Array, index: number): number => words[index] ?? 0;

const turned = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

function mix(state: Uint32Array, constants: Uint32Array, words: Uint32Array, bytes: Uint8Array, from: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset + from, 64);
  for (let index = 0; index < 16; index += 1) words[index] = view.getUint32(index * 4);
  for (let index = 16; index < 64; index += 1) {
    const early = at(words, index - 15);
    const late = at(words, index - 2);
    words[index] = at(words, index - 16) + (turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)) + at(words, index - 7) + (turned(late, 17) ^ turned(late, 19) ^ (late >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let index = 0; index < 64; index += 1) {
    const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + at(constants, index) + at(words, index)) | 0;
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = at(state, index) + word;
}
