import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiPaths, type CallName } from '#contract/api-paths.ts';
import { endpoint } from '#contract/endpoints.ts';
import { trimText, withoutInvisible } from '#contract/rules.ts';
import { type Field, type FieldSchema, fieldsOf, valueAt, withValue } from './support/call-fields.ts';
import { prepareWorld, type Sample, samples, send, type World } from './support/call-samples.ts';
import { testDialect } from './support/database.ts';
import { readRows } from './support/database-rows.ts';
import type { Answer } from './support/server.ts';
import { startTestServer, type TestServer } from './support/server.ts';

const calls = Object.keys(apiPaths) as CallName[];

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startTestServer();
  world = await prepareWorld(server);
  // Signing in moves a column of the employee: done beforehand, it disturbs no comparison.
  for (const account of ['admin01', 'staff01', 'staff02']) await server.signIn(account);
});
afterAll(() => server.stop());

/** Text that some layer might take for more than text, also amid other text. A server has to store it as it is, or to refuse it. */
const trickyParts = [
  '👩‍⚕️😀🏥',
  "'; drop table employee; --",
  "x' or '1'='1",
  '1) union select password_hash from employee --',
  '%_\\',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '${7*7}{{7*7}}<%= 7*7 %>',
  '../../../etc/passwd',
  '=1+1',
  '\u202Eabc',
  'a\r\nset-cookie: b=c',
];
/** What might be taken for something else where it stands alone. */
const trickyWholes = [
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '1e999',
  '-1',
  '0',
  '1.5',
  '0x10',
  '99999999999999999999',
  '2026-02-30',
  '2026-13-01T00:00:00.000Z',
  '01900009-0000-7000-8000-00000000000G',
  'ffffffffffffffffffffffffffffffff',
  '1'.repeat(400),
];
const emptyTexts = ['', '   '];
/** No database or no reader can do anything with these. */
const brokenTexts = ['a\u0000b', '\u0007\u001b[31m', '\ud800', 'a\udfffb'];
const longText = 'x'.repeat(100_000);

const deep = (depth: number): unknown => Array.from({ length: depth }).reduce<unknown>((inner) => ({ a: [inner] }), 1);
const otherTypes: unknown[] = [12345, -1, 1.5, 1e300, true, false, null, [], ['x'], [[]], {}, { a: 1 }, { length: 3 }, deep(50)];

/** As few texts as hold all parts, each short enough for the field. */
function joined(parts: readonly string[], maxLength = Infinity): string[] {
  const texts: string[] = [];
  for (const part of parts) {
    const longer = `${texts.at(-1) ?? ''} ${part}`.trim();
    if (texts.length > 0 && longer.length <= maxLength) texts.splice(-1, 1, longer);
    else texts.push(part);
  }
  return texts;
}

let turn = 0;
/** Every third of them, another third for each field: a body's texts go one way, and what is stored costs a new record each. */
function wholesInTurn(): string[] {
  turn += 1;
  return trickyWholes.filter((_, index) => index % 3 === turn % 3);
}

/** What JSON can hold, and what a query or a path can. */
function hostileValues({ part, schema }: Field): unknown[] {
  const tricky = part === 'body' ? [...joined(trickyParts, schema.maxLength), ...wholesInTurn()] : [...trickyParts, ...trickyWholes];
  const texts = [...emptyTexts, ...tricky, longText, ...(schema.maxLength === undefined ? [] : ['长'.repeat(schema.maxLength + 1)])];
  if (part === 'params') return texts.filter((text) => text.trim() !== '');
  // Lone surrogates cannot be written into an address.
  if (part === 'query') return [...texts, ...brokenTexts.slice(0, 2), ['1', '2'], ['', '']];
  const values: unknown[] = [...texts, ...brokenTexts, ...otherTypes, undefined];
  return schema.items === undefined ? values : [...values, Array.from({ length: 3000 }, () => 'x')];
}

const isText = (value: unknown): value is string => typeof value === 'string';

/**
 * Whether the schema leaves no way to take a value. What a rule beyond the schema refuses as well is not told here.
 * Such a value reaches no database: SQLite's tests alone send it, and one of a field is enough to see that nothing is stored.
 */
function mustRefuse({ schema, isOptional }: Field, value: unknown): boolean {
  if (value === undefined) return false;
  // Search forms send a filter that is not set as an empty text.
  if (value === '' && isOptional) return false;
  return !fits(schema, value);
}

