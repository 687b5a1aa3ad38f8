import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../../caller.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import type { Register } from '../../endpoint.ts';
import { once } from '../../database/operations.ts';
import { notFound } from '../../errors.ts';
import { recordAudit } from '../audit/audit-service.ts';
import { toTestResource } from './test-resource-presenter.ts';
import { findById, insert, paginate, remove, update } from './test-resource-repository.ts';

export function testResourceRoutes(register: Register, { db, now }: ServerContext): void {
  /** Runs a write and records it, for each record or for many at once. */
  const write = <Result>(caller: Caller, action: 'add' | 'update' | 'enable' | 'delete', id: string, summary: string, work: (trx: Queryable) => Promise<Result>) =>
    once(db, caller.operation, async (trx) => {
      const result = await work(trx);
      await recordAudit(trx, caller, { action: `testResource.${action}`, objectType: 'testResource', objectId: id, summary }, now());
      return result;
    });

  const oneOrNotFound = async (changed: Promise<number>): Promise<void> => {
    if ((await changed) === 0) throw notFound();
  };

  register('listTestResources', async ({ caller, query }) => {
    const page = await paginate(db, caller.compNo, query);
    return { ...page, records: page.records.map(toTestResource) };
  });

  register('createTestResource', async ({ caller, body }) => {
    const id = uuidv7();
    return await write(caller, 'add', id, `新增测试资源 ${body.name}`, async (trx) => {
      await insert(trx, { id, compNo: caller.compNo, createdAt: now().toISOString(), ...body });
      return { id };
    });
  });

  register('getTestResource', async ({ caller, params }) => {
    const row = await findById(db, caller.compNo, params.id);
    if (row === undefined) throw notFound();
    return toTestResource(row);
  });

  register('updateTestResource', async ({ caller, params, body }) => {
    await write(caller, 'update', params.id, `修改测试资源 ${body.name}`, (trx) =>
      oneOrNotFound(update(trx, caller.compNo, [params.id], body)),
    );
    return null;
  });

  register('deleteTestResource', async ({ caller, params }) => {
    await write(caller, 'delete', params.id, '删除测试资源', (trx) => oneOrNotFound(remove(trx, caller.compNo, [params.id])));
    return null;
  });

  register('enableTestResources', async ({ caller, query, body }) => {
    const enabled = query.enable === 'true' || query.enable === '1' ? 1 : 0;
    const summary = `${enabled === 1 ? '启用' : '停用'} ${body.ids.length} 条测试资源`;
    const count = await write(caller, 'enable', '', summary, (trx) => update(trx, caller.compNo, body.ids, { enabled }));
    return { count };
  });

  register('deleteTestResources', async ({ caller, body }) => {
    const count = await write(caller, 'delete', '', `批量删除 ${body.ids.length} 条测试资源`, (trx) => remove(trx, caller.compNo, body.ids));
    return { count };
  });
}
