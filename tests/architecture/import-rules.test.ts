import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FixtureProject, fixtureProject, type Problem } from './support.ts';

/** Import written in a file of the layer; each must be refused. Both ways of writing a path are tried. */
const refused: [file: string, specifier: string, advice: string][] = [
  ['contract/a.ts', '../src/lib/target.ts', 'If the layer'],
  ['contract/a.ts', '../server/target.ts', 'If the layer'],
  ['contract/a.ts', 'dayjs', 'If the layer'],
  ['contract/a.ts', 'node:fs', 'does not run in Node'],

  ['src/lib/a.ts', 'react', 'no components'],
  ['src/lib/a.ts', 'axios', 'Only src/api'],
  ['src/lib/a.ts', 'idb-keyval', 'Only src/offline'],
  ['src/lib/useA.ts', 'react', 'no components'],
  ['src/lib/a.ts', '@/session/target.ts', 'go down only'],
  ['src/lib/a.ts', '../session/target.ts', 'go down only'],

  ['src/session/a.ts', '@/api/target.ts', 'go down only'],
  ['src/session/a.ts', '../api/target.ts', 'go down only'],
  ['src/session/a.ts', '@/features/home/target.ts', 'go down only'],
  ['src/session/a.ts', 'react', 'useX'],
  ['src/settings/a.ts', '@/api/target.ts', 'go down only'],
  ['src/settings/a.ts', '../features/home/target.ts', 'go down only'],

  ['src/api/a.ts', 'react', 'no components'],
  ['src/api/a.ts', 'antd-mobile', 'shows nothing'],
  ['src/api/a.ts', '@/ui/target.ts', 'go down only'],
  ['src/api/a.ts', '../ui/target.ts', 'go down only'],
  ['src/api/a.ts', '@/offline/target.ts', 'go down only'],
  ['src/api/a.ts', '../offline/target.ts', 'go down only'],

  ['src/offline/storage/a.ts', '@/offline/entries/target.ts', 'go down only'],
  ['src/offline/entries/a.ts', '../sending/target.ts', 'go down only'],
  ['src/offline/a.ts', '@/lib/target.ts', 'no row'],
  ['src/offline/entries/a.ts', '@/queries/target.ts', 'go down only'],
  ['src/offline/entries/a.ts', '../../queries/target.ts', 'go down only'],
  ['src/offline/entries/a.ts', '@/features/home/target.ts', 'go down only'],
  ['src/offline/entries/a.ts', '../../ui/target.ts', 'go down only'],
  ['src/offline/entries/a.ts', 'axios', 'Only src/api'],
  ['src/offline/entries/a.ts', 'react', 'useX'],

  ['src/queries/a.ts', '@/features/home/target.ts', 'go down only'],
  ['src/queries/a.ts', '@/ahead/target.ts', 'go down only'],
  ['src/queries/client/a.ts', '../target.ts', 'go down only'],
  ['src/queries/a.ts', '../ui/target.ts', 'go down only'],
  ['src/queries/a.ts', '@/app/target.ts', 'known by nobody'],
  ['src/queries/a.ts', 'idb-keyval', 'Only src/offline'],
  ['src/queries/a.ts', 'axios', 'Only src/api'],

  ['src/ui/basics/a.ts', '@/api/target.ts', 'props'],
  ['src/ui/basics/a.ts', '../../offline/target.ts', 'props'],
  ['src/ui/basics/a.ts', '@/queries/target.ts', 'props'],
  ['src/ui/basics/a.ts', '@/parts/tags/target.ts', 'props'],
  ['src/ui/basics/a.ts', '@/ui/sheets/target.ts', 'rooms before it'],
  ['src/ui/basics/a.ts', '../sheets/target.ts', 'rooms before it'],
  ['src/ui/a.ts', '@/lib/target.ts', 'no row'],
  ['src/ui/basics/a.ts', '../../features/home/target.ts', 'props'],
  ['src/ui/basics/a.ts', '@tanstack/react-query', 'src/queries'],

  ['src/parts/tags/a.ts', '../photos/target.ts', 'go down only'],
  ['src/parts/tags/a.ts', '../../api/target.ts', 'go down only'],
  ['src/parts/tags/a.ts', '@/features/home/target.ts', 'go down only'],
  ['src/parts/tags/a.ts', '@tanstack/react-query', 'src/queries'],

  ['src/pwa/a.ts', '@/ui/target.ts', 'go down only'],
  ['src/pwa/a.ts', '../queries/target.ts', 'go down only'],
  ['src/pwa/a.ts', '@/offline/target.ts', 'go down only'],
  ['src/pwa/a.ts', '#contract/target.ts', 'worker-messages'],
  ['src/pwa/a.ts', 'workbox-precaching', 'belongs to sw'],

  ['src/features/home/a.ts', '@/features/laws/target.ts', 'composed in src/app'],
  ['src/features/home/a.ts', '../laws/target.ts', 'composed in src/app'],
  ['src/features/home/parts/a.ts', '../../laws/target.ts', 'composed in src/app'],
  ['src/features/home/a.ts', '@/app/target.ts', 'known by nobody'],
  ['src/features/home/a.ts', '../../app/target.ts', 'known by nobody'],
  ['src/features/home/a.ts', '@/api/target.ts', 'hook in src/queries'],
  ['src/features/home/a.ts', '../../api/target.ts', 'hook in src/queries'],
  ['src/features/home/a.ts', 'axios', 'Only src/api'],
  ['src/features/home/a.ts', 'axios/unsafe/core.js', 'Only src/api'],
  ['src/features/home/a.ts', 'idb-keyval', 'Only src/offline'],
  ['src/features/home/a.ts', '@tanstack/react-query', 'src/queries'],

  ['src/app/a.ts', '../../sw/target.ts', 'messages alone'],
  ['src/app/a.ts', '../../server/target.ts', 'only through contract/'],
  ['src/app/a.ts', '../../tests/target.ts', 'Nothing imports tests'],

  ['sw/a.ts', '../src/lib/target.ts', 'only through contract/'],
  ['sw/a.ts', '@/lib/target.ts', 'only through contract/'],
  ['sw/a.ts', '../server/target.ts', 'only through contract/'],
  ['sw/a.ts', 'axios', 'Only src/api'],

  ['server/modules/task/a.ts', '../staff/staff-repository.ts', '-service.ts'],
  ['server/modules/task/a.ts', '../staff/staff-policy.ts', '-service.ts'],
  ['server/modules/task/task-repository.ts', '../staff/staff-repository.ts', '-service.ts'],
  ['server/modules/task/a.ts', '../../../src/lib/target.ts', 'only through contract/'],
  ['server/modules/task/a.ts', '../../../sw/target.ts', 'messages alone'],
  ['server/modules/task/a.ts', '../../plugins/target.ts', 'pass this in'],
  ['server/modules/task/task-service.ts', 'kysely', '*-repository.ts'],
  ['server/modules/task/task-routes.ts', 'better-sqlite3', 'connect.ts'],

  ['server/plugins/a.ts', '../modules/task/task-service.ts', 'pass the look-up in'],
  ['server/plugins/a.ts', '../database/target.ts', 'pass this in'],
  ['server/plugins/a.ts', 'kysely', '*-repository.ts'],
  ['server/database/a.ts', '../modules/task/task-service.ts', 'pass the look-up in'],
  ['server/database/a.ts', '../plugins/target.ts', 'pass this in'],
  ['server/a.ts', '../tests/target.ts', 'Nothing imports tests'],
];

