import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownFiles, projectDirectory } from './support.ts';

/** What other systems' users reported; each row is numbered. It lies beside the project, and not everywhere. */
const list = join(projectDirectory, '../shared/lessons.md');
const isThere = existsSync(list);
if (!isThere) console.warn('The lessons were NOT compared with the tests: ../shared/lessons.md is not here.');

const numbers = isThere ? [...(await readFile(list, 'utf8')).matchAll(/^\| (\d+) \|/gm)].map(([, number]) => Number(number)) : [];

/** Numbers at the beginning of a test's title: `lesson 12: …` or `lessons 5, 7: …`. */
const lessonsOf = (source: string): number[] => [...source.matchAll(/['"`]lessons? (\d+(?:, \d+)*): /g)].flatMap(([, named = '']) => named.split(', ').map(Number));

test.runIf(isThere)('every lesson is named by the title of a test that proves it, and no test names one that is none', async () => {
  const files = (await ownFiles()).filter((file) => /^tests\/.*\.test\.tsx?$/.test(file) && file !== 'tests/architecture/lessons.test.ts');
  const named = new Set((await Promise.all(files.map((file) => readFile(join(projectDirectory, file), 'utf8')))).flatMap(lessonsOf));
  expect(numbers.length).toBeGreaterThan(0);
  expect(numbers.filter((number) => !named.has(number))).toEqual([]);
  expect([...named].filter((number) => !numbers.includes(number))).toEqual([]);
});

test('a title names one lesson or several, and only at its beginning', () => {
  expect(lessonsOf(`test('lesson 3: sends', () => {}); it("lessons 5, 7: stores", () => {});`)).toEqual([3, 5, 7]);
  expect(lessonsOf(`test('sends (lesson 3)', () => {}); test('lessonS 4', () => {})`)).toEqual([]);
});
