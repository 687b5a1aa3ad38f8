import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectDirectory = fileURLToPath(new URL('../../', import.meta.url));
const configuration = ['.oxlintrc.json', 'package.json', 'scripts/lint', 'tsconfig.json', 'tsconfig.base.json'];
const withTsconfig = ['contract', 'src', 'src/workers', 'sw', 'server', 'scripts', 'tests'];

export interface Problem {
  file: string;
  rule: string;
  message: string;
}

/** A project with our lint configuration and compiler settings, and nothing but the files that a test writes. */
export interface FixtureProject {
  write: (files: Record<string, string>) => Promise<void>;
  lint: () => Promise<Problem[]>;
  /** Output of the compiler for one process's folder; empty when it compiles. */
  typecheck: (folder: string) => Promise<string>;
  remove: () => Promise<void>;
}

export async function fixtureProject(): Promise<FixtureProject> {
  const directory = await mkdtemp(join(tmpdir(), 'zyzc-lint-'));
  const copied = [...configuration, ...withTsconfig.map((folder) => `${folder}/tsconfig.json`)];
  for (const path of copied) await cp(join(projectDirectory, path), join(directory, path), { recursive: true });
  await symlink(join(projectDirectory, 'node_modules'), join(directory, 'node_modules'));
  return {
    write: async (files) => {
      for (const [path, content] of Object.entries(files)) {
        await mkdir(dirname(join(directory, path)), { recursive: true });
        await writeFile(join(directory, path), content);
      }
    },
    lint: async () => {
      const output = await outputOf('oxlint', ['--type-aware', '--format=json'], directory);
      const { diagnostics } = JSON.parse(output) as { diagnostics: { filename: string; code: string; message: string }[] };
      return diagnostics.map(({ filename, code, message }) => ({ file: filename, rule: code, message }));
    },
    typecheck: async (folder) => outputOf('tsc', ['-p', folder, '--noEmit'], directory),
    remove: async () => rm(directory, { recursive: true }),
  };
}

/** Standard output of one of our tools, whatever its exit code. */
async function outputOf(tool: string, args: string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const command = join(projectDirectory, 'node_modules/.bin', tool);
    execFile(command, args, { cwd, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (error !== null && typeof error.code !== 'number') reject(error);
      else if (stdout === '' && stderr !== '') reject(new Error(stderr));
      else resolve(stdout);
    });
  });
}

const sourceFolders = ['.ci', 'contract', 'public', 'scripts', 'server', 'src', 'sw', 'tests', 'vite'];

/** Every file that we wrote, relative to the project. */
export async function ownFiles(): Promise<string[]> {
  const found: string[] = [];
  for (const folder of sourceFolders) {
    const entries = await readdir(join(projectDirectory, folder), { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (entry.isFile()) found.push(join(entry.parentPath, entry.name).slice(projectDirectory.length));
    }
  }
  return found;
}
