import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** Opaque and not to be guessed: 256 bits. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** What the database holds of a token. A plain hash is enough, since a token has more entropy than can be searched. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
