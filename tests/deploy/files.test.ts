import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { deployFile } from '../support/nginx.ts';
import { findProgram } from '../support/programs.ts';

const unit = readFileSync(deployFile('zyzc@.service'), 'utf8');
const systemdAnalyze = findProgram('systemd-analyze');
const caddy = findProgram('caddy');
if (systemdAnalyze === undefined) console.warn('The systemd unit was NOT checked: systemd-analyze is not installed.');
if (caddy === undefined) console.warn('The Caddyfile was NOT checked: caddy is not installed.');

describe('the systemd unit', () => {
  test('starts a file that is there, with settings that the server takes', () => {
    expect(readFileSync(new URL(`../../${/ExecStart=\S+ (\S+)/.exec(unit)?.[1] ?? ''}`, import.meta.url), 'utf8')).toContain('startServer');
    const [, settings = ''] = /^Environment=(.*)$/m.exec(unit) ?? [];
    const env = Object.fromEntries(settings.replaceAll('%i', '8081').split(' ').map((pair) => pair.split('=') as [string, string]));
    expect(readConfig(env)).toMatchObject({ port: 8081, metrics: { port: 18081, host: '127.0.0.1' }, dataDir: '/var/lib/zyzc', trustProxy: ['loopback'], isProduction: true });
  });

  test('takes no more memory and processes than it is given', () => {
    const settings = Object.fromEntries([...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
    expect(settings).toMatchObject({ MemoryHigh: '1G', MemoryMax: '1536M', TasksMax: '512', Restart: 'on-failure' });
  });

  test.skipIf(systemdAnalyze === undefined)('is correct, and leaves the process little to do harm with', () => {
    const folder = mkdtempSync(join(tmpdir(), 'zyzc-unit-'));
    try {
      const file = join(folder, 'zyzc@8081.service');
      // The places of this machine.
      writeFileSync(file, unit.replace(/ExecStart=\S+/, `ExecStart=${process.execPath}`).replace('WorkingDirectory=/opt/zyzc', `WorkingDirectory=${folder}`));
      execFileSync(systemdAnalyze ?? '', ['verify', '--man=no', file], { stdio: 'pipe' });
      // Exposure of at most 2.0 out of 10.
      execFileSync(systemdAnalyze ?? '', ['security', '--offline=yes', '--threshold=20', '--no-pager', file], { stdio: 'pipe' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the Caddyfile', () => {
  test.skipIf(caddy === undefined)('is correct', () => {
    execFileSync(caddy ?? '', ['validate', '--adapter', 'caddyfile', '--config', deployFile('Caddyfile')], { stdio: 'pipe' });
  });
});
