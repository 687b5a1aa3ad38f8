import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const as = { as: 'admin01' };
const create = async (name: string, remark = '', options: { as: string } = as) =>
  (await server.call('createTestResource', { body: { name, remark } }, options)).message.id;
const get = (id: string) => server.call('getTestResource', { params: { id } }, as);
const list = async (query: { name?: string; pageNum?: number; pageSize?: number } = {}) =>
  (await server.call('listTestResources', { query }, as)).message;

describe('the generic test resource', () => {
  it('is created, read, changed and deleted', async () => {
    const id = await create(' 一号 ', '备注');
    expect((await get(id)).message).toEqual({ id, name: '一号', remark: '备注', enabled: true, createdAt: server.clock.now().toISOString() });
    expect((await server.call('updateTestResource', { params: { id }, body: { name: '二号' } }, as)).code).toBe(1000);
    expect((await get(id)).message).toMatchObject({ name: '二号', remark: '' });
    expect((await server.call('deleteTestResource', { params: { id } }, as)).code).toBe(1000);
    for (const answer of [
      await get(id),
      await server.call('updateTestResource', { params: { id }, body: { name: '三号' } }, as),
      await server.call('deleteTestResource', { params: { id } }, as),
    ]) {
      expect(answer).toMatchObject({ status: 404, code: 4004, message: '记录不存在' });
    }
  });

  it('is listed with the latest first, filtered and in pages', async () => {
    for (let number = 1; number <= 12; number += 1) {
      server.clock.advance(1000);
      await create(`列表 ${number}`);
    }
    const first = await list({ name: '列表' });
    expect(first).toMatchObject({ total: 12, pageNum: 1, pageSize: 10 });
    expect(first.records.map((record) => record.name).slice(0, 2)).toEqual(['列表 12', '列表 11']);
    expect((await list({ name: '列表', pageNum: 2 })).records).toHaveLength(2);
    expect((await list({ name: '列表 12' })).total).toBe(1);
  });

  it.each([
    ['false', false],
    ['1', true],
    ['0', false],
    ['true', true],
  ] as const)('is switched with enable=%s, many at once', async (enable, expected) => {
    const ids = [await create('甲'), await create('乙')];
    const answer = await server.call('enableTestResources', { query: { enable }, body: { ids } }, as);
    expect(answer.message).toEqual({ count: 2 });
    for (const id of ids) expect((await get(id)).message.enabled).toBe(expected);
  });

  it('is deleted many at once, by a DELETE with a body', async () => {
    const ids = [await create('丙'), await create('丁')];
    const answer = await server.call('deleteTestResources', { body: { ids: [...ids, '01900009-0000-7000-8000-000000000001'] } }, as);
    expect(answer.message).toEqual({ count: 2 });
    for (const id of ids) expect((await get(id)).code).toBe(4004);
  });

  it('of another company is neither read nor touched', async () => {
    const id = await create('外单位', '', { as: 'admin91' });
    expect((await get(id)).code).toBe(4004);
    expect((await server.call('enableTestResources', { query: { enable: 'false' }, body: { ids: [id] } }, as)).message).toEqual({ count: 0 });
    expect((await server.call('deleteTestResources', { body: { ids: [id] } }, as)).message).toEqual({ count: 0 });
    expect((await server.call('getTestResource', { params: { id } }, { as: 'admin91' })).message).toMatchObject({ enabled: true });
  });

  it('is for administrators', async () => {
    expect(await server.call('listTestResources', { query: {} }, { as: 'staff01' })).toMatchObject({ status: 403, code: 4003 });
  });
});