function fits(schema: FieldSchema, value: unknown): boolean {
  if (schema.anyOf !== undefined) return schema.anyOf.some((one) => fits(one, value));
  const asNumber = isText(value) && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  if (schema.const !== undefined) return schema.const === value || schema.const === asNumber;
  if (schema.enum !== undefined) return schema.enum.includes(value);
  switch (schema.type) {
    case 'number':
    case 'integer':
      return (
        typeof asNumber === 'number' &&
        Number.isInteger(asNumber) &&
        asNumber >= (schema.minimum ?? -Infinity) &&
        asNumber <= (schema.maximum ?? Infinity)
      );
    case 'array':
      return Array.isArray(value) && value.every((one) => fits(schema.items ?? {}, one));
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'string':
      return (
        isText(value) &&
        schema.format === undefined &&
        (schema.pattern === undefined || new RegExp(schema.pattern).test(value)) &&
        value.trim().length >= (schema.minLength ?? 0) &&
        value.trim().length <= (schema.maxLength ?? Infinity) &&
        !brokenTexts.includes(value)
      );
    default:
      return true;
  }
}

const refusals = [4000, 4004, 4013, 4022];

function expectRefusal(answer: Answer<unknown>, about: string): void {
  expect(refusals, about).toContain(answer.code);
  expectReadable(answer, about);
}

/** A person can read why, and nothing of the machine shows through. */
function expectReadable(answer: Answer<unknown>, about: string): void {
  const sentences = [answer.message, ...(answer.details ?? []).map((detail) => detail.message)];
  for (const sentence of sentences) {
    expect(sentence, about).toMatch(/\p{Script=Han}/u);
    expect(sentence, about).not.toMatch(/sql|syntax|undefined|column|constraint|stack| at \//i);
  }
}

let address = 0;
/** From an address of its own and with no failures on record, so that throttling has no part in it. */
async function sendAlone(name: CallName, sample: Sample): Promise<Answer<unknown>> {
  address += 1;
  const answer = await send(server, name, sample, `10.${address >> 16}.${(address >> 8) & 255}.${address & 255}`);
  if (name === 'login') await server.context.db.deleteFrom('sign_in_attempt').execute();
  return answer;
}

const replaced = (sample: Sample, field: Field, value: unknown): Sample => ({
  ...sample,
  [field.part]: withValue(sample[field.part], field.path, value),
});

const describeValue = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 60);

/** Where a text is shown as it was stored. Passwords are hashed, and these calls store nothing that they are given. */
const storesText = (name: CallName, field: Field): boolean =>
  field.part === 'body' && !/pwd|password/i.test(field.name) && !['login', 'checkUsername', 'refreshToken', 'signOut', 'createExportLink'].includes(name);

/** Told apart by what people see of them. */
const isName = ({ name }: Field): boolean => /(?:deptName|leader|taskName|itemName|attachments\.\d+\.name)$/.test(name);

const escape = (text: string): string => JSON.stringify(text).slice(1, -1);
/** Late work keeps its value as JSON inside a column. */
const holdsText = (rows: string, text: string): boolean => rows.includes(escape(text)) || rows.includes(escape(escape(text)));

describe('the samples', () => {
  it.each(calls)('of %s fill every field, so that each can be replaced', async (name) => {
    const sample = await samples[name](world);
    for (const field of fieldsOf(name)) expect(valueAt(sample[field.part], field.path), field.name).toBeDefined();
  });
});

describe.each(calls)('hostile values of %s', (name) => {
  const fields = fieldsOf(name);
  const refused: Sample[] = [];
  const stored: string[] = [];

  it.each(fields)('in $name are refused in words, or taken as plain text', async (field) => {
    let sample = await samples[name](world);
    const refusedHere: unknown[] = [];
    for (const value of hostileValues(field)) {
      const isForNoDatabase = mustRefuse(field, value);
      if (isForNoDatabase && testDialect !== 'sqlite') continue;
      const about = `${name} ${field.name} = ${describeValue(value)}`;
      const answer = await sendAlone(name, replaced(sample, field, value));
      if (isForNoDatabase) expectRefusal(answer, about);
      if (answer.code !== 1000 && answer.status !== 200) {
        expect([...refusals, 4009, ...(name === 'exportCheckPointList' ? [4003] : [])], about).toContain(answer.code);
        expectReadable(answer, about);
        if (!isForNoDatabase || refusedHere.length === 0) refusedHere.push(value);
        continue;
      }
      if (name === 'refreshToken') {
        // Unknown tokens: the session is over, with status 200 as the specification has it.
        expect(answer.code, about).toBe(4001);
        continue;
      }
      expect(answer.code === 1000 || !String(answer.headers['content-type']).startsWith('application/json'), about).toBe(true);
      if (isText(value) && value.trim() !== '' && storesText(name, field)) stored.push(isName(field) ? withoutInvisible(trimText(value)) : trimText(value));
      // Some can succeed only once.
      sample = await samples[name](world);
    }
    refused.push(...refusedHere.map((value) => replaced(sample, field, value)));
  });

  // Of all fields at once: reading every row takes longer than the calls.
  it.skipIf(apiPaths[name].method === 'GET' || fields.length === 0)('are stored as they are, or not at all', async () => {
    const before = await readRows(server.context);
    for (const text of stored) expect(holdsText(before, text), text).toBe(true);
    for (const sample of refused) await sendAlone(name, sample);
    expect(await readRows(server.context)).toBe(before);
  });
});

