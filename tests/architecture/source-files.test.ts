import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ownFiles, projectDirectory } from './support.ts';

const files = await ownFiles();
const code = files.filter((file) => /\.(?:ts|tsx|mjs|css|html)$/.test(file));

/** Lines of our code that a pattern fits, as `file:line`. */
async function linesWith(pattern: RegExp, where = code): Promise<string[]> {
  const found: string[] = [];
  for (const file of where) {
    const lines = (await readFile(join(projectDirectory, file), 'utf8')).split('\n');
    for (const [index, line] of lines.entries()) if (pattern.test(line)) found.push(`${file}:${index + 1}: ${line.trim()}`);
  }
  return found;
}

test('there is code to look at', () => {
  expect(code.length).toBeGreaterThan(50);
});

/** Of each class that a component names, whether its module has it. */
async function missingClasses(): Promise<string[]> {
  const missing: string[] = [];
  for (const file of files.filter((one) => one.startsWith('src/') && one.endsWith('.tsx'))) {
    const text = await readFile(join(projectDirectory, file), 'utf8');
    for (const [, name = '', path = ''] of text.matchAll(/^import (\w+) from '([^']+\.module\.css)';$/gm)) {
      const module = path.startsWith('@/') ? path.replace('@/', 'src/') : join(dirname(file), path);
      const css = await readFile(join(projectDirectory, module), 'utf8');
      for (const [, used = ''] of text.matchAll(new RegExp(`\\b${name}\\['([\\w-]+)'\\]`, 'g'))) {
        if (!new RegExp(`\\.${used}(?![\\w-])`).test(css)) missing.push(`${file}: ${name}['${used}']`);
      }
    }
  }
  return missing;
}

describe('no file', () => {
  test('names a class that its module has not', async () => {
    expect(await missingClasses()).toEqual([]);
  });

  test('is a barrel', () => {
    expect(files.filter((file) => /^index\.tsx?$/.test(basename(file)))).toEqual([]);
  });

  test('has a name that says nothing', () => {
    expect(files.filter((file) => /^(?:utils?|helpers?|common|misc|types|manager)\.\w+$/.test(basename(file)))).toEqual([]);
  });

  test('switches a lint rule off without saying why', async () => {
    expect(await linesWith(/(?:oxlint|eslint)-disable(?!.* -- \S)/, code.filter((file) => !file.startsWith('tests/architecture/')))).toEqual([]);
  });

  test('silences the compiler', async () => {
    expect(await linesWith(/@ts-(?:ignore|nocheck)/, code.filter((file) => !file.startsWith('tests/architecture/')))).toEqual([]);
  });
});

describe('no test', () => {
  const tests = files.filter((file) => file.startsWith('tests/') && !file.startsWith('tests/architecture/'));

  test('is left out or runs alone', async () => {
    expect(await linesWith(/\b(?:test|it|describe|suite)\.(?:skip|only|todo|fails)\b/, tests)).toEqual([]);
  });

  test('mocks a module of ours', async () => {
    expect(await linesWith(/\bvi\.(?:mock|doMock)\(\s*['"](?:@\/|#contract|\.)/, tests)).toEqual([]);
  });
});

test('no code of ours uses a hash that is broken', async () => {
  const running = code.filter((file) => /^(?:contract|server|src|sw)\//.test(file));
  expect(await linesWith(/\b(?:md5|sha-?1)\b/i, running)).toEqual([]);
});

test('nothing is left for later', async () => {
  const ours = code.filter((file) => !file.startsWith('tests/architecture/') && !file.startsWith('scripts/lint/'));
  expect(await linesWith(/\b(?:TODO|FIXME|XXX)\b/, ours)).toEqual([]);
});

test('no test project is without its files', () => {
  const folders = new Set(files.filter((file) => /\.test\.tsx?$/.test(file)).map((file) => file.split('/')[1]));
  for (const folder of folders) {
    expect(['architecture', 'build', 'contract', 'deploy', 'e2e', 'faults', 'fleet', 'scripts', 'server', 'src', 'sw']).toContain(folder);
  }
});
