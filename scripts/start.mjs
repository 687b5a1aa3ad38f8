// npm start: installs, builds and serves; each only as far as something changed. Starts on Node 18 and newer.
import { realpathSync } from 'node:fs';
import nodeModule from 'node:module';
import { join } from 'node:path';
import { buildClientIfChanged } from './build.mjs';
import { isClientBuilt, projectDirectory } from './client-inputs.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { compiledCode, endWithNpm, projectNode, run } from './run.mjs';

const server = join(projectDirectory, 'server/main.ts');

endWithNpm();
await ensureDependencies({ withDev: !isClientBuilt() });
const buildCode = await buildClientIfChanged();
if (buildCode !== 0) process.exit(buildCode);

if (realpathSync(process.execPath) === realpathSync(projectNode())) {
  // Already on the right Node: one process less to keep, and signals need no forwarding.
  nodeModule.enableCompileCache?.(compiledCode);
  await import(server);
} else {
  process.exit(await run(projectNode(), [server], { env: { ...process.env, NODE_COMPILE_CACHE: compiledCode } }));
}
