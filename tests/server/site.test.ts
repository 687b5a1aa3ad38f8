import { afterEach, describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
afterEach(() => server.stop());

describe('getSiteByKey', () => {
  it('needs no session, gives the title of the deployment, and the name of no institution where there are several', async () => {
    server = await startTestServer();
    const answer = await server.call('getSiteByKey', { query: { key: 'siteTitle' } });
    expect(answer).toMatchObject({
      status: 200,
      code: 1000,
      message: { siteTitle: '示例市第一医院依法执业自查', compName: '', version: packageJson.version },
    });
  });

  it('has a title where the company set none, and where there is no company', async () => {
    server = await startTestServer({ withoutFixture: true });
    expect((await server.call('getSiteByKey', { query: {} })).message).toMatchObject({ siteTitle: '依法执业自查', compName: '' });
    const company = { comp_no: '110001', comp_name: '某医院', spec_code: '', site_title: '', created_at: '2026-01-01T00:00:00.000Z' };
    await server.context.db.insertInto('company').values(company).execute();
    expect((await server.call('getSiteByKey', { query: {} })).message).toMatchObject({ siteTitle: '依法执业自查', compName: '某医院' });
  });

  it('answers to keys that it knows, and to none', async () => {
    server = await startTestServer();
    const ask = (key: string) => server.inject({ method: 'GET', url: '/api/admin/getSiteByKey', query: { key } });
    for (const key of ['', 'siteTitle', 'compName', 'version']) expect((await ask(key)).code).toBe(1000);
    expect(await ask('password')).toMatchObject({ status: 422, code: 4022, details: [{ field: 'key', message: '没有这项站点信息' }] });
  });

  it('answers in spite of a token that holds no more', async () => {
    server = await startTestServer();
    expect((await server.call('getSiteByKey', { query: {} }, { token: 'expired' })).code).toBe(1000);
  });
});
