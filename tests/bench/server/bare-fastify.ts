// What the product is compared with: Fastify, prepared statements, and nothing in between. A process of its own.
import Fastify from 'fastify';
import { openBarePostgres } from './bare-postgres.ts';
import { type BareSetup, rowSchema } from './bare-setup.ts';
import { openBareSqlite } from './bare-sqlite.ts';

const setup = JSON.parse(process.env['BARE_SETUP'] ?? '') as BareSetup;
const store = setup.dialect === 'postgres' ? openBarePostgres(setup) : openBareSqlite(setup);
const app = Fastify();
/** As much as the product lets pass for a photo. */
const TAKEN_BYTES = 8 * 1024 * 1024;

const properties = Object.fromEntries((await store.read()).map((rows, index) => [index, rowSchema(rows)]));
const answer = { type: 'object', properties: { code: { type: 'integer' }, message: { type: 'object', properties } } };
app.get('/read', { schema: { response: { 200: answer } } }, async () => ({ code: 1000, message: { ...(await store.read()) } }));

app.get('/bytes', (_request, reply) => reply.type('application/json').send(setup.bytes));

const entry = {
  type: 'object',
  required: ['id', 'pointId', 'baseRevision', 'result', 'remark', 'photos', 'answeredAt'],
  properties: { baseRevision: { type: 'integer' } },
} as const;
const body = { type: 'object', required: ['deptTaskId', 'entries'], properties: { entries: { type: 'array', items: entry } } };
app.post<{ Body: Parameters<typeof store.save>[0] }>('/save', { schema: { body } }, async (request) => {
  await store.save(request.body);
  return { code: 1000, message: { saved: request.body.entries.length } };
});

// Whatever comes, as Fastify reads it.
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
app.post('/take', { bodyLimit: TAKEN_BYTES }, async () => ({ code: 1000 }));

process.once('SIGTERM', () => void app.close().then(store.close));
await app.listen({ host: process.env['HOST'] ?? '127.0.0.1', port: Number(process.env['PORT']) });
