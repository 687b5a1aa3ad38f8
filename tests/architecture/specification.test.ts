import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { specifiedCalls } from '../support/specification.ts';
import { ownFiles, projectDirectory } from './support.ts';

const page = (await ownFiles()).filter((file) => /^src\/.*\.tsx?$/.test(file));
const source = (await Promise.all(page.map((file) => readFile(join(projectDirectory, file), 'utf8')))).join('\n');

test.each(specifiedCalls.map(({ name }) => name))('the page itself makes the call %s', (name) => {
  expect(source).toMatch(new RegExp(`['.]${name}\\b`));
});
