import { isClientBuilt } from './client-inputs.mjs';
import { projectNode, run, tool } from './run.mjs';

/** Builds the client unless `dist` was made from the present sources. @returns {Promise<number>} exit code */
export async function buildClientIfChanged() {
  if (isClientBuilt()) return 0;
  console.log('Building the client …');
  // Alike whatever starts it: within a test it would leave out its plugins, and with another NODE_ENV it would hold React for development.
  const env = { ...process.env, NODE_ENV: 'production', VITEST: undefined };
  return run(projectNode(), [tool('vite/bin/vite.js'), 'build', '--logLevel', 'warn'], { env });
}
