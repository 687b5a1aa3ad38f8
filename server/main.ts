import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const oldestNode = [22, 18] as const;
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])) {
  fail(`需要 Node ${oldestNode.join('.')} 或更高版本，当前为 ${process.versions.node}。请用 npm start 启动。`);
}

// Loading leaves much behind that lives a moment. V8 would make room for that, some 20 MiB, and never give it back.
setFlagsFromString('--semi-space-growth-factor=1');

// After the check: an older Node could not even load these.
const { ConfigError, readConfig } = await import('./config.ts');
const { errorCodeOf } = await import('./error-code.ts');
const { startServer } = await import('./start-server.ts');

try {
  const config = readConfig(process.env);
  const server = await startServer({ config, clientDirectory: fileURLToPath(new URL('../dist', import.meta.url)) });
  const company = await server.context.db.selectFrom('company').select('comp_no').limit(1).executeTakeFirst();
  if (company === undefined && config.isProduction) {
    await server.stop();
    fail('数据库中还没有机构。请先运行 npm run init 创建机构和第一个管理员。');
  }
  if (company === undefined) {
    const { seedDemonstration } = await import('./commands/seed-demonstration.ts');
    await seedDemonstration(server.context);
  }
  // A second signal ends the process at once.
  process.once('SIGTERM', () => void server.stop());
  process.once('SIGINT', () => void server.stop());
  // Some 10 MiB that loading left behind: V8 would keep them until there is far more.
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  await server.app.listen({ port: config.port, host: config.host });
  const metricsPort = await server.startMetrics();
  if (metricsPort !== undefined) server.app.log.info({ port: metricsPort }, 'serving metrics');
  server.startJobs();
  // V8's own: under load the room is worth having.
  setFlagsFromString('--semi-space-growth-factor=2');
} catch (error) {
  if (error instanceof ConfigError) fail(error.message);
  if (error instanceof Error && errorCodeOf(error) === 'EADDRINUSE') fail(`端口已被占用: ${error.message}`);
  fail(error);
}

function fail(reason: unknown): never {
  console.error(reason);
  process.exit(1);
}
