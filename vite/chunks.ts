import { fileURLToPath } from 'node:url';

interface Build {
  getModuleInfo: (id: string) => { importedIds: string[] } | null;
}

const framework = /node_modules[\\/](?:react|react-dom|react-router|react-router-dom|scheduler)[\\/]/;

/** The index of a package brings it along wherever something else of the package is used; one screen alone uses it. */
const usedByOneScreen = /@tanstack[\\/](?:react-query|query-core)[\\/].*[\\/](?:useQueries|queriesObserver)\.js$/;

/** Ours, and what many screens draw with; other packages come with what needs them. */
const usual = /^(?!.*node_modules)|node_modules[\\/](?:antd-mobile|@tanstack)[\\/]/;

interface Part {
  name: string;
  /** What every one of these needs before it runs, itself included, */
  neededBy: readonly string[];
  /** and, where they are given, at least one of these. */
  andOneOf?: readonly string[];
  /** Only what so many screens and parts that are loaded by themselves have in common, and little of others. */
  sharedBy?: number;
}

const page = (path: string): string => `features/${path}Page.tsx`;

/** A module is in the first part that takes it. */
const parts: readonly Part[] = [
  { name: 'start', neededBy: ['main.tsx'] },
  { name: 'later', neededBy: ['app/start-later.ts'] },
  // The sign-in screen has it at hand for a question, and nothing else of what follows.
  { name: 'sheet', neededBy: ['ui/sheets/ConfirmSheet.tsx'] },
  { name: 'calls', neededBy: ['queries/session-calls.ts'] },
  { name: 'signed-in', neededBy: ['app/SignedInApp.tsx'] },
  { name: 'work', neededBy: [page('my-tasks/MyTask'), page('my-tasks/ToComplete'), page('self-corrections/ToInnovate')] },
  { name: 'tasks', neededBy: [page('my-tasks/MyTask'), page('my-tasks/ToComplete')] },
  {
    name: 'lists',
    neededBy: [page('home/Home')],
    andOneOf: ['self-corrections/SelfInnovate', 'self-corrections/ToInnovate', 'user-center/UserCenter'].map(page),
  },
  { name: 'list-of-tasks', neededBy: [page('home/Home'), page('my-tasks/MyTask')] },
  { name: 'law-texts', neededBy: ['queries/laws/law-queries.ts', 'queries/laws/held-law-queries.ts'] },
  { name: 'filling-in', neededBy: [page('my-tasks/ToComplete'), page('self-corrections/ToInnovate')] },
  { name: 'notes', neededBy: ['features/my-tasks/fill-in/card/AnswerNotes.tsx', page('self-corrections/ToInnovate')] },
  { name: 'corrections', neededBy: [page('self-corrections/SelfInnovate'), page('self-corrections/ToInnovate')] },
  { name: 'task', neededBy: [page('my-tasks/ToComplete'), page('my-tasks/SeeTask')] },
  { name: 'searched-lists', neededBy: [page('my-tasks/MyTask'), page('self-corrections/SelfInnovate')] },
  { name: 'home', neededBy: [page('home/Home'), 'features/home/AdminHome.tsx'] },
  { name: 'of-tasks', neededBy: [], andOneOf: ['my-tasks/MyTask', 'my-tasks/ToComplete'].map(page), sharedBy: 2 },
  { name: 'of-corrections', neededBy: [], andOneOf: ['self-corrections/SelfInnovate', 'self-corrections/ToInnovate'].map(page), sharedBy: 2 },
  {
    name: 'of-phones',
    neededBy: [],
    andOneOf: ['home/Home', 'laws/Law', 'laws/ShowLaw', 'my-tasks/SeeTask', 'notices/Message', 'check-library/SelfCheck', 'sync-center/SyncCenter', 'user-center/UserCenter'].map(page),
    sharedBy: 5,
  },
  { name: 'of-desks', neededBy: [], sharedBy: 8 },
];

/**
 * What is loaded together anyway comes in one file. Left to itself, the bundler makes a file for every set of screens
 * that share something: a phone fetches sixty for its first one, each compressed on its own, and the worker over three
 * hundred.
 */
export function chunkGroups() {
  return [
    { name: 'framework', test: framework, priority: parts.length },
    ...parts.map(({ name, neededBy, andOneOf, sharedBy }, index) => {
      const all = neededBy.map(needsOf);
      const some = andOneOf?.map(needsOf);
      return {
        debugName: name,
        name: (id: string, build: Build) => (all.every((isNeeded) => isNeeded(id, build)) && (some?.some((isNeeded) => isNeeded(id, build)) ?? true) ? name : null),
        ...(sharedBy === undefined ? {} : { test: usual, minShareCount: sharedBy }),
        priority: parts.length - 1 - index,
      };
    }),
  ];
}

/** Tells of modules whether this one of ours imports them, itself or through others. */
function needsOf(path: string): (id: string, build: Build) => boolean {
  const entry = fileURLToPath(new URL(`../src/${path}`, import.meta.url));
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
