// npm run pictures: what npm start and npm test prepare, then run.ts. Starts on Node 18 and newer.
import { buildClientIfChanged } from '../../scripts/build.mjs';
import { ensureChromium } from '../../scripts/chromium.mjs';
import { ensureDependencies } from '../../scripts/dependencies.mjs';
import { projectNode, run } from '../../scripts/run.mjs';

await ensureDependencies({ withDev: true });
const buildCode = await buildClientIfChanged();
if (buildCode !== 0) process.exit(buildCode);
const chromium = await ensureChromium();

/** @type {NodeJS.ProcessEnv} */
const env = { ...process.env, ...(chromium === undefined ? {} : { CHROMIUM_PATH: chromium }) };
process.exit(await run(projectNode(), ['tests/pictures/run.ts'], { env }));
