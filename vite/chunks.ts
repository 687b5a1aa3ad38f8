import { fileURLToPath } from 'node:url';

interface Build {
  getModuleInfo: (id: string) => { importedIds: string[] } | null;
}

const framework = /node_modules[\\/](?:react|react-dom|react-router|react-router-dom|scheduler)[\\/]/;

/** The index of a package brings it along wherever something else of the package is used; one screen alone uses it. */
const usedByOneScreen = /@tanstack[\\/](?:react-query|query-core)[\\/].*[\\/](?:useQueries|queriesObserver)\.js$/;

/** What every one of these needs before it runs, itself included, and what no part above it has. */
const parts = [
  { name: 'start', neededBy: ['main.tsx'] },
  { name: 'later', neededBy: ['app/start-later.ts'] },
  { name: 'calls', neededBy: ['queries/session-calls.ts'] },
  { name: 'signed-in', neededBy: ['app/SignedInApp.tsx'] },
  { name: 'tasks', neededBy: ['features/my-tasks/MyTaskPage.tsx', 'features/my-tasks/ToCompletePage.tsx'] },
  { name: 'law-texts', neededBy: ['queries/law-queries.ts', 'queries/held-law-queries.ts'] },
  { name: 'filling-in', neededBy: ['features/my-tasks/ToCompletePage.tsx', 'features/self-corrections/ToInnovatePage.tsx'] },
  { name: 'corrections', neededBy: ['features/self-corrections/SelfInnovatePage.tsx', 'features/self-corrections/ToInnovatePage.tsx'] },
];

/**
 * What is loaded together anyway comes in one file. Left to itself, the bundler makes a file for every set of screens
 * that share something, and a phone fetches sixty for its first one, each compressed on its own.
 */
export function chunkGroups() {
  return [
    { name: 'framework', test: framework, priority: parts.length },
    ...parts.map(({ name, neededBy }, index) => {
      const needs = neededBy.map((path) => needsOf(fileURLToPath(new URL(`../src/${path}`, import.meta.url))));
      return {
        debugName: name,
        name: (id: string, build: Build) => (needs.every((isNeeded) => isNeeded(id, build)) ? name : null),
        priority: parts.length - 1 - index,
      };
    }),
  ];
}

/** Tells of modules whether this one imports them, itself or through others. */
function needsOf(entry: string): (id: string, build: Build) => boolean {
  let needed: ReadonlySet<string> | undefined;
  return (id, build) => (needed ??= importsOf(entry, build)).has(id);
}

function importsOf(entry: string, build: Build): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [entry];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    const module = build.getModuleInfo(id);
    if (module === null) throw new Error(`the build has no module ${id}`);
    found.add(id);
    open.push(...module.importedIds.filter((imported) => !usedByOneScreen.test(imported)));
  }
  return found;
}
