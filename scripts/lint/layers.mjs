// Who may import whom. The first row whose `files` match a file is its layer; a file without a row is an error,
// so that a new folder cannot be forgotten. Paths are relative to the project; `*` stands for one path segment.

/**
 * @typedef {object} Layer
 * @property {string[]} files folders or files that make up the layer
 * @property {string[]} imports folders or files of ours that it may import; its own files always
 * @property {string[]} packages packages that it may import; `x*` stands for every name that starts with x
 * @property {boolean} [eachFolderAlone] every folder matched by `*` is a layer of its own
 * @property {boolean} [reactInHooks] files called `useX` may import react as well
 */

const serverRoot = ['server/caller.ts', 'server/caller-address.ts', 'server/config.ts', 'server/context.ts', 'server/endpoint.ts', 'server/error-code.ts', 'server/errors.ts', 'server/other-site.ts', 'server/overtaken.ts', 'server/private-mode.ts'];
const serverPackages = ['node:*', '@node-rs/argon2', '@zxcvbn-ts/language-common', 'fastify', 'file-type', 'uuid', 'zod'];
const screenPackages = ['antd-mobile', 'dayjs', 'react', 'react-dom', 'react-router-dom'];

/** @type {Omit<Layer, 'files'>} */
const queryRights = { imports: ['src/offline', 'src/api', 'src/session', 'src/lib', 'contract'], packages: ['@tanstack/*', 'react'] };

/**
 * Rooms of one folder, from the ground up: each imports the rooms before it alone, and whatever the folder may.
 * @param {string} folder @param {string[]} names @param {Omit<Layer, 'files'>} rights @returns {Layer[]}
 */
function rooms(folder, names, { imports, ...rights }) {
  return names.map((name, index) => ({
    files: [`${folder}/${name}`],
    imports: [...names.slice(0, index).map((below) => `${folder}/${below}`), ...imports],
    ...rights,
  }));
}

/** @type {Layer[]} */
export const layers = [
  { files: ['contract'], imports: [], packages: ['zod'] },

  { files: ['src/build-constants.d.ts'], imports: [], packages: [] },
  { files: ['src/lib'], imports: ['contract'], packages: ['dayjs', 'diff', 'fflate', 'pinyin-pro', 'uuid'] },
  { files: ['src/workers'], imports: ['src/lib', 'contract'], packages: [] },
  { files: ['src/session', 'src/settings'], imports: ['src/lib', 'contract'], packages: [], reactInHooks: true },
  { files: ['src/api'], imports: ['src/session', 'src/lib', 'contract'], packages: ['axios'] },
  ...rooms('src/offline', ['storage', 'network', 'forms', 'entries', 'files', 'reading', 'people', 'sending'], {
    imports: ['src/api', 'src/session', 'src/lib', 'contract'],
    packages: ['@tanstack/*', 'idb-keyval', 'uuid'],
    reactInHooks: true,
  }),
  ...rooms('src/queries', ['client', 'laws', 'work'], queryRights),
  { files: ['src/queries'], ...queryRights },
  { files: ['src/ahead'], imports: ['src/queries', ...queryRights.imports], packages: queryRights.packages },
  ...rooms('src/ui', ['browser', 'basics', 'lazy', 'sheets', 'controls', 'charts', 'documents', 'page', 'paper', 'lists'], {
    imports: ['src/lib', 'contract'],
    packages: [...screenPackages, 'echarts', 'pdfjs-dist', 'react-pdf'],
  }),
  {
    files: ['src/pwa'],
    imports: ['src/lib', 'contract/worker-messages.ts'],
    packages: ['workbox-window'],
    reactInHooks: true,
  },
  ...rooms('src/parts', ['tags', 'points', 'departments', 'forms', 'photos', 'filled', 'work', 'conflicts', 'records', 'lazy'], {
    imports: ['src/ahead', 'src/queries', 'src/offline', 'src/session', 'src/ui', 'src/lib', 'contract'],
    packages: screenPackages,
  }),
  {
    files: ['src/features/*'],
    eachFolderAlone: true,
    imports: ['src/parts', 'src/ahead', 'src/queries', 'src/offline', 'src/session', 'src/settings', 'src/ui', 'src/pwa', 'src/lib', 'contract'],
    packages: screenPackages,
  },
  { files: ['src/app', 'src/main.tsx'], imports: ['src', 'contract'], packages: ['@tanstack/*', ...screenPackages] },

  { files: ['sw'], imports: ['contract'], packages: ['workbox-*'] },

  {
    files: ['server/modules/*/*-repository.ts'],
    imports: [...serverRoot, 'server/database', 'server/modules/*/*-service.ts', 'contract'],
    packages: [...serverPackages, 'kysely'],
  },
  {
    files: ['server/modules/*'],
    eachFolderAlone: true,
    imports: [
      ...serverRoot,
      'server/database',
      'server/files',
      'server/library',
      'server/modules/*/*-service.ts',
      'contract',
      'package.json',
    ],
    packages: serverPackages,
  },
  {
    files: ['server/plugins'],
    imports: ['server/caller.ts', 'server/caller-address.ts', 'server/config.ts', 'server/errors.ts', 'server/metrics', 'contract'],
    packages: ['@fastify/*', 'fastify', 'node:*'],
  },
  { files: ['server/metrics'], imports: [], packages: ['node:*'] },
  { files: ['server/database'], imports: ['server/error-code.ts', 'server/private-mode.ts', 'contract'], packages: ['better-sqlite3', 'kysely', 'node:*', 'pg'] },
  // Opens what the page will have to open.
  { files: ['server/files/pdf-check.ts'], imports: [], packages: ['pdfjs-dist'] },
  { files: ['server/files'], imports: ['server/error-code.ts', 'server/errors.ts', 'server/private-mode.ts', 'contract'], packages: ['fastify', 'file-type', 'node:*', 'numfmt', 'saxes'] },
  { files: ['server/library'], imports: ['contract'], packages: ['node:*'] },
  { files: ['server/caller-address.ts'], imports: [], packages: ['ipaddr.js'] },
  { files: ['server/context.ts'], imports: ['server/database', 'server/files', ...serverRoot], packages: ['kysely'] },
  { files: ['server/caller.ts'], imports: ['server/database/operations.ts', 'contract'], packages: [] },
  { files: serverRoot, imports: ['contract'], packages: ['fastify', 'node:*', 'zod'] },
  { files: ['server'], imports: ['contract'], packages: ['@fastify/*', ...serverPackages] },

  { files: ['scripts', 'vite', 'vite.config.ts'], imports: ['scripts', 'vite', 'package.json'], packages: ['*'] },
  { files: ['tests'], imports: ['contract', 'public', 'src', 'sw', 'server', 'scripts', 'vite', 'package.json'], packages: ['*'] },
];

