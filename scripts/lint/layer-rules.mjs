import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { advice, layers } from './layers.mjs';

/** @typedef {{ filename: string, report: (problem: { message: string, node: unknown }) => void }} Context */
/** @typedef {{ type: string, value?: unknown, importKind?: string, exportKind?: string, source?: Node | null, specifiers?: Node[], property?: { name?: string } }} Node */

const project = fileURLToPath(new URL('../..', import.meta.url));

/**
 * @param {string} pattern a path, in which `*` stands for one segment or a part of one
 * @param {string} path
 * @returns {string | undefined} the part of the path that the pattern covers
 */
function covered(pattern, path) {
  const source = pattern.split('*').map((part) => part.replace(/[.\\+?^${}()|[\]]/g, '\\$&')).join('[^/]+');
  return new RegExp(`^${source}(?=/|$)`).exec(path)?.[0];
}

/** @param {string} pattern @param {string} name */
const isPackage = (pattern, name) => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern);

/** @param {string} path relative to the project */
function layerOf(path) {
  for (const layer of layers) {
    for (const pattern of layer.files) {
      const root = covered(pattern, path);
      if (root !== undefined) return { layer, own: ownFiles(layer, root, path) };
    }
  }
  return undefined;
}

/** @param {import('./layers.mjs').Layer} layer @param {string} root @param {string} path */
function ownFiles(layer, root, path) {
  // A repository has rights of its own, but is at home in its module's folder.
  if (path.startsWith('server/modules/')) return [path.split('/').slice(0, 3).join('/')];
  return layer.eachFolderAlone ? [root] : layer.files;
}

/**
 * @param {string} file relative to the project
 * @param {string} specifier as written
 * @returns {{ path: string } | { name: string }}
 */
function targetOf(file, specifier) {
  const plain = specifier.split('?', 1)[0] ?? specifier;
  if (plain.startsWith('@/')) return { path: `src/${plain.slice(2)}` };
  if (plain.startsWith('#contract/')) return { path: `contract/${plain.slice('#contract/'.length)}` };
  if (plain.startsWith('.')) return { path: posix.normalize(posix.join(posix.dirname(file), plain)) };
  if (plain.startsWith('node:')) return { name: plain };
  return { name: plain.split('/', plain.startsWith('@') ? 2 : 1).join('/') };
}

/** @param {string} file @param {{ path: string } | { name: string }} target */
function isAllowed(file, target) {
  const found = layerOf(file);
  if (found === undefined) return false;
  const { layer, own } = found;
  if ('path' in target) return [...own, ...layer.imports].some((pattern) => covered(pattern, target.path) !== undefined);
  if (layer.packages.some((pattern) => isPackage(pattern, target.name))) return true;
  return layer.reactInHooks === true && target.name === 'react' && /\/use[A-Z]\w*\.tsx?$/.test(file);
}

/** @param {string} file @param {{ path: string } | { name: string }} target */
function adviceFor(file, target) {
  const fits = advice.find(({ of, from }) => {
    if (from !== undefined && covered(from, file) === undefined) return false;
    if (of === '*') return true;
    return 'path' in target ? covered(of, target.path) !== undefined : isPackage(of, target.name);
  });
  return fits?.instead ?? '';
}

/**
 * Files of the contract that need zod at run time, directly or through another one.
 * @returns {Set<string>}
 */
function contractFilesWithZod() {
  const folder = join(project, 'contract');
  if (!existsSync(folder)) return new Set();
  const sources = readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      const imports = [...text.matchAll(/^(?:import|export)\s+(?!type\b)[^;]*?from\s+'([^']+)'/gm)].map((match) => match[1] ?? '');
      return { name, imports: imports.map((specifier) => specifier.replace(/^(\.\/|#contract\/)/, '')) };
    });
  const withZod = new Set(['zod']);
  for (let before = 0; before !== withZod.size; ) {
    before = withZod.size;
    for (const { name, imports } of sources) if (imports.some((specifier) => withZod.has(specifier))) withZod.add(name);
  }
  withZod.delete('zod');
  return withZod;
}

/** @param {Context} context */
const pathInProject = (context) => relative(project, context.filename).split(sep).join('/');

/**
 * Calls `visit` for every import of a file, whichever way it is written.
 * @param {(node: Node, specifier: string, isTypeOnly: boolean) => void} visit
 */
function everyImport(visit) {
  /** @param {Node} node */
  const handle = (node) => {
    const specifier = node.source?.value;
    if (typeof specifier === 'string') visit(node, specifier, isTypeOnly(node));
  };
  return {
    ImportDeclaration: handle,
    ExportNamedDeclaration: handle,
    ExportAllDeclaration: handle,
    ImportExpression: handle,
    TSImportType: handle,
  };
}

/** @param {Node} node */
function isTypeOnly(node) {
  if (node.type === 'TSImportType' || node.importKind === 'type' || node.exportKind === 'type') return true;
  const specifiers = node.specifiers ?? [];
  return specifiers.length > 0 && specifiers.every((one) => one.importKind === 'type' || one.exportKind === 'type');
}

const STATEMENTS = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom']);

export default {
  meta: { name: 'layers' },
  rules: {
    /** Enforces the table of layers.mjs, whether an import is written with an alias or as a relative path. */
    imports: {
      /** @param {Context} context */
      create(context) {
        const file = pathInProject(context);
        return everyImport((node, specifier) => {
          const target = targetOf(file, specifier);
          if (isAllowed(file, target)) return;
          const named = 'path' in target ? target.path : target.name;
          const place = layerOf(file) === undefined ? 'This folder has no row in scripts/lint/layers.mjs.' : '';
          context.report({ node, message: place || `${dirname(file)} may not import ${named}. ${adviceFor(file, target)}` });
        });
      },
    },
    /** A module's statements stand in its repositories, also where Kysely need not be imported to write one. */
    'queries-in-repositories': {
      /** @param {Context} context */
      create(context) {
        if (!covered('server/modules', pathInProject(context)) || context.filename.endsWith('-repository.ts')) return {};
        return {
          /** @param {Node} node */
          MemberExpression(node) {
            if (!STATEMENTS.has(node.property?.name ?? '')) return;
            context.report({ node, message: 'Put the query into a *-repository.ts, or into server/database where several modules need it.' });
          },
        };
      },
    },
    /** Keeps zod out of what phones download. */
    'contract-without-zod': {
      /** @param {Context} context */
      create(context) {
        const file = pathInProject(context);
        const withZod = contractFilesWithZod();
        return everyImport((node, specifier, typeOnly) => {
          const target = targetOf(file, specifier);
          if (typeOnly || !('path' in target) || dirname(target.path) !== 'contract') return;
          if (!withZod.has(posix.basename(target.path))) return;
          context.report({
            node,
            message: `${target.path} brings zod into the page: import types from it, or move the value to a contract file without zod.`,
          });
        });
      },
    },
  },
};
