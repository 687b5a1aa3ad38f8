import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { projectDirectory } from '../../scripts/client-inputs.mjs';

/** What a registry tells of the library that the flaws below are in. */
const fastify = { name: 'fastify', 'dist-tags': { latest: '5.0.0' }, versions: { '5.0.0': { name: 'fastify', version: '5.0.0' } } };

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

/** What the audit says and exits with when the registry answers so to the list of our libraries. */
async function audit(status: number, body: unknown): Promise<{ output: string; code: number | null }> {
  const registry = createServer((request, response) => {
    const isList = request.method === 'POST' && request.url === '/-/npm/v1/security/advisories/bulk';
    response.writeHead(isList ? status : 200, { 'content-type': 'application/json' }).end(JSON.stringify(isList ? body : fastify));
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  cleanUps.push(() => registry.close());
  const { port } = registry.address() as AddressInfo;
  // A cache of its own: npm remembers what it worked out of an advisory.
  const cache = await mkdtemp(join(tmpdir(), 'zyzc-audit-'));
  cleanUps.push(() => rm(cache, { recursive: true, force: true }));
  const options = [`--registry=http://127.0.0.1:${port}/`, `--cache=${cache}`, '--fetch-retries=0'];
  const child = spawn(process.execPath, ['scripts/audit.mjs', ...options], { cwd: projectDirectory });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
  });
  return { output: output.trim(), code };
}

const advisory = (severity: string) => ({
  fastify: [{ id: 1, url: 'https://example.org/1', title: 'made up', severity, vulnerable_versions: '>=0', cwe: [], cvss: { score: 0, vectorString: null } }],
});

test.each(['high', 'critical'])('a %s flaw of a library that the product runs with fails the audit and is named', async (severity) => {
  expect(await audit(200, advisory(severity))).toEqual({ output: expect.stringMatching(`^fastify .+: ${severity}$`), code: 1 });
});

test.each([
  ['a lesser flaw', 200, advisory('moderate'), 'no high or critical flaw is known, 1 lesser'],
  ['no flaw', 200, {}, 'no high or critical flaw is known, 0 lesser'],
  ['a registry that cannot be asked', 405, {}, 'not checked: 405 Method Not Allowed'],
])('%s passes and is told', async (_, status, body, words) => {
  expect(await audit(status, body)).toEqual({ output: words, code: 0 });
});
