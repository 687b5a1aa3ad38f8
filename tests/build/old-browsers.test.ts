import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Node, parse, type Program } from 'acorn';
import { full } from 'acorn-walk';
import { describe, expect, test } from 'vitest';
import { clientDirectory } from '../../scripts/client-inputs.mjs';
import { oldestBrowsers } from '../../vite/oldest-browsers.ts';
import { featureAt, isLackedBy, lackingCalls } from '../support/browser-data.ts';

const lacking = lackingCalls();
const files = readdirSync(clientDirectory, { recursive: true, encoding: 'utf8' });
const read = (file: string): string => readFileSync(join(clientDirectory, file), 'utf8');
const scripts = files.filter((file) => /\.m?js$/.test(file));

interface ChainedCall extends Node {
  callee: { object?: { callee?: { object?: { name?: string }; property?: { name?: string } } }; property?: { name?: string } };
}
interface Access extends Node {
  computed: boolean;
  object: { type: string; name?: string };
  property: { name?: string };
}

/** What of a script the oldest browsers lack. */
function lackedIn(script: string): string[] {
  const found = new Set<string>();
  const program: Program = parse(script, { ecmaVersion: 2022, sourceType: 'module' });
  full(program, (node) => {
    if (node.type === 'StaticBlock') found.add('static {}');
    if (node.type === 'ForOfStatement' && 'await' in node && node.await === true) found.add('for await');
    if (node.type === 'Identifier' && 'name' in node && lacking.globals.has(String(node.name))) found.add(String(node.name));
    if (node.type === 'Literal' && 'regex' in node && /\(\?<[=!]/.test((node.regex as { pattern: string }).pattern)) found.add('(?<=)');
    if (node.type === 'MemberExpression') {
      const { computed, object, property } = node as Access;
      const name = computed ? undefined : property.name;
      if (name !== undefined && lacking.members.has(name)) found.add(name);
      if (name !== undefined && lacking.statics.has(`${object.name}.${name}`)) found.add(`${object.name}.${name}`);
    }
    // Methods of iterators are called like those of arrays.
    const { callee } = node as ChainedCall;
    const made = node.type === 'CallExpression' ? callee.object?.callee : undefined;
    const isIterator = ['values', 'keys', 'entries', 'matchAll'].includes(made?.property?.name ?? '') && made?.object?.name !== 'Object';
    if (isIterator && ['map', 'filter', 'some', 'every', 'find', 'reduce', 'forEach', 'flatMap'].includes(callee.property?.name ?? '')) found.add('Iterator helpers');
  });
  return [...found].sort();
}

const planted: readonly (readonly [string, string])[] = [
  ['[3, 1].toSorted();', 'toSorted'],
  ['Promise.withResolvers();', 'Promise.withResolvers'],
  ['AbortSignal.any([]);', 'AbortSignal.any'],
  ['Object.groupBy([], String);', 'Object.groupBy'],
  ['URL.parse("");', 'URL.parse'],
  ['new Set().isSubsetOf(new Set());', 'isSubsetOf'],
  ['new Map().values().map(String);', 'Iterator helpers'],
  ['"".isWellFormed();', 'isWellFormed'],
  ['/(?<=a)b/.test("ab");', '(?<=)'],
  ['class A { static { start(); } }', 'static {}'],
  ['for await (const part of stream) use(part);', 'for await'],
  ['new Float16Array(1);', 'Float16Array'],
];

describe('what old browsers lack is found in a script', () => {
  test.each(planted)('%s', (script, name) => {
    expect(lackedIn(script)).toEqual([name]);
  });

  test('and newer syntax is no script at all', () => {
    expect(() => lackedIn('/[a--b]/v.test("a");')).toThrow();
    expect(() => lackedIn('using file = open();')).toThrow();
    expect(lackedIn('[1].at(-1); structuredClone({}); Object.hasOwn({}, "a"); [1].findLast(Boolean);')).toEqual([]);
  });
});

const lackedByFile = new Map<string, string[]>();
function lackedOf(file: string): string[] {
  const lacked = lackedByFile.get(file) ?? lackedIn(read(file));
  lackedByFile.set(file, lacked);
  return lacked;
}

interface Known {
  in: RegExp;
  why: string;
  names: readonly string[];
}

/** What stands in the build although the oldest browsers lack it, and does no harm there. */
const known: readonly Known[] = [
  {
    in: /./,
    why: 'the name of something of ours or of a library as well',
    names: [
      'bytes', 'capture', 'columnNumber', 'connection', 'difference', 'displayName', 'dispose', 'drop', 'estimate', 'fileName', 'grow', 'incremental', 'install', 'lineNumber',
      'login', 'move', 'navigation', 'popover', 'read', 'reset', 'resize', 'role', 'share', 'take', 'toArray', 'union', 'use', 'viewport', 'when',
    ],
  },
  { in: /^assets\/signed-in-/, why: 'asked for before it is used', names: ['exitFullscreen', 'fullscreenElement', 'fullscreenEnabled', 'requestFullscreen'] },
  { in: /^assets\/(?:TopBar|signed-in|sheet)-/, why: 'without it what is covered can be reached by keyboard', names: ['inert'] },
  { in: /^assets\//, why: 'asked for before it is used', names: ['OffscreenCanvas', 'sync'] },
  { in: /^assets\/(?:calls|browser|framework)-/, why: 'libraries ask for it before they use it', names: ['Error.captureStackTrace', 'cookieStore', 'startViewTransition'] },
  {
    in: /^assets\/PhotoViewer-/,
    why: '@use-gesture asks for it before it uses it',
    names: ['GestureEvent', 'exitPointerLock', 'pointerLockElement', 'requestPointerLock'],
  },
  { in: /^assets\/waiting-zip-/, why: 'over a generator of ours', names: ['for await'] },
  {
    in: /^assets\/(?:TextLayer|pdf-worker)-/,
    why: 'src/lib/files/fill-gaps.ts brings it',
    names: ['AbortSignal.any', 'Promise.withResolvers', 'for await', 'toReversed', 'transferToFixedLength'],
  },
  {
    in: /^assets\/(?:TextLayer|pdf-worker)-/,
    why: 'the legacy build of pdf.js brings it',
    names: [
      'Iterator helpers', 'JSON.isRawJSON', 'JSON.rawJSON', 'Promise.try', 'RegExp.escape', 'URL.parse', 'fromBase64', 'getOrInsert', 'getOrInsertComputed',
      'intersection', 'setFromBase64', 'setFromHex', 'sumPrecise', 'toBase64', 'toHex', 'transfer', 'with',
    ],
  },
  {
    in: /^assets\/(?:TextLayer|pdf-worker)-/,
    why: 'pdf.js asks for it before it uses it, or sets it as one more property',
    names: [
      'CompressionStream', 'DecompressionStream', 'Float16Array', 'ImageDecoder', 'ImageDecoder.isTypeSupported', 'Intl.Segmenter', 'OffscreenCanvas', 'Sanitizer', 'adoptedStyleSheets',
      'alpha', 'ariaControlsElements', 'ariaExpanded', 'ariaHasPopup', 'ariaHidden', 'ariaLabel', 'ariaMultiSelectable', 'ariaOrientation', 'ariaSelected', 'colorSpace', 'dump',
      'fontKerning', 'gpu', 'inert', 'letterSpacing', 'orientation', 'permissions', 'setHTML', 'userAgentData', 'wordSpacing',
      'Instant', 'PlainDate', 'PlainDateTime', 'PlainMonthDay', 'PlainTime', 'PlainYearMonth',
    ],
  },
];

test('no script of the build calls what the oldest browsers lack, but for what is known to do no harm', () => {
  const found: string[] = [];
  for (const file of scripts) {
    const own = known.filter((each) => each.in.test(file)).flatMap(({ names }) => names);
    found.push(...lackedOf(file).filter((name) => !own.includes(name)).map((name) => `${file.replace(/-[\w-]{8}\.js$/, '')} ${name}`));
  }
  expect(found).toEqual([]);
});

test('what is known still stands in the build', () => {
  const gone = known.flatMap(({ in: place, names }) => {
    const found = new Set(scripts.filter((file) => place.test(file)).flatMap(lackedOf));
    return names.filter((name) => !found.has(name));
  });
  expect(gone).toEqual([]);
});

describe('the script that tells of an old browser', () => {
  const script = read('old-browser.js');
  const asked = ['api.HTMLScriptElement.noModule', 'api.structuredClone', 'javascript.builtins.Object.hasOwn', 'javascript.builtins.Array.at', 'api.CSSLayerBlockRule'];

  test('is one that any browser reads', () => {
    expect(() => parse(script, { ecmaVersion: 5, sourceType: 'script' })).not.toThrow();
  });

  test('asks for what each of the oldest browsers has, and the release before of those on phones lacks', () => {
    for (const path of asked) expect(script).toContain(path.slice(path.lastIndexOf('.') + 1));
    expect(asked.filter((path) => isLackedBy(featureAt(path)))).toEqual([]);
    for (const [browser, version] of Object.entries({ chrome: '98', webview_android: '98', edge: '98', safari: '15.2', safari_ios: '15.2' })) {
      expect(asked.some((path) => isLackedBy(featureAt(path), { [browser]: version })), browser).toBe(true);
    }
  });

  test('names the oldest browsers', () => {
    expect(script).toContain(`Chrome ${oldestBrowsers.chrome}、iOS ${oldestBrowsers.safari_ios}`);
  });
});
