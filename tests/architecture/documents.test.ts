import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ownFiles, projectDirectory } from './support.ts';

const decisionFolder = 'docs/decisions';

interface Document {
  /** Relative to the project. */
  path: string;
  text: string;
}

const read = async (path: string): Promise<Document> => ({ path, text: await readFile(join(projectDirectory, path), 'utf8') });

const readme = await read('README.md');
const pages = [
  readme,
  ...(await Promise.all(
    (await readdir(join(projectDirectory, 'docs'), { recursive: true })).filter((name) => name.endsWith('.md')).map((name) => read(join('docs', name))),
  )),
];
const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
const headingsIn = (text: string): string[] => [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
/** What a heading is called in an address, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const folders = async (parent: string): Promise<string[]> =>
  (await readdir(join(projectDirectory, parent), { withFileTypes: true })).filter((entry) => entry.isDirectory()).map(({ name }) => join(parent, name, '/'));

describe('README.md', () => {
  test('is read in ten minutes', () => {
    expect(readme.text.trimEnd().split('\n').length).toBeLessThanOrEqual(120);
    expect(wordsIn(readme.text)).toBeLessThanOrEqual(1200);
  });

  test('has every folder in its code map', async () => {
    const map = sectionOf(readme.text, 'Code map');
    const all = ['contract/', 'sw/', 'scripts/', 'vite/', 'deploy/', 'public/', 'docs/', ...(await folders('src')), ...(await folders('server')), ...(await folders('tests'))];
    expect(all.filter((folder) => !map.includes(`\`${folder}\``))).toEqual([]);
  });

  test('shows pictures that are quick to load', async () => {
    const pictures = [...readme.text.matchAll(/<img src="([^"]+)"/g)].map(([, path = '']) => path);
    const bytes = await Promise.all(pictures.map(async (path) => (await readFile(join(projectDirectory, path))).length));
    expect(bytes).toHaveLength(2);
    expect(Math.max(...bytes)).toBeLessThan(150 * 1024);
  });
});

describe('README and docs', () => {
  test('link to pages and headings that are there', () => {
    const broken = pages.flatMap((page) =>
      [...page.text.matchAll(/\]\(([^)\s]+)\)|<img src="([^"]+)"/g)]
        .map(([, link, image]) => link ?? image ?? '')
        .filter((target) => !/^https?:/.test(target) && !isThere(page, target))
        .map((target) => `${page.path}: ${target}`),
    );
    expect(broken).toEqual([]);
  });

  test('name files and folders that are there', () => {
    const missing = pages.flatMap((page) => pathsIn(page.text).filter((path) => !existsSync(join(projectDirectory, path))).map((path) => `${page.path}: ${path}`));
    expect(missing).toEqual([]);
  });

  test('name commands that are there', async () => {
    const { scripts } = JSON.parse((await read('package.json')).text) as { scripts: Record<string, string> };
    const named = pages.flatMap((page) => [...page.text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name));
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
    expect(named.length).toBeGreaterThan(10);
  });

  test('explain every variable that the server reads, with the default that it has', async () => {
    const settings = sectionOf((await read('docs/operation.md')).text, 'Settings');
    const source = (await read('server/config.ts')).text;
    const schema = source.slice(source.indexOf('const environment'), source.indexOf('\n});'));
    const entries = schema.split(/\n {2}(?=[A-Z_]+: )/).slice(1);
    const constants = new Map([...source.matchAll(/^const ([A-Z_]+) = (\d+);$/gm)].map(([, name = '', value = '']) => [name, value]));
    const undocumented = entries.filter((entry) => {
      const name = entry.slice(0, entry.indexOf(':'));
      const given = /\.default\('?([^')]*)'?\)/.exec(entry)?.[1] ?? '';
      const standard = ['', 'false'].includes(given) ? 'empty' : `\`${constants.get(given) ?? given}\``;
      const row = settings.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${name}\``)) ?? '';
      const [names = '', defaults = ''] = row.split(' | ');
      return defaults.split(', ')[names.split(', ').findIndex((one) => one.includes(`\`${name}\``))] !== standard;
    });
    expect(undocumented).toEqual([]);
    expect(entries.length).toBeGreaterThan(10);
  });
});

describe('decisions', () => {
  const subjects = pages.filter(({ path }) => dirname(path) === decisionFolder && !path.endsWith('README.md'));
  const decisions = subjects.flatMap(({ path, text }) =>
    text
      .split(/^## /m)
      .slice(1)
      .map((section) => {
        const [heading = '', ...body] = section.split('\n');
        return { path, heading, number: Number(/^(\d+)\. /.exec(heading)?.[1]), body: body.join('\n') };
      }),
  );
  const numbers = decisions.map(({ number }) => number);

  test('are numbered from 1 without a gap, and in order within a file', () => {
    expect(numbers.toSorted((one, other) => one - other)).toEqual(numbers.map((_, index) => index + 1));
    for (const { path } of subjects) {
      const own = decisions.filter((decision) => decision.path === path).map(({ number }) => number);
      expect(own, path).toEqual(own.toSorted((one, other) => one - other));
    }
    expect(numbers.length).toBeGreaterThan(90);
  });

  test('say in at most 80 words what, why and what not', () => {
    const isWhole = (body: string) => /^\s*\*\*Decision\.\*\* .+\n\n\*\*Why\.\*\* .+\n\n\*\*Rules out\.\*\* .+\s*$/.test(body);
    expect(decisions.filter(({ body }) => !isWhole(body) || wordsIn(body) > 80).map(({ heading, body }) => `${heading} (${wordsIn(body)} words)`)).toEqual([]);
  });

  test('are all listed in the index', async () => {
    const index = (await read(join(decisionFolder, 'README.md'))).text;
    const missing = decisions.filter(({ path, heading, number }) => {
      const file = relative(decisionFolder, path);
      return !index.includes(`| ${number} | [${heading.slice(heading.indexOf(' ') + 1)}](${file}#${anchorOf(heading)}) | ${file} |`);
    });
    expect(missing.map(({ heading }) => heading)).toEqual([]);
    expect(index.match(/^\| \d+ \|/gm)).toHaveLength(decisions.length);
  });

  test('are there wherever a number is cited', async () => {
    const sources = await Promise.all((await ownFiles()).filter((path) => /\.(?:ts|tsx|mjs|css)$/.test(path)).map(read));
    const cited = [...sources, ...pages].flatMap(({ path, text }) =>
      [...text.matchAll(/\b[Dd]ecisions? ((?:\[?\d+\]?(?:\([^)]*\))?(?:, | and )?)+)/g)].flatMap(([, list = '']) =>
        [...list.replaceAll(/\([^)]*\)/g, '').matchAll(/\d+/g)].map(([number]) => ({ path, number: Number(number) })),
      ),
    );
    expect(cited.filter(({ number }) => !numbers.includes(number))).toEqual([]);
    expect(cited.length).toBeGreaterThan(10);
  });
});

/** From a heading of the second level to the next. */
function sectionOf(text: string, heading: string): string {
  const section = text.split(/^## /m).find((one) => one.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`no heading ${heading}`);
  return section;
}

function isThere(page: Document, target: string): boolean {
  const [file = '', anchor] = target.split('#');
  const path = file === '' ? page.path : join(dirname(page.path), file);
  if (!existsSync(join(projectDirectory, path))) return false;
  if (anchor === undefined) return true;
  const linked = pages.find((one) => one.path === path);
  return linked !== undefined && headingsIn(linked.text).map(anchorOf).includes(decodeURIComponent(anchor));
}

/** What stands between backticks and begins with a folder of ours, but for patterns. */
function pathsIn(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) => code.split(' '));
  return quoted.filter((path) => /^(?:\.ci|contract|deploy|docs|public|scripts|server|src|sw|tests|vite)\/[^\s*<>{}]*$/.test(path));
}
