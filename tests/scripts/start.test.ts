import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { projectDirectory } from '../../scripts/client-inputs.mjs';
import { freePort } from '../support/server-process.ts';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'zyzc-start-'));
  cleanUps.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

describe('npm start', () => {
  /** Starts the product as an operator does, and waits until it answers. */
  async function started(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<{ child: ChildProcess; url: string; exit: Promise<number | null>; output: () => string }> {
    const url = `http://127.0.0.1:${await freePort()}`;
    const child = spawn(command, args, {
      cwd: projectDirectory,
      env: { ...process.env, NODE_ENV: 'development', PORT: new URL(url).port, DATA_DIR: await temporaryFolder(), DATABASE_URL: '', LOG_LEVEL: 'warn', NODE_COMPILE_CACHE: undefined, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const exit = new Promise<number | null>((resolve) => {
      child.once('exit', resolve);
    });
    cleanUps.push(async () => {
      child.kill('SIGKILL');
      await exit;
    });
    while (!(await isUp(url))) {
      if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}:\n${output}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return { child, url, exit, output: () => output };
  }

  const isUp = (url: string): Promise<boolean> =>
    fetch(`${url}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    );

  test('serves app and API on one origin, and ends well on SIGTERM', async () => {
    const { child, url, exit } = await started(process.execPath, ['scripts/start.mjs']);
    const page = await fetch(url);
    expect(await page.text()).toContain('<title>依法执业自查</title>');
    const unknown = await fetch(`${url}/api/nothing`);
    expect(await unknown.json()).toMatchObject({ code: 4004 });
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
    expect(await isUp(url)).toBe(false);
  });

  test('keeps what Node made of the server for the next start', async () => {
    const outputs: string[] = [];
    for (let starts = 0; starts < 2; starts += 1) {
      const { child, exit, output } = await started(process.execPath, ['scripts/start.mjs'], { NODE_DEBUG_NATIVE: 'COMPILE_CACHE' });
      child.kill('SIGTERM');
      await exit;
      outputs.push(output());
    }
    // Other tests use the same folder at the same time: Node tells what it found there.
    expect(outputs[1]).toMatch(/node_modules\/\.cache\/compiled\/.*server\/main\.ts.*success/);
    expect(outputs[1]).toMatch(/code cache for ESM \S+server\/main\.ts was accepted/);
  });

  test('leaves no server behind when npm is ended', async () => {
    const { child, url, exit } = await started('npm', ['start', '--silent']);
    child.kill('SIGTERM');
    await exit;
    const deadline = Date.now() + 10_000;
    while ((await isUp(url)) && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await isUp(url)).toBe(false);
  });
});

describe('the build of the client', () => {
  test('is the same whatever starts it', async () => {
    const folder = await temporaryFolder();
    for (const script of ['build', 'client-inputs', 'run']) await cp(join(projectDirectory, `scripts/${script}.mjs`), join(folder, `scripts/${script}.mjs`));
    const vite = join(folder, 'node_modules/vite/bin/vite.js');
    await mkdir(dirname(vite), { recursive: true });
    await writeFile(vite, `require('node:fs').writeFileSync('env.json', JSON.stringify([process.env.NODE_ENV, process.env.VITEST ?? null]))`);
    const { buildClientIfChanged } = (await import(join(folder, 'scripts/build.mjs'))) as typeof import('../../scripts/build.mjs');
    expect(process.env['VITEST']).toBe('true');
    expect(await buildClientIfChanged()).toBe(0);
    expect(JSON.parse(await readFile(join(folder, 'env.json'), 'utf8'))).toEqual(['production', null]);
  });
});

describe('what the client is built from', () => {
  /** A copy of the script over a small project, so that inputs can change. */
  async function project() {
    const folder = await temporaryFolder();
    await cp(join(projectDirectory, 'scripts/client-inputs.mjs'), join(folder, 'scripts/client-inputs.mjs'));
    for (const input of ['src/a.ts', 'sw/a.ts', 'contract/a.ts', 'public/a.txt']) await put(input, 'one');
    await put('index.html', 'one');
    await put('dist/service-worker.js', '');
    const module = (await import(join(folder, 'scripts/client-inputs.mjs'))) as typeof import('../../scripts/client-inputs.mjs');
    return { ...module, put };

    async function put(path: string, content: string): Promise<void> {
      await cp(join(projectDirectory, 'package.json'), join(folder, path));
      await writeFile(join(folder, path), content);
    }
  }

  test.each(['src/a.ts', 'src/new/b.ts', 'sw/a.ts', 'contract/a.ts', 'public/a.txt', 'index.html', 'package-lock.json', 'vite.config.ts'])(
    'a change of %s asks for a build',
    async (path) => {
      const { hashClientInputs, isClientBuilt, put } = await project();
      await put('dist/build.json', JSON.stringify({ inputs: hashClientInputs() }));
      expect(isClientBuilt()).toBe(true);
      await put(path, 'two');
      expect(isClientBuilt()).toBe(false);
      await put('dist/build.json', JSON.stringify({ inputs: hashClientInputs() }));
      expect(isClientBuilt()).toBe(true);
    },
  );

  test('a change of the server or of tests does not', async () => {
    const { hashClientInputs, put } = await project();
    const before = hashClientInputs();
    await put('server/a.ts', 'one');
    await put('tests/a.test.ts', 'one');
    expect(hashClientInputs()).toBe(before);
  });

  test('a build that was cut off is made again', async () => {
    const { isClientBuilt } = await project();
    expect(isClientBuilt()).toBe(false);
  });
});
