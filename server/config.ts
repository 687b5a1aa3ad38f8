import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';

const AUDIT_MIN_DAYS = 190;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

function isAddressOrNetwork(text: string): boolean {
  if (NAMED_NETWORKS.includes(text)) return true;
  const [address = '', prefix, ...rest] = text.split('/');
  return isIP(address) !== 0 && rest.length === 0 && (prefix === undefined || /^\d{1,3}$/.test(prefix));
}

function trustProxyOf(text: string, context: z.RefinementCtx): TrustProxy {
  if (text === 'false' || text === '0') return false;
  if (text === 'true') return true;
  if (/^\d+$/.test(text)) return (_address, hop) => hop < Number(text);
  const addresses = text.split(',').map((address) => address.trim());
  if (addresses.every(isAddressOrNetwork)) return addresses;
  context.addIssue({ code: 'custom', message: '必须为 true、代理层数，或以逗号分隔的地址(可用 loopback)' });
  return z.NEVER;
}

const environment = z.object({
  PORT: z.coerce.number('必须为端口号').int('必须为端口号').min(0, '必须为端口号').max(65535, '必须为端口号').default(8080),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, '必须为空(SQLite)或以 postgres:// 开头')
    .default(''),
  DATABASE_POOL: z.coerce.number('必须为 1 至 1000 的整数').int('必须为 1 至 1000 的整数').min(1, '必须为 1 至 1000 的整数').max(1000, '必须为 1 至 1000 的整数').default(10),
  TRUST_PROXY: z.string().transform(trustProxyOf).default(false),
  LOG_LEVEL: z.enum(LOG_LEVELS, `必须为 ${LOG_LEVELS.join('、')} 之一`).default('info'),
  SLOW_QUERY_MS: z.coerce.number('必须为毫秒数').int('必须为毫秒数').min(1, '必须为毫秒数').default(500),
  METRICS_PORT: z.coerce.number('必须为端口号').int('必须为端口号').min(0, '必须为端口号').max(65535, '必须为端口号').optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  BACKUP_DIR: z.string().default(''),
  BACKUP_KEEP: z.coerce.number('必须为 1 至 9999 的整数').int('必须为 1 至 9999 的整数').min(1, '必须为 1 至 9999 的整数').max(9999, '必须为 1 至 9999 的整数').default(14),
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, '必须为时刻，如 03:00')
    .default('03:00'),
  AUDIT_DAYS: z.coerce
    .number('必须为天数')
    .int('必须为天数')
    .min(AUDIT_MIN_DAYS, `至少 ${AUDIT_MIN_DAYS} 天（法律要求留存不少于六个月）`)
    .default(AUDIT_MIN_DAYS),
  NODE_ENV: z.string().default('development'),
});

/** Whose `X-Forwarded-For` is believed: nobody's, everybody's, that of named addresses, or that of so many hops. */
export type TrustProxy = boolean | string[] | ((address: string, hop: number) => boolean);

export interface BackupPlan {
  directory: string;
  /** How many backups stay. */
  keep: number;
  /** `HH:mm` in Shanghai. */
  at: string;
}

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string;
  /** Connections of one process to PostgreSQL. */
  databasePool: number;
  trustProxy: TrustProxy;
  logLevel: string;
  /** Statements that take so long are logged. */
  slowQueryMs: number;
  /** Where metrics are served; absent when they are not. */
  metrics: { port: number; host: string } | undefined;
  /** Absent when no daily backup is asked for. */
  backup: BackupPlan | undefined;
  /** How long audit records are kept. */
  auditDays: number;
  isProduction: boolean;
}

/** Its message names every wrong variable, for the operator. */
export class ConfigError extends Error {}

/**
 * Reads the environment once, at start.
 * @throws ConfigError
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  // A compose file gives an empty text for what is not set.
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''));
  const parsed = environment.safeParse(set);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`环境变量有误:\n${lines.join('\n')}`);
  }
  const values = parsed.data;
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databasePool: values.DATABASE_POOL,
    trustProxy: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
    slowQueryMs: values.SLOW_QUERY_MS,
    metrics: values.METRICS_PORT === undefined ? undefined : { port: values.METRICS_PORT, host: values.METRICS_HOST },
    backup: values.BACKUP_DIR === '' ? undefined : { directory: resolve(values.BACKUP_DIR), keep: values.BACKUP_KEEP, at: values.BACKUP_AT },
    auditDays: values.AUDIT_DAYS,
    isProduction: values.NODE_ENV === 'production',
  };
}