const allowed: [file: string, specifier: string][] = [
  ['contract/a.ts', 'zod'],
  ['contract/a.ts', './target.ts'],
  ['src/lib/a.ts', '#contract/target.ts'],
  ['src/session/useA.ts', 'react'],
  ['src/session/a.ts', '@/lib/target.ts'],
  ['src/api/a.ts', 'axios'],
  ['src/api/a.ts', '../session/target.ts'],
  ['src/offline/entries/a.ts', 'idb-keyval'],
  ['src/offline/entries/a.ts', '../storage/target.ts'],
  ['src/offline/entries/useA.ts', 'react'],
  ['src/offline/entries/a.ts', '@/api/target.ts'],
  ['src/queries/a.ts', '@tanstack/react-query'],
  ['src/queries/a.ts', '@/offline/target.ts'],
  ['src/queries/a.ts', './client/target.ts'],
  ['src/ahead/a.ts', '@/queries/target.ts'],
  ['src/ui/basics/a.ts', 'antd-mobile'],
  ['src/pwa/a.ts', '#contract/worker-messages.ts'],
  ['src/pwa/a.ts', 'workbox-window'],
  ['src/features/home/a.ts', './parts/target.ts'],
  ['src/features/home/parts/a.ts', '../target.ts'],
  // A feature may call a folder of its own like a layer.
  ['src/features/home/parts/a.ts', '../api/target.ts'],
  ['src/ui/sheets/a.ts', '../basics/target.ts'],
  ['src/parts/tags/a.ts', '@/queries/target.ts'],
  ['src/parts/tags/a.ts', '@/ui/target.ts'],
  ['src/parts/photos/a.ts', '../tags/target.ts'],
  ['src/features/home/a.ts', '@/parts/target.ts'],
  ['src/features/home/a.ts', '@/queries/target.ts'],
  ['src/app/a.ts', '@/features/home/target.ts'],
  ['sw/a.ts', 'workbox-precaching'],
  ['sw/a.ts', '#contract/worker-messages.ts'],
  ['server/modules/task/task-repository.ts', 'kysely'],
  ['server/modules/task/task-repository.ts', './task-policy.ts'],
  ['server/modules/task/task-routes.ts', './task-repository.ts'],
  ['server/modules/task/task-service.ts', '../staff/staff-service.ts'],
  ['server/modules/task/task-service.ts', '../../database/target.ts'],
  ['server/database/a.ts', 'better-sqlite3'],
  ['server/a.ts', './modules/task/task-routes.ts'],
  ['server/commands/a.ts', '../modules/task/task-repository.ts'],
];

