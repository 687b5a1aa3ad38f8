import { fileURLToPath } from 'node:url';

interface Build {
  getModuleInfo: (id: string) => { importedIds: string[] } | null;
}

const framework = /node_modules[\\/](?:react|react-dom|react-router|react-router-dom|scheduler)[\\/]/;

/** Each with all that has to be there before it runs, and that none above it has. */
const parts = [
  { name: 'start', entry: 'main.tsx' },
  { name: 'updates', entry: 'pwa/updates.ts' },
  { name: 'calls', entry: 'queries/session-calls.ts' },
  { name: 'signed-in', entry: 'app/SignedInApp.tsx' },
];

/**
 * What is loaded together anyway comes in one file. Left to itself, the bundler makes a file for every set of screens
 * that share something, and a phone fetches sixty for its first one, each compressed on its own.
 */
export function chunkGroups() {
  return [
    { name: 'framework', test: framework, priority: parts.length },
    ...parts.map(({ name, entry }, index) => {
      const isNeeded = neededBy(fileURLToPath(new URL(`../src/${entry}`, import.meta.url)));
      return { debugName: name, name: (id: string, build: Build) => (isNeeded(id, build) ? name : null), priority: parts.length - 1 - index };
    }),
  ];
}

/** Tells of modules whether this one imports them, itself or through others. */
function neededBy(entry: string): (id: string, build: Build) => boolean {
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
    open.push(...module.importedIds);
  }
  return found;
}