const writing = calls.filter((name) => apiPaths[name].method !== 'GET');
const raw = async (name: CallName, sample: Sample, payload: string | Buffer, type: string) => {
  const token = sample.token ?? (sample.as === undefined ? undefined : await server.signIn(sample.as));
  const url = apiPaths[name].path.replace(/\{(\w+)\}/g, (_, parameter: string) => sample.params?.[parameter] ?? '');
  return server.inject({
    method: apiPaths[name].method,
    url,
    query: sample.query ?? {},
    payload,
    headers: { 'content-type': type, ...(token === undefined ? {} : { accesstoken: token }) },
  });
};

// Refused before anything but the session is looked up: one database is enough to see that nothing is stored.
describe.runIf(testDialect === 'sqlite')('a hostile body', () => {
  const malformed = [
    '{',
    '}',
    '{"a":}',
    "{'a':1}",
    'undefined',
    'NaN',
    '{"a":1}{"b":2}',
    '\u0000',
    '\ud83d',
    '{"__proto__":{"isAdmin":1}}',
    '{"constructor":{"prototype":{"isAdmin":1}}}',
    `{"ids":${'['.repeat(50_000)}`,
  ];
  const wrongShapes = ['[]', '[[]]', '"text"', '1', 'true', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`];
  const wrongTypes = ['text/plain', 'text/xml', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/javascript', ';'];

  it.each(writing)('of %s is refused when it is no JSON', async (name) => {
    const sample = await samples[name](world);
    for (const payload of malformed) expectRefusal(await raw(name, sample, payload, 'application/json'), payload.slice(0, 40));
  });

  it.each(writing.filter((name) => endpoint(name).body !== undefined))('of %s is refused when it is no object', async (name) => {
    const sample = await samples[name](world);
    const before = await readRows(server.context);
    for (const payload of wrongShapes) expectRefusal(await raw(name, sample, payload, 'application/json'), payload.slice(0, 40));
    expect(await readRows(server.context)).toBe(before);
  });

  it.each(writing)('of %s is refused in another type', async (name) => {
    const sample = await samples[name](world);
    for (const type of wrongTypes) expectRefusal(await raw(name, sample, 'userNo=staff01&id=1', type), type);
  });

  it.each(writing)('of %s is refused when it is too large', async (name) => {
    const [type = 'application/json'] = endpoint(name).bodyTypes ?? [];
    const answer = await raw(name, await samples[name](world), Buffer.alloc(10 * 1024 * 1024, 'a'), type);
    expect(answer).toMatchObject({ status: 413, code: 4013 });
    expectReadable(answer, name);
  });
});

describe('hostile addresses', () => {
  it.each(calls)('of %s are answered in words', async (name) => {
    const sample = await samples[name](world);
    const token = sample.token ?? (sample.as === undefined ? '' : await server.signIn(sample.as));
    const path = apiPaths[name].path.replace(/\{(\w+)\}/g, (_, parameter: string) => sample.params?.[parameter] ?? '');
    for (const url of [`${path}/`, `${path}//`, `${path}?%00=%ff&a[b]=c&__proto__[x]=1&=&&`, `${path}%00`, `${path}/../..`, `${path};x=1`]) {
      const answer = await server.inject({ method: apiPaths[name].method, url, headers: { accesstoken: token } });
      if (answer.status === 200) continue;
      expect([...refusals, 4001], url).toContain(answer.code);
      expectReadable(answer, url);
    }
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });
});

describe('after all that', () => {
  it('the server is well, nobody gained anything, and no call failed unexpectedly', async () => {
    expect((await server.app.inject({ url: '/healthz' })).statusCode).toBe(200);
    const failures = server.logs.filter((line) => (JSON.parse(line) as { level: number }).level >= 50);
    expect(failures).toEqual([]);
    const admins = await server.context.db.selectFrom('employee').select('account').where('is_admin', '=', 1).orderBy('account').execute();
    expect(admins.map((admin) => admin.account)).toEqual(['admin01', 'admin91']);
  });
});
