import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { analyse } from 'scslre';
import { expect, test } from 'vitest';
import { parseSync, Visitor } from 'vite';
import { ownFiles, projectDirectory } from './support.ts';

/** What runs on a server or a phone: the text that it looks at may be anybody's. */
const files = (await ownFiles()).filter((file) => /^(?:contract|server|src|sw)\/.*\.tsx?$/.test(file));

test('no expression of ours needs a time that grows faster than the text', async () => {
  const slow: string[] = [];
  let count = 0;
  for (const file of files) {
    const code = await readFile(join(projectDirectory, file), 'utf8');
    new Visitor({
      Literal(node) {
        if (!('regex' in node)) return;
        count += 1;
        const { pattern, flags } = node.regex;
        const { reports } = analyse({ source: pattern, flags }, { reportTypes: { Move: true, Self: true, Trade: true } });
        if (reports.length > 0) slow.push(`${file}:${code.slice(0, node.start).split('\n').length}: /${pattern}/${flags}`);
      },
    }).visit(parseSync(file, code).program);
  }
  expect(count).toBeGreaterThan(100);
  expect(slow).toEqual([]);
});
