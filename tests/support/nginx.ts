import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const deployFile = (name: string): string => fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url));

export interface Nginx {
  isRunning: () => boolean;
  /** Its logs, and what it wrote to both outputs. */
  everyLog: () => Promise<string>;
  accessLog: () => Promise<string>;
  stop: () => Promise<void>;
}

/** Without `tls`, `port` speaks plain HTTP, and nothing leads to it. */
export interface NginxOptions {
  program: string;
  /** For configuration, logs and what is on its way; not removed. */
  directory: string;
  port: number;
  /** Of the server processes. */
  upstreams: readonly number[];
  /** For what asks more than any hospital does. */
  isUnlimited?: true;
  tls?: { httpPort: number; key: string; certificate: string };
}

/**
 * nginx with the shipped configuration before server processes. Changed are what a machine decides: ports, places of logs,
 * and the certificate. Around it stands what Debian's nginx.conf has, its default logs above all.
 */
export async function startNginx({ program, directory, port, upstreams, isUnlimited, tls }: NginxOptions): Promise<Nginx> {
  const logs = join(directory, 'logs');
  await mkdir(logs);
  const shipped = await readFile(deployFile('nginx.conf'), 'utf8');
  const site = replaceAll(shipped, [
    [/(?: *server 127\.0\.0\.1:808[12] [^\n]*\n)+/, `${upstreams.map((each) => `server 127.0.0.1:${each} max_fails=3 fail_timeout=5s;`).join('\n')}\n`],
    [/\/var\/log\/nginx\//g, `${logs}/`],
    ...(isUnlimited === true ? ([[/^ *limit_(?:req|conn) [^\n]*\n/gm, '']] satisfies [RegExp, string][]) : []),
    ...(tls === undefined ? plainHttp(port) : ownTls(port, tls)),
  ]);
  await writeFile(join(directory, 'zyzc.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${directory}/${name};`).join(' ');
  const around = `daemon off; user ${userInfo().username}; pid ${directory}/nginx.pid; error_log ${logs}/error.log;
    events {} http { ${temporary} access_log ${logs}/access.log; include ${directory}/zyzc.conf; }`;
  await writeFile(join(directory, 'nginx.conf'), around);

  const proxy = spawn(program, ['-p', directory, '-c', join(directory, 'nginx.conf'), '-e', join(logs, 'error.log')], { stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(proxy, 'exit');
  let said = '';
  for (const stream of [proxy.stdout, proxy.stderr]) stream.on('data', (piece: Buffer) => void (said += piece.toString()));
  return {
    isRunning: () => proxy.exitCode === null && proxy.signalCode === null,
    everyLog: async () => said + (await readAll(logs)),
    accessLog: () => readFile(join(logs, 'zyzc-access.log'), 'utf8'),
    stop: async () => {
      proxy.kill('SIGTERM');
      await exited;
    },
  };
}

const ownTls = (port: number, { httpPort, key, certificate }: NonNullable<NginxOptions['tls']>): [RegExp, string][] => [
  [/listen 80 /, `listen 127.0.0.1:${httpPort} `],
  [/listen 443 /, `listen 127.0.0.1:${port} `],
  [/\/etc\/nginx\/tls\/zyzc\.crt/, certificate],
  [/\/etc\/nginx\/tls\/zyzc\.key/, key],
];

const plainHttp = (port: number): [RegExp, string][] => [
  [/server \{\n *listen 80 [\s\S]*?\n\}\n/, ''],
  [/listen 443 ssl http2 /, `listen 127.0.0.1:${port} `],
  [/^ *ssl_[^\n]*\n/gm, ''],
];

/** @throws Error when something to replace is not there: the shipped file then says something else than is tested */
function replaceAll(text: string, changes: [RegExp, string][]): string {
  return changes.reduce((changed, [pattern, replacement]) => {
    if (changed.search(pattern) < 0) throw new Error(`nothing matches ${String(pattern)}`);
    return changed.replace(pattern, replacement);
  }, text);
}

async function readAll(folder: string): Promise<string> {
  const names = await readdir(folder);
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('');
}
