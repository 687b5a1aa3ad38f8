import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FixtureProject, fixtureProject } from './support.ts';

let project: FixtureProject;
beforeEach(async () => {
  project = await fixtureProject();
});
afterEach(async () => project.remove());

test.each([
  ['document in the service worker', 'sw', 'export const title = () => document.title;', "'document'"],
  ['window in the service worker', 'sw', 'export const width = () => window.innerWidth;', "'window'"],
  ['document in the search worker', 'src/workers', 'export const title = () => document.title;', "'document'"],
  ['node:fs in the page', 'src', "import { readFileSync } from 'node:fs';\nexport const a = readFileSync;", "'node:fs'"],
  ['process in the page', 'src', 'export const home = () => process.env;', "'process'"],
  ['document on the server', 'server', 'export const title = () => document.title;', "'document'"],
  ['document in the contract', 'contract', 'export const title = () => document.title;', "'document'"],
  ['process in the contract', 'contract', 'export const home = () => process.env;', "'process'"],
  ['an enum on the server, which Node cannot strip', 'server', 'export enum A { b }', 'erasableSyntaxOnly'],
])('does not compile: %s', async (_name, folder, source, complaint) => {
  await project.write({ [`${folder}/a.ts`]: `${source}\n` });
  expect(await project.typecheck(folder)).toContain(complaint);
});

test.each([
  ['contract', 'export const a = [1].at(-1);'],
  ['src', 'export const title = () => document.title;'],
  ['src/workers', 'export const name = () => caches.keys();'],
  ['sw', 'export const name = () => caches.keys();'],
  ['server', "import { readFileSync } from 'node:fs';\nexport const a = readFileSync;"],
])('compiles: what belongs in %s', async (folder, source) => {
  await project.write({ [`${folder}/a.ts`]: `${source}\n` });
  expect(await project.typecheck(folder)).toBe('');
});