const waysToImport: [name: string, write: (specifier: string) => string][] = [
  ['import', (specifier) => `import { target } from '${specifier}';\nconsole.log(target);\n`],
  ['import type', (specifier) => `import type { Target } from '${specifier}';\nexport const a = (target: Target) => target;\n`],
  ['bare import', (specifier) => `import '${specifier}';\n`],
  ['import()', (specifier) => `export const a = async () => import('${specifier}');\n`],
  ['export from', (specifier) => `export { target } from '${specifier}';\n`],
  ['export * from', (specifier) => `export * from '${specifier}';\n`],
];

let project: FixtureProject;
beforeAll(async () => {
  project = await fixtureProject();
});
afterAll(async () => project.remove());

/** A file of its own for every case, in the same folder and with the same role: `useA.ts` -> `useA7.ts`. */
const numbered = (file: string, index: number): string => file.replace(/(-\w+)?\.ts$/, (end) => `${index}${end}`);

describe('who may import whom', () => {
  let problems: Problem[];
  const files: Record<string, string> = {};
  beforeAll(async () => {
    for (const [index, [file, specifier]] of [...refused, ...allowed].entries()) {
      files[numbered(file, index)] = `import { target } from '${specifier}';\nconsole.log(target);\n`;
    }
    await project.write(files);
    problems = (await project.lint()).filter((problem) => problem.rule === 'layers(imports)');
  });

  test.each(refused.map((row, index) => [...row, index] as const))('%s may not import %s', (file, _specifier, advice, index) => {
    const found = problems.filter((problem) => problem.file === numbered(file, index));
    expect(found.map((problem) => problem.message).join('\n')).toContain(advice);
  });

  test.each(allowed.map((row, index) => [...row, refused.length + index] as const))('%s may import %s', (file, _specifier, index) => {
    expect(problems.filter((problem) => problem.file === numbered(file, index))).toEqual([]);
  });
});

describe('every way to write an import', () => {
  test('is seen', async () => {
    const other = await fixtureProject();
    try {
      const files = Object.fromEntries(waysToImport.map(([, write], index) => [`src/features/home/way${index}.ts`, write('@/api/target.ts')]));
      await other.write(files);
      const problems = (await other.lint()).filter((problem) => problem.rule === 'layers(imports)');
      expect(new Set(problems.map((problem) => problem.file))).toEqual(new Set(Object.keys(files)));
    } finally {
      await other.remove();
    }
  });
});

