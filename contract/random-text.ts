import { rules } from './rules.ts';

/** Letters and digits that nobody takes for one another, whatever the font (specification section 9). */
const ALPHABET = 'ABCDEFGHJKMNPQRSTWXYZabcdefhijkmnprstwxyz2345678';
const PASSWORD_LENGTH = 12;
const BYTES_AT_ONCE = 64;

/** Text that cannot be guessed, of characters that are not easily confused. */
export function randomText(length = 32): string {
  // Bytes beyond the last whole alphabet would make its first characters more likely than the others.
  const limit = 256 - (256 % ALPHABET.length);
  let text = '';
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(BYTES_AT_ONCE))) {
      if (byte < limit && text.length < length) text += ALPHABET[byte % ALPHABET.length];
    }
  }
  return text;
}

/** An initial password: about 67 bits, and strong by the rule of the specification's section 5. */
export function randomPassword(): string {
  for (;;) {
    const text = randomText(PASSWORD_LENGTH);
    if (rules.strongPassword.test(text)) return text;
  }
}
