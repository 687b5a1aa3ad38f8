import { randomInt } from 'node:crypto';
import { rules } from '#contract/rules.ts';

/** Letters and digits that nobody takes for one another. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTWXYZabcdefhijkmnprstwxyz2345678';
const PASSWORD_LENGTH = 14;

/** A password that an operator hands over once, and that has to be replaced at the first sign-in. */
export function makePassword(): string {
  for (;;) {
    const password = Array.from({ length: PASSWORD_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
    if (rules.strongPassword.test(password)) return password;
  }
}
