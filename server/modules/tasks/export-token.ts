import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** What a link exports, and who asked for it. */
export interface ExportGrant {
  compNo: string;
  employeeId: string;
  /** The sign-in that the link ends with. */
  familyId: string;
  taskId: string;
  /** Undefined for every department of the task. */
  deptId: string | undefined;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export const LINK_LIFE_MS = 5 * 60 * 1000;

/** A list, so that the link stays short. */
const grantSchema = z.tuple([z.string(), z.string(), z.string(), z.string(), z.string(), z.number()]);

/** Text for an address that grants one export, without a session, until it expires. */
export function signGrant(key: Buffer, grant: ExportGrant): string {
  const payload = Buffer.from(JSON.stringify([grant.compNo, grant.employeeId, grant.familyId, grant.taskId, grant.deptId ?? '', grant.expiresAt])).toString('base64url');
  return `${payload}.${signature(key, payload).toString('base64url')}`;
}

/** @returns undefined for what we did not sign, what has expired, and what would hold longer than any link of ours */
export function readGrant(key: Buffer, token: string, now: Date): ExportGrant | undefined {
  const [payload = '', signed = '', ...rest] = token.split('.');
  const expected = signature(key, payload);
  const given = Buffer.from(signed, 'base64url');
  if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  // One of a release before has another shape.
  const parsed = grantSchema.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  if (!parsed.success) return undefined;
  const [compNo, employeeId, familyId, taskId, deptId, expiresAt] = parsed.data;
  const lifeLeft = expiresAt - now.getTime();
  if (lifeLeft <= 0 || lifeLeft > LINK_LIFE_MS) return undefined;
  return { compNo, employeeId, familyId, taskId, deptId: deptId === '' ? undefined : deptId, expiresAt };
}

const signature = (key: Buffer, payload: string): Buffer => createHmac('sha256', key).update(`export:${payload}`).digest();
