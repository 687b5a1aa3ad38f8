import { hash, verify } from '@node-rs/argon2';

/** OWASP's first choice for argon2id, which is the library's default algorithm. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Of 32 random bytes that nobody kept, with the same parameters. */
const NOBODYS_HASH = '$argon2id$v=19$m=19456,t=2,p=1$Sj2q4xHxy2ZE9cEKEjvwQQ$wZqK6h2LitC8w8BQTi5q5Aq8gJFPSfAcm972CcYBBIA';

export const hashPassword = (password: string): Promise<string> => hash(password, parameters);

/**
 * Compares a password with a stored hash.
 * @param stored undefined for an account that does not exist: the answer is false, and takes as long as for one that does
 */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  const isRight = await verify(stored ?? NOBODYS_HASH, password);
  return isRight && stored !== undefined;
}
