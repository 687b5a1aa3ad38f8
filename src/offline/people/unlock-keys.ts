/**
 * What a password gives without a server: a value to compare it by, and a key that seals the session of the person.
 * Both are halves of one PBKDF2 block, so that neither tells anything of the other.
 */
import type { StoredSession } from '@/session/session-store.ts';
import type { SealedRow } from '@/offline/storage/phone-rows.ts';

/** Some 150 ms on a desktop, one to two seconds on a slow phone; nearly twice what OWASP asks of SHA-512. */
export const ITERATIONS = 400_000;
const SALT_BYTES = 16;
const HALF_BYTES = 32;
const IV_BYTES = 12;

export interface UnlockKeys {
  salt: Uint8Array<ArrayBuffer>;
  iterations: number;
  check: ArrayBuffer;
  key: CryptoKey;
}

/** Missing on an insecure origin, where nothing can be unlocked offline. */
export const canDeriveKeys = (): boolean => typeof crypto !== 'undefined' && (crypto.subtle as SubtleCrypto | undefined) !== undefined;

export const newSalt = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(SALT_BYTES));

/** Takes time on purpose. */
export async function deriveKeys(password: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<UnlockKeys> {
  const secret = await crypto.subtle.importKey('raw', new TextEncoder().encode(password), 'PBKDF2', false, ['deriveBits']);
  const block = await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-512', salt, iterations }, secret, HALF_BYTES * 2 * 8);
  const key = await crypto.subtle.importKey('raw', block.slice(HALF_BYTES), 'AES-GCM', false, ['encrypt', 'decrypt']);
  return { salt, iterations, check: block.slice(0, HALF_BYTES), key };
}

export function isSameCheck(one: ArrayBuffer, other: ArrayBuffer): boolean {
  const [left, right] = [new Uint8Array(one), new Uint8Array(other)];
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}

export async function sealSession(key: CryptoKey, session: StoredSession): Promise<SealedRow> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const confirmedAt = session.renewal.storedAt;
  const text = new TextEncoder().encode(JSON.stringify(session));
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: boundTo(session.user.employeeId, confirmedAt) }, key, text);
  return { iv, data, confirmedAt };
}

/** @returns undefined when the key, the account or the time is another than it was sealed with. */
export async function openSession(key: CryptoKey, { iv, data, confirmedAt }: SealedRow, employeeId: string): Promise<StoredSession | undefined> {
  try {
    const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: boundTo(employeeId, confirmedAt) }, key, data);
    return JSON.parse(new TextDecoder().decode(text)) as StoredSession;
  } catch {
    return undefined;
  }
}

/** Nobody can give a sealed session to another account, or make it younger. */
const boundTo = (employeeId: string, confirmedAt: number): Uint8Array<ArrayBuffer> => new TextEncoder().encode(`${employeeId} ${confirmedAt}`);
