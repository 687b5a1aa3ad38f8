import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownFiles, projectDirectory } from './support.ts';

/** Names of modules that each module imports, itself left out. */
async function importedModules(): Promise<Map<string, Set<string>>> {
  const imported = new Map<string, Set<string>>();
  for (const file of await ownFiles()) {
    const [, module] = /^server\/modules\/([^/]+)\/[^/]+\.ts$/.exec(file) ?? [];
    if (module === undefined) continue;
    const others = imported.get(module) ?? new Set();
    imported.set(module, others);
    for (const [, other] of (await readFile(join(projectDirectory, file), 'utf8')).matchAll(/from '\.\.\/([^./]+)\//g)) others.add(other ?? '');
  }
  return imported;
}

/** Modules in a circle: what is left when those that need nobody, and those that nobody needs, are taken away again and again. */
function circles(imported: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const left = new Set(imported.keys());
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    for (const module of left) {
      const needs = [...(imported.get(module) ?? [])].some((other) => left.has(other));
      const isNeeded = [...left].some((other) => imported.get(other)?.has(module));
      if (!needs || !isNeeded) left.delete(module);
    }
  }
  return [...left].sort();
}

test('modules of the server import one way', async () => {
  const imported = await importedModules();
  expect(imported.size).toBeGreaterThan(10);
  expect(imported.get('dept-tasks')).toContain('self-corrections');
  expect(circles(imported)).toEqual([]);
});

test('a circle is found, and what leads to one or away from one is none', () => {
  const imported = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['b', 'd'])],
    ['d', new Set<string>()],
  ]);
  expect(circles(imported)).toEqual(['b', 'c']);
});