describe('the other lint rules', () => {
  const cases: [name: string, files: Record<string, string>, file: string, rule: string][] = [
    [
      'a folder without a row in the table',
      { 'src/somewhere/a.ts': "import { b } from './b.ts';\nconsole.log(b);\n", 'src/somewhere/b.ts': 'export const b = 1;\n' },
      'src/somewhere/a.ts',
      'layers(imports)',
    ],
    [
      'a cycle over an alias',
      {
        'src/lib/a.ts': "import { b } from '@/lib/b.ts';\nexport const a = () => b;\n",
        'src/lib/b.ts': "import { a } from './a.ts';\nexport const b = () => a;\n",
      },
      'src/lib/a.ts',
      'import(no-cycle)',
    ],
    [
      'a cycle in the contract',
      {
        'contract/a.ts': "import { b } from '#contract/b.ts';\nexport const a = () => b;\n",
        'contract/b.ts': "import { a } from './a.ts';\nexport const b = () => a;\n",
      },
      'contract/a.ts',
      'import(no-cycle)',
    ],
    [
      'zod in the page, through a second contract file',
      {
        'contract/fields.ts': "import { z } from 'zod';\nexport const text = z.string();\n",
        'contract/task.ts': "import { text } from './fields.ts';\nexport const name = text;\n",
        'src/lib/a.ts': "import { name } from '#contract/task.ts';\nconsole.log(name);\n",
      },
      'src/lib/a.ts',
      'layers(contract-without-zod)',
    ],
    [
      'a statement outside of the repositories',
      { 'server/modules/staff/staff-service.ts': "import type { Kysely } from 'kysely';\nexport const all = (db: Kysely<{ a: object }>) => db.selectFrom('a').execute();\n" },
      'server/modules/staff/staff-service.ts',
      'layers(queries-in-repositories)',
    ],
    ['a promise left alone', { 'server/a.ts': 'const later = async () => 1;\nlater();\n' }, 'server/a.ts', 'typescript(no-floating-promises)'],
    [
      'a promise where a plain function is expected',
      { 'server/a.ts': 'process.on("exit", async () => { await 1; });\n' },
      'server/a.ts',
      'typescript(no-misused-promises)',
    ],
    [
      'a hook behind a condition',
      {
        'src/ui/basics/A.tsx':
          "import { useState } from 'react';\nexport function A({ on }: { on: boolean }) {\n  if (on) useState(1);\n  return null;\n}\n",
      },
      'src/ui/basics/A.tsx',
      'react-hooks(rules-of-hooks)',
    ],
    [
      'a forgotten dependency of an effect',
      {
        'src/ui/basics/A.tsx':
          "import { useEffect } from 'react';\nexport function A({ title }: { title: string }) {\n  useEffect(() => {\n    document.title = title;\n  }, []);\n  return null;\n}\n",
      },
      'src/ui/basics/A.tsx',
      'react-hooks(exhaustive-deps)',
    ],
    [
      'state changed while rendering, which the React Compiler cannot compile',
      {
        'src/ui/basics/A.tsx':
          "import { useState } from 'react';\nexport function A() {\n  const [n, setN] = useState(1);\n  setN(2);\n  return n;\n}\n",
      },
      'src/ui/basics/A.tsx',
      'set-state-in-render',
    ],
    [
      'a prop changed while rendering, which the React Compiler cannot compile',
      { 'src/ui/basics/A.tsx': 'export function A({ size }: { size: { width: number } }) {\n  size.width = 3;\n  return <p>{size.width}</p>;\n}\n' },
      'src/ui/basics/A.tsx',
      'immutability',
    ],
    ['a note for later', { 'src/lib/a.ts': `// ${'TO'}DO: finish\nexport const a = 1;\n` }, 'src/lib/a.ts', 'eslint(no-warning-comments)'],
    [
      'a test that runs alone',
      { 'tests/lib/a.test.ts': `import { test } from 'vitest';\ntest.${'only'}('a', () => {});\n` },
      'tests/lib/a.test.ts',
      'vitest(no-focused-tests)',
    ],
    [
      'a test that does not run',
      { 'tests/lib/a.test.ts': `import { test } from 'vitest';\ntest.${'skip'}('a', () => {});\n` },
      'tests/lib/a.test.ts',
      'vitest(no-disabled-tests)',
    ],
  ];

  test.each(cases)('refuse %s', async (_name, files, file, rule) => {
    const other = await fixtureProject();
    try {
      await other.write(files);
      const rules = (await other.lint()).filter((problem) => problem.file === file).map((problem) => problem.rule);
      expect(rules.join(' ')).toContain(rule);
    } finally {
      await other.remove();
    }
  });
});
