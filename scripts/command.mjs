// npm run <command>: an operator's command of server/commands, with dependencies and Node as in npm start.
import { ensureDependencies } from './dependencies.mjs';
import { projectNode, run } from './run.mjs';

const [name = '', ...args] = process.argv.slice(2);
await ensureDependencies({ withDev: false });
process.exit(await run(projectNode(), [`server/commands/${name}.ts`, ...args]));
