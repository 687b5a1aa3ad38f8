// npm run dev: the server, started again at each change, and Vite in front of it on http://localhost:5173.
import { ensureDependencies } from './dependencies.mjs';
import { endWithNpm, projectNode, run, tool } from './run.mjs';

endWithNpm();
await ensureDependencies({ withDev: true });
const codes = await Promise.all([
  run(projectNode(), ['--watch', 'server/main.ts']),
  run(projectNode(), [tool('vite/bin/vite.js')]),
]);
process.exit(Math.max(...codes));
