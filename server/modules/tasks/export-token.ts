import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** What a link exports, and who asked for it. */
export interface ExportGrant {
  compNo: string;
  employeeId: string;
  taskId: string;
  /** Undefined for every department of the task. */
  deptId: string | undefined;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** A list, so that the link stays short. */
const grantSchema = z.tuple([z.string(), z.string(), z.string(), z.string(), z.number()]);

/** Text for an address that grants one export, without a session, until it expires. */
export function signGrant(key: Buffer, grant: ExportGrant): string {
  const payload = Buffer.from(JSON.stringify([grant.compNo, grant.employeeId, grant.taskId, grant.deptId ?? '', grant.expiresAt])).toString('base64url');
  return `${payload}.${signature(key, payload).toString('base64url')}`;
}

/** @returns undefined for what we did not sign, or what has expired */
export function readGrant(key: Buffer, token: string, now: Date): ExportGrant | undefined {
  const [payload = '', signed = '', ...rest] = token.split('.');
  const expected = signature(key, payload);
  const given = Buffer.from(signed, 'base64url');
  if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const [compNo, employeeId, taskId, deptId, expiresAt] = grantSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  if (now.getTime() >= expiresAt) return undefined;
  return { compNo, employeeId, taskId, deptId: deptId === '' ? undefined : deptId, expiresAt };
}

const signature = (key: Buffer, payload: string): Buffer => createHmac('sha256', key).update(`export:${payload}`).digest();
