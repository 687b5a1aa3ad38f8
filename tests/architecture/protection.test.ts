import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectDirectory } from './support.ts';

const page = await readFile(join(projectDirectory, 'docs/protection.md'), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| --- ') && !/^\| (?:Requirement|Control) /.test(line))
  .map((line) => line.slice(2, -2).split(' | '))
  .map(([requirement = '', , proof = '']) => ({ requirement, proof }));

/** OWASP ASVS 5.0: all of level 1, and those of level 2 that this product has to meet or to decide on. */
const required = `
  1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.2.9 1.2.10 1.3.1 1.3.2 1.3.3 1.5.1 2.1.1 2.2.1 2.2.2 2.2.3 2.3.1 2.3.2 2.3.3 2.4.1
  3.2.1 3.2.2 3.3.1 3.3.2 3.3.3 3.3.4 3.4.1 3.4.2 3.4.3 3.4.4 3.4.5 3.4.6 3.5.1 3.5.2 3.5.3 4.1.1 4.1.3 4.2.1 4.4.1
  5.1.1 5.2.1 5.2.2 5.3.1 5.3.2 5.4.1 5.4.2 5.4.3 6.1.1 6.2.1 6.2.2 6.2.3 6.2.4 6.2.5 6.2.6 6.2.7 6.2.8 6.2.9 6.2.11 6.2.12
  6.3.1 6.3.2 6.3.3 6.3.4 6.4.1 6.4.2 7.1.1 7.1.2 7.2.1 7.2.2 7.2.3 7.2.4 7.3.1 7.3.2 7.4.1 7.4.2 7.4.3 7.4.5 7.5.1
  8.1.1 8.1.2 8.2.1 8.2.2 8.2.3 8.3.1 8.4.1 9.1.1 9.1.2 9.1.3 9.2.1 10.4.1 10.4.2 10.4.3 10.4.4 10.4.5 11.3.1 11.3.2
  11.4.1 11.4.2 11.5.1 12.1.1 12.2.1 12.2.2 13.4.1 13.4.2 13.4.3 13.4.4 13.4.5 14.2.1 14.2.8 14.3.1 14.3.2 14.3.3 15.1.1 15.2.1
  15.3.1 15.3.3 15.3.5 15.3.6 15.3.7 16.1.1 16.2.1 16.2.2 16.2.5 16.3.1 16.3.2 16.3.3 16.3.4 16.4.1 16.4.2 16.5.1 16.5.2 16.5.3
`.trim().split(/\s+/);

const named = [...page.matchAll(/`(tests\/[^`]+)` “([^”]+)”/g)].map(([, file = '', title = '']) => ({ file, title }));

describe('docs/protection.md', () => {
  test('has every requirement once', () => {
    const listed = rows.flatMap(({ requirement }) => requirement.match(/\b\d+\.\d+\.\d+\b/g) ?? []);
    expect(listed.toSorted()).toEqual(required.toSorted());
  });

  test('says of each who or what proves it', () => {
    const proven = /^(?:`tests\/|Decision \d+$|Operator$|Open$|Not applicable$)/;
    expect(rows.filter(({ proof }) => !proven.test(proof))).toEqual([]);
    expect(rows.length).toBeGreaterThan(80);
  });

  test('names tests that are there', async () => {
    const files = new Map<string, string>();
    for (const file of new Set(named.map((each) => each.file))) {
      files.set(file, await readFile(join(projectDirectory, file), 'utf8').catch(() => ''));
    }
    // As a whole string in the source, but for the number of a lesson before it and the parameter of one test of several after it.
    const isThere = ({ file, title }: { file: string; title: string }) =>
      ["'", '"', '`'].some((quote) =>
        [quote, ': '].some((before) => ['', ': %s', ': %j'].some((after) => files.get(file)?.includes(before + title + after + quote))),
      );
    expect(named.filter((each) => !isThere(each))).toEqual([]);
    expect(named.length).toBeGreaterThan(100);
  });
});
