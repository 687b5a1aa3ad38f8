// Gets what browser tests need and a fresh machine lacks: Chromium, and a font with Chinese characters.
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { chromiumOnThisMachine, headlessShellOnThisMachine } from './chromium-path.mjs';
import { projectNode, run, tool } from './run.mjs';

/** @returns {Promise<string | undefined>} path of a Chromium; undefined when none could be had */
export async function ensureChromium() {
  const lacksChromium = chromiumOnThisMachine() === undefined;
  const missing = [...(lacksChromium ? ['chromium'] : []), ...(hasChineseFont() ? [] : ['fontconfig', 'fonts-noto-cjk'])];
  if (missing.length > 0) await installWithApt(missing);
  // Only makes tests quicker, and not every distribution has it: a machine with a browser of its own is left as it is.
  if ((lacksChromium || process.env['CI'] !== undefined) && headlessShellOnThisMachine() === undefined) await installWithApt(['chromium-headless-shell']);
  if (!hasChineseFont()) console.warn('No font with Chinese characters is installed: tests that look at text will fail.');
  return chromiumOnThisMachine() ?? (await chromiumOfPlaywright());
}

function hasChineseFont() {
  const { status, stdout } = spawnSync('fc-list', [':lang=zh'], { encoding: 'utf8' });
  return status === 0 && stdout.trim() !== '';
}

/** @param {string[]} packages */
async function installWithApt(packages) {
  const prefix = asRoot();
  if (prefix === undefined || spawnSync('apt-get', ['--version']).status !== 0) return;
  console.log(`Installing ${packages.join(', ')} (apt-get) …`);
  /** @param {string[]} args */
  const apt = ([...args]) => {
    const [command = '', ...rest] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...args];
    return run(command, rest);
  };
  await apt(['update']);
  await apt(['install', '-y', '--no-install-recommends', ...packages]);
}

/** @returns {string[] | undefined} what to write before a command that only root may run */
function asRoot() {
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : undefined;
}

async function chromiumOfPlaywright() {
  console.log('Downloading Chromium (playwright) …');
  if ((await run(projectNode(), [tool('playwright-core/cli.js'), 'install', 'chromium'])) !== 0) return undefined;
  const { chromium } = await import(pathToFileURL(tool('playwright-core/index.mjs')).href);
  return chromium.executablePath();
}
