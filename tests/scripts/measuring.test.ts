import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const projectDirectory = fileURLToPath(new URL('../../', import.meta.url));

// Node runs them by itself, without the names that the build knows; they read what they are asked for once all is loaded.
test.each(['bench', 'load', 'hostile'])('what measures, tests/%s, finds all that it is made of', (name) => {
  const { stderr, status } = spawnSync(process.execPath, [`tests/${name}/run.ts`, '--no-such-option'], { cwd: projectDirectory, encoding: 'utf8' });
  expect(stderr).toMatch(/Unknown option '--no-such-option'/);
  expect(status).not.toBe(0);
});
