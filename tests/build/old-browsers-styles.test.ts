import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import data from '@mdn/browser-compat-data' with { type: 'json' };
import type { CompatStatement } from '@mdn/browser-compat-data/types';
import { describe, expect, test } from 'vitest';
import { clientDirectory } from '../../scripts/client-inputs.mjs';
import { isLackedBy } from '../support/browser-data.ts';

type Features = Record<string, { __compat?: CompatStatement } | undefined>;
const { properties, selectors, types } = data.css as unknown as Record<string, Features>;
const atRules = data.css['at-rules'] as unknown as Features & { media: Features };
const isLacked = (feature: { __compat?: CompatStatement } | undefined): boolean => feature?.__compat !== undefined && isLackedBy(feature.__compat);
const newUnits = /\d(?:[dsl]v(?:h|w|i|b|min|max)|cq(?:w|h|i|b|min|max))\b/;

/** What of a style sheet the oldest browsers lack; a value in a newer unit is fine behind one for them. */
function lackedIn(sheet: string): string[] {
  const css = sheet.replaceAll(/"[^"]*"|'[^']*'|url\([^)]*\)|\/\*.*?\*\//gs, '""');
  const found = new Set<string>();
  const note = (name: string, feature: { __compat?: CompatStatement } | undefined): void => void (isLacked(feature) && found.add(name));
  for (const [, name = ''] of css.matchAll(/@([a-z-]+)/g)) note(`@${name}`, atRules[name]);
  for (const [, name = ''] of css.matchAll(/@media[^{]*?\(([a-z-]+)/g)) note(`(${name})`, atRules.media[name]);
  if (/@media[^{]*[<>]/.test(css)) found.add('(a < b)');
  if (/[{;}]\s*&/.test(css)) found.add('&');
  for (const [, selector = ''] of css.matchAll(/(?:^|[{}])([^{};@]+)\{/g)) {
    for (const [, name = ''] of selector.matchAll(/::?([a-z-]+)/g)) if (!(name in properties!)) note(`:${name}`, selectors?.[name]);
  }
  for (const [, block = ''] of css.matchAll(/\{([^{}]*)\}/g)) {
    const before = new Set<string>();
    for (const declaration of block.split(';')) {
      const colon = declaration.indexOf(':');
      const name = declaration.slice(0, colon).trim();
      const value = declaration.slice(colon + 1);
      note(name, properties?.[name]);
      const unit = newUnits.exec(value)?.[0].slice(1);
      if (unit !== undefined && !before.has(name)) found.add(unit);
      const calls = [...value.matchAll(/([a-z-]+)\(/g)].map(([, call = '']) => call);
      if (!before.has(name)) for (const call of calls) note(`${call}()`, types?.[call] ?? (types?.['color'] as Features | undefined)?.[call]);
      if (unit === undefined) before.add(name);
    }
  }
  return [...found].sort();
}

describe('what old browsers lack is found in a style sheet', () => {
  test.each([
    ['a{b:c}&:hover{color:red}', '&'],
    ['a:has(b){color:red}', ':has'],
    ['a{height:100dvh}', 'dvh'],
    ['a{color:oklch(0.5 0.1 20)}', 'oklch()'],
    ['a{color:color-mix(in srgb,red,blue)}', 'color-mix()'],
    ['@container (min-width:1px){a{color:red}}', '@container'],
    ['@media (width>=1px){a{color:red}}', '(a < b)'],
    ['a{text-wrap:balance}', 'text-wrap'],
  ])('%s', (sheet, name) => {
    expect(lackedIn(sheet)).toEqual([name]);
  });

  test('and nothing else', () => {
    expect(lackedIn('@layer a{a:hover{inset:0;height:100vh;height:100dvh;gap:4px;color:rgb(0 0 0/50%)}}')).toEqual([]);
  });
});

/** What looks a little worse without it, and hides nothing. */
const harmless = [
  // One column instead of several, on a desktop.
  '@container', 'container-type',
  // Spaces, frames and widths that depend on what is inside.
  ':has',
  // Lengths of lines, bars to scroll by, what lies off the screen, how a field grows, what a tap selects or pulls.
  'content-visibility', 'contain-intrinsic-height', 'contain-intrinsic-size', 'field-sizing', 'overscroll-behavior', 'resize', 'scrollbar-gutter', 'scrollbar-width', 'text-size-adjust', 'text-wrap', 'user-select',
  '-webkit-tap-highlight-color', '-webkit-touch-callout', ':-webkit-scrollbar', ':selection',
  // Of printing, where a printer's own margin is as good.
  '@page', 'size',
  // What react-pdf brings for forms and high contrast.
  '(forced-colors)', 'backdrop-filter', 'color-mix()', 'forced-color-adjust',
]; // prettier-ignore

test('no style of the build needs what the oldest browsers lack', () => {
  const sheets = readdirSync(clientDirectory, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));
  const found = new Set(sheets.flatMap((file) => lackedIn(readFileSync(join(clientDirectory, file), 'utf8'))));
  expect([...found].filter((name) => !harmless.includes(name))).toEqual([]);
  expect(harmless.filter((name) => !found.has(name))).toEqual([]);
});
