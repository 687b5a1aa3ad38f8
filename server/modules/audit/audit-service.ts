import { v7 as uuidv7 } from 'uuid';
import type { AuditAction, AuditObject } from '#contract/audit-action.ts';
import type { Caller } from '../../caller.ts';
import type { Queryable } from '../../context.ts';
import { findEmployeeName } from '../../database/company-rows.ts';
import { findLastDeed, insertAudit } from './audit-repository.ts';

export interface AuditEvent {
  action: AuditAction;
  objectType: AuditObject;
  objectId: string;
  /** For a person to read; never holds a password, a token, or an unmasked number. */
  summary: string;
  /** Of an attempt that was refused. */
  hasFailed?: true;
}

/**
 * The end of a summary that names what a change has changed; empty where nothing differs.
 * @param labels as the form calls its fields
 * @param changes what is undefined stays as it was
 * @param told fields whose value may be told, before and after; of the others nobody reads a value
 */
export function changedContent<Field extends string>(
  labels: Readonly<Record<Field, string>>,
  before: Readonly<Record<NoInfer<Field>, unknown>>,
  changes: Readonly<Partial<Record<NoInfer<Field>, unknown>>>,
  told: readonly NoInfer<Field>[] = [],
): string {
  const tell = (field: Field): string => `${labels[field]}${told.includes(field) ? `从${quoted(before[field])}改为${quoted(changes[field])}` : ''}`;
  const changed = (Object.keys(labels) as Field[]).filter((field) => changes[field] !== undefined && changes[field] !== before[field]);
  return changed.length === 0 ? '' : `，修改内容：${changed.map(tell).join('、')}`;
}

const quoted = (value: unknown): string => (value === '' ? '空' : `“${String(value)}”`);

/** Writes who did what; pass the transaction of the write that it records, so that neither is there without the other. */
export async function recordAudit(
  db: Queryable,
  caller: Pick<Caller, 'compNo' | 'account' | 'address'> & { employeeId: string | null },
  event: AuditEvent,
  at: Date,
): Promise<void> {
  await insertAudit(db, {
    id: uuidv7(),
    comp_no: caller.compNo,
    employee_id: caller.employeeId,
    account: caller.account,
    action: event.action,
    object_type: event.objectType,
    object_id: event.objectId,
    summary: event.summary,
    address: caller.address,
    succeeded: event.hasFailed === true ? 0 : 1,
    at: at.toISOString(),
  });
}

/** Who did something to an object last, and when; undefined where no record of it is left. The id is null for the operator. */
export async function whoDidLast(db: Queryable, deed: Parameters<typeof findLastDeed>[1]): Promise<{ id: string | null; name: string; at: Date } | undefined> {
  const row = await findLastDeed(db, deed);
  return row && { id: row.employee_id, name: await findEmployeeName(db, row.employee_id), at: new Date(row.at) };
}

const NAMED_PER_RECORD = 50;

/** Records what was done to many at once with the name of each, in as many records as they need. */
export async function recordNamed(
  trx: Queryable,
  caller: Caller,
  { action, objectType, deed, unit }: Pick<AuditEvent, 'action' | 'objectType'> & { deed: string; unit: string },
  objects: readonly { id?: string; name: string }[],
  at: Date,
): Promise<void> {
  for (let first = 0; first < objects.length; first += NAMED_PER_RECORD) {
    const some = objects.slice(first, first + NAMED_PER_RECORD);
    const objectId = some.length === 1 ? (some[0]?.id ?? '') : '';
    const summary = `${deed} ${some.length} ${unit}：${some.map(({ name }) => name).join('、')}`;
    await recordAudit(trx, caller, { action, objectType, objectId, summary }, at);
  }
}

/** A sign-in, which has no session yet; `employee` is undefined for an account that is not known. */
export async function recordSignIn(
  db: Queryable,
  event: { account: string; employee: { id: string; compNo: string } | undefined; address: string; succeeded: boolean; summary: string },
  at: Date,
): Promise<void> {
  await insertAudit(db, {
    id: uuidv7(),
    comp_no: event.employee?.compNo ?? null,
    employee_id: event.employee?.id ?? null,
    account: event.account,
    action: 'session.signIn',
    object_type: 'employee',
    object_id: event.employee?.id ?? '',
    summary: event.summary,
    address: event.address,
    succeeded: event.succeeded ? 1 : 0,
    at: at.toISOString(),
  });
}
