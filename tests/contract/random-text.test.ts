import { describe, expect, test } from 'vitest';
import { randomPassword, randomText } from '#contract/random-text.ts';
import { rules } from '#contract/rules.ts';

describe('random text', () => {
  test('has 32 characters unless told otherwise, none of them easily confused', () => {
    expect(randomText()).toHaveLength(32);
    for (const length of [0, 1, 7, 200]) expect(randomText(length)).toHaveLength(length);
    expect(randomText(20_000)).toMatch(/^[A-HJKMNP-TW-Za-hijkmnp-rstw-z2-8]+$/);
    expect(randomText(20_000)).not.toMatch(/[0OoIl19gqUuVv]/);
  });

  test('uses every character about equally often', () => {
    const counts = new Map<string, number>();
    const text = randomText(96_000);
    for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).toBe(48);
    for (const count of counts.values()) expect(Math.abs(count - 2000)).toBeLessThan(400);
  });

  test('differs each time', () => {
    expect(new Set(Array.from({ length: 1000 }, () => randomText())).size).toBe(1000);
  });
});

test('a random password is strong', () => {
  for (let round = 0; round < 1000; round += 1) {
    const password = randomPassword();
    expect(password).toHaveLength(12);
    expect(rules.strongPassword.test(password), password).toBe(true);
  }
});
