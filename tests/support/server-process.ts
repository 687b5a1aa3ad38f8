import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const START_LIMIT_MS = 120_000;

/** The real server in a process of its own, so that a test can stop, kill and start it again on the same port and data. */
export interface ServerProcess {
  url: string;
  port: number;
  dataDir: string;
  /** Safe to call when it runs. */
  start: () => Promise<void>;
  /** Ends it as an operator would, and waits until it has ended. */
  stop: () => Promise<void>;
  /** SIGKILL. */
  kill: () => Promise<void>;
  /** Undefined while it does not run, also when it ended by itself. */
  pid: () => number | undefined;
  /** What it wrote to both outputs so far. */
  output: () => string;
}

export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))));
    });
  });
}

export async function serverProcess(options: { dataDir: string; env?: Record<string, string>; nodeOptions?: readonly string[] }): Promise<ServerProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let output = '';

  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const running = child;
    child = undefined;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    await new Promise<void>((resolve) => {
      running.once('exit', () => resolve());
      running.kill(signal);
    });
  };

  const pid = (): number | undefined => (child && child.exitCode === null && child.signalCode === null ? child.pid : undefined);

  const start = async (): Promise<void> => {
    if (pid() !== undefined) return;
    const { DATABASE_URL: _unused, ...inherited } = process.env;
    const started = spawn(process.execPath, [...(options.nodeOptions ?? []), 'server/main.ts'], {
      cwd: root,
      env: { ...inherited, NODE_ENV: 'development', HOST: '127.0.0.1', PORT: String(port), DATA_DIR: options.dataDir, LOG_LEVEL: 'warn', ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    started.stdout?.on('data', collect);
    started.stderr?.on('data', collect);
    const deadline = Date.now() + START_LIMIT_MS;
    while (Date.now() < deadline) {
      if (started.exitCode !== null) throw new Error(`the server ended with ${started.exitCode}:\n${output}`);
      const isUp = await fetch(`${url}/healthz`).then(
        (response) => response.ok,
        () => false,
      );
      if (isUp) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`the server did not answer within ${START_LIMIT_MS} ms:\n${output}`);
  };

  return { url, port, dataDir: options.dataDir, start, stop: () => end('SIGTERM'), kill: () => end('SIGKILL'), pid, output: () => output };
}