/**
 * What to do instead of a forbidden import; the first row that fits the imported path or package is told.
 * @type {{ of: string, from?: string, instead: string }[]}
 */
export const advice = [
  { of: 'tests', instead: 'Nothing imports tests: move what is needed into the layer that uses it.' },
  { of: 'contract', instead: 'src/pwa knows contract/worker-messages.ts alone; put shared messages there.' },
  { of: 'src/workers', instead: 'A worker is started by address (src/offline) and reached by messages alone.' },
  { of: 'src/app', instead: 'src/app is known by nobody: let it pass this in, or move the shared part down.' },
  { of: 'src/features', from: 'src/features', instead: 'Features are composed in src/app; move what two of them share to src/parts, src/ui, src/queries or src/lib.' },
  { of: 'src', from: 'sw', instead: 'The worker and the page share code only through contract/.' },
  { of: 'src', from: 'server', instead: 'Server and page share code only through contract/.' },
  { of: 'sw', instead: 'The worker is reached by messages alone (contract/worker-messages.ts, src/pwa).' },
  { of: 'server', from: 'src', instead: 'Page and server share code only through contract/; call the server through src/api.' },
  { of: 'server', from: 'sw', instead: 'Worker and server share code only through contract/.' },
  { of: 'src/api', from: 'src/features', instead: 'Ask through a hook in src/queries, or src/offline for what must survive without a network.' },
  { of: 'src/ui', from: 'src/ui', instead: 'A room imports the rooms before it in scripts/lint/layers.mjs alone: move the shared part down.' },
  { of: 'src', from: 'src/ui', instead: 'Parts in src/ui take props and emit events: let the screen fetch and pass in.' },
  { of: 'src', from: 'src', instead: 'Imports go down only: report through a callback or event and let src/app wire it, or move the shared part down.' },
  { of: 'server/modules', from: 'server/modules', instead: "Call the other module's *-service.ts." },
  { of: 'server/modules', from: 'server', instead: 'Modules are known by app.ts alone: let it pass the look-up in.' },
  { of: 'server', from: 'server', instead: 'Let server/app.ts pass this in.' },
  { of: 'axios', instead: 'Only src/api talks HTTP: add a function there.' },
  { of: 'idb-keyval', instead: 'Only src/offline touches IndexedDB: add a function there.' },
  { of: '@tanstack/*', instead: 'Put the query and its hook into src/queries.' },
  { of: 'kysely', instead: 'Put the query into server/database or a *-repository.ts.' },
  { of: 'better-sqlite3', instead: 'Only server/database/connect.ts knows the driver.' },
  { of: 'pg', instead: 'Only server/database/connect.ts knows the driver.' },
  { of: 'react', instead: 'This layer has no components: put the hook into a file of its own called useX, where the layer has hooks, or move it up.' },
  { of: 'antd-mobile', instead: 'This layer shows nothing: report, and let src/ui or a screen show it.' },
  { of: 'workbox-*', instead: 'Workbox belongs to sw; its page half to src/pwa.' },
  { of: 'zod', instead: 'Schemas live in contract/; the page uses contract/rules.ts and types.' },
  { of: 'node:*', instead: 'This code does not run in Node.' },
  { of: '*', instead: 'If the layer should use this, give it the right in scripts/lint/layers.mjs.' },
];
