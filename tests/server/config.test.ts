import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../server/config.ts';

describe('readConfig', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toEqual({
      port: 8080,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      databaseUrl: '',
      trustProxy: false,
      logLevel: 'info',
      databasePool: 10,
      slowQueryMs: 500,
      metrics: undefined,
      backup: undefined,
      auditDays: 190,
      isProduction: false,
    });
  });

  it('takes what is set', () => {
    expect(
      readConfig({
        PORT: '9000',
        HOST: '0.0.0.0',
        DATA_DIR: '/srv/data',
        DATABASE_URL: 'postgres://u@db/zyzc',
        TRUST_PROXY: 'loopback, 10.0.0.0/8,2001:db8::1',
        LOG_LEVEL: 'warn',
        DATABASE_POOL: '25',
        SLOW_QUERY_MS: '200',
        METRICS_PORT: '9464',
        METRICS_HOST: '10.0.0.5',
        BACKUP_DIR: '/srv/backup',
        BACKUP_KEEP: '30',
        BACKUP_AT: '23:59',
        AUDIT_DAYS: '400',
        NODE_ENV: 'production',
      }),
    ).toEqual({
      port: 9000,
      host: '0.0.0.0',
      dataDir: '/srv/data',
      databaseUrl: 'postgres://u@db/zyzc',
      trustProxy: ['loopback', '10.0.0.0/8', '2001:db8::1'],
      logLevel: 'warn',
      databasePool: 25,
      slowQueryMs: 200,
      metrics: { port: 9464, host: '10.0.0.5' },
      backup: { directory: '/srv/backup', keep: 30, at: '23:59' },
      auditDays: 400,
      isProduction: true,
    });
  });

  it('takes the number of proxies, each of which may name one address', () => {
    const { trustProxy } = readConfig({ TRUST_PROXY: '2' });
    if (typeof trustProxy !== 'function') throw new Error('a function was expected');
    expect([0, 1, 2].map((hop) => trustProxy('10.0.0.1', hop))).toEqual([true, true, false]);
    expect(readConfig({ TRUST_PROXY: 'true' }).trustProxy).toBe(true);
    expect(readConfig({ TRUST_PROXY: 'false' }).trustProxy).toBe(false);
    expect(readConfig({ TRUST_PROXY: '0' }).trustProxy).toBe(false);
  });

  it('names every wrong variable at once', () => {
    const wrong = { PORT: '70000', DATABASE_URL: 'mysql://db', TRUST_PROXY: 'my-proxy', LOG_LEVEL: 'loud', BACKUP_KEEP: '0', BACKUP_AT: '24:00', AUDIT_DAYS: '189', DATABASE_POOL: '0', SLOW_QUERY_MS: 'fast', METRICS_PORT: '65536' };
    for (const name of Object.keys(wrong)) expect(() => readConfig(wrong)).toThrow(`  ${name}: `);
  });

  it.each(['abc', '-1', '1.5', '65536'])('refuses the port %j', (PORT) => {
    expect(() => readConfig({ PORT })).toThrow('PORT');
  });

  it('takes an empty variable for one that is not set', () => {
    const empty = { PORT: '', HOST: '', DATA_DIR: ' ', DATABASE_URL: '', TRUST_PROXY: '', LOG_LEVEL: '', NODE_ENV: '' };
    expect(readConfig(empty)).toEqual(readConfig({}));
  });
});
