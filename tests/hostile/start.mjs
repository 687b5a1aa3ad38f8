// npm run test:hostile: what npm test prepares, then run.ts. Starts on Node 18 and newer.
import { ensureDependencies } from '../../scripts/dependencies.mjs';
import { projectNode, run } from '../../scripts/run.mjs';

await ensureDependencies({ withDev: true });
/** @type {NodeJS.ProcessEnv} */
const env = { ...process.env };
// Every part of a run chooses for itself.
delete env['NODE_ENV'];
process.exit(await run(projectNode(), ['tests/hostile/run.ts', ...process.argv.slice(2)], { env }));
