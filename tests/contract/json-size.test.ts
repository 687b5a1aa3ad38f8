import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { apiPaths, type CallName } from '#contract/api-paths.ts';
import { endpoint } from '#contract/endpoints.ts';
import { id, optionalText, requiredText, shortText } from '#contract/fields.ts';
import { type JsonSize, jsonSizeOf } from '#contract/json-size.ts';
import { OWN_LIST_POINTS_PER_TASK, OWN_LISTS_TOO_LONG } from '#contract/department-points.ts';
import { DEPTS_PER_TASK, PHOTO_MAX_BYTES, POINTS_PER_TASK } from '#contract/limits.ts';
import { trimText } from '#contract/rules.ts';
import { newTask } from '#contract/task.ts';

const calls = Object.keys(apiPaths) as CallName[];
const parts = calls.flatMap((name) => (['params', 'query', 'body'] as const).flatMap((part) => (endpoint(name)[part] === undefined ? [] : [{ name, part }])));

/** As `jsonSizeOf` counts. */
function measured(value: unknown): JsonSize {
  const size = { bytes: Buffer.byteLength(JSON.stringify(value)), keys: 0, values: 0 };
  const look = (one: unknown): void => {
    if (typeof one !== 'object' || one === null) return;
    const inner = Object.values(one);
    size.values += inner.length;
    if (!Array.isArray(one)) size.keys += inner.length;
    for (const each of inner) look(each);
  };
  look(value);
  return size;
}

const anId = (number: number) => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const ids = (count: number, from = 0) => Array.from({ length: count }, (_, index) => anId(from + index));

describe('everything that a call takes', () => {
  it.each(parts)('has a bound: $part of $name', ({ name, part }) => {
    const schema = endpoint(name)[part];
    if (schema === undefined) throw new Error('no schema');
    expect(jsonSizeOf(schema).bytes).toBeGreaterThan(0);
  });

  it('fits through a proxy that lets photos pass', () => {
    for (const { name, part } of parts) expect(jsonSizeOf(endpoint(name)[part] ?? z.null()).bytes, name).toBeLessThan(PHOTO_MAX_BYTES);
  });

  it.each([
    ['a list', z.object({ a: z.object({ b: z.array(id) }) }), 'a.b has no bound'],
    ['a list in a list', z.object({ a: z.array(z.array(id)).max(3) }), 'a.* has no bound'],
    ['a text', z.object({ a: z.array(z.string()).max(3) }), 'a.* has no bound'],
    ['a text of a form', z.object({ a: z.string().regex(/^a*$/) }), 'a has no bound'],
    ['a text of two that it may be', z.object({ a: z.union([z.literal('all'), z.string()]) }), 'a has no bound'],
    ['a text that may be absent', z.object({ a: z.string().optional() }), 'a has no bound'],
    ['a text after a conversion', z.object({ a: z.preprocess((value) => value, z.string()) }), 'a has no bound'],
    ['keys', z.object({ a: z.record(id, z.array(id).max(3)) }), 'a has no bound'],
    ['the sum of lists by key', z.object({ a: z.record(id, z.array(id).max(3)).meta({ maxProperties: 3 }) }), 'a has no bound'],
    ['what nobody knows', z.object({ a: z.unknown() }), 'a has no bound'],
    ['the whole', z.array(id), 'the whole has no bound'],
    ['keys that are not named', z.looseObject({}).catchall(id), 'the whole has no bound'],
  ])('fails without one: %s', (_what, schema, message) => {
    expect(() => jsonSizeOf(schema)).toThrow(message);
  });
});

describe('the size of JSON', () => {
  const task = (lists: [number, number]) => ({
    id: anId(1),
    taskName: '\u0001'.repeat(60),
    taskType: 1,
    startDate: '2026-06-01',
    endDate: '2026-06-30',
    correctDays: 30,
    remark: '\u0001'.repeat(500),
    deptIds: ids(DEPTS_PER_TASK),
    pointIds: ids(POINTS_PER_TASK),
    deptPointIds: Object.fromEntries(ids(lists[0]).map((key) => [key, ids(lists[1])])),
  });

  it.each([
    ['a task of the most departments', newTask, task([DEPTS_PER_TASK, OWN_LIST_POINTS_PER_TASK / DEPTS_PER_TASK])],
    ['a task of the longest lists', newTask, task([OWN_LIST_POINTS_PER_TASK / POINTS_PER_TASK, POINTS_PER_TASK])],
    ['texts', z.object({ a: requiredText(20), b: optionalText(30), c: shortText(2, /^b+$/, '') }), { a: '\u0001'.repeat(20), b: '\ud800'.repeat(30), c: 'bb' }],
    ['lists of objects', z.object({ a: z.array(z.object({ b: z.array(id).max(2), c: z.boolean() })).max(3) }), { a: [1, 2, 3].map(() => ({ b: ids(2), c: false })) }],
  ])('is at least that of what is taken: %s', (_what, schema, value) => {
    const most = jsonSizeOf(schema);
    const size = measured(value);
    expect(most.bytes).toBeGreaterThanOrEqual(size.bytes);
    expect(most.keys).toBeGreaterThanOrEqual(size.keys);
    expect(most.values).toBeGreaterThanOrEqual(size.values);
    // And hardly more, or it would bound nothing.
    expect(most.values).toBeLessThanOrEqual(size.values + 2 * DEPTS_PER_TASK);
    expect(most.keys).toBeLessThanOrEqual(size.keys + DEPTS_PER_TASK);
  });
});

/** Counts how often something is looked at. */
function watched() {
  let count = 0;
  return { schema: z.string().refine(() => (count += 1) > 0), count: () => count };
}

describe('what is too much', () => {
  it('is refused before the elements of a list are looked at', () => {
    const element = watched();
    const answer = z.array(element.schema).min(1).max(3, '最多 3 个').safeParse(['a', 'b', 'c', 'd']);
    expect(answer.error?.issues.map(({ message }) => message)).toEqual(['最多 3 个']);
    expect(element.count()).toBe(0);
  });

  const issues = (deptPointIds: unknown) => {
    const task = { id: anId(1), taskName: 'a', taskType: 1, startDate: '2026-06-01', endDate: '2026-06-30', deptIds: ids(1), pointIds: ids(1), deptPointIds };
    return newTask.safeParse(task).error?.issues.map(({ path, message }) => [path.join('.'), message]);
  };

  it('is refused before the lists of departments are looked at', () => {
    const zeros = (count: number) => Array.from({ length: count }, () => 0);
    expect(issues(Object.fromEntries(ids(DEPTS_PER_TASK + 1).map((key) => [key, zeros(1)])))).toEqual([['deptPointIds', `最多 ${DEPTS_PER_TASK} 个科室`]]);
    const long = Object.fromEntries(ids(101).map((key) => [key, zeros(POINTS_PER_TASK)]));
    expect(issues(long)).toEqual([['deptPointIds', OWN_LISTS_TOO_LONG]]);
    expect(issues({ [anId(1)]: zeros(POINTS_PER_TASK + 1) })).toEqual([[`deptPointIds.${anId(1)}`, `最多 ${POINTS_PER_TASK} 个检查要点`]]);
    expect(issues({ [anId(1)]: ids(1), [anId(2)]: zeros(POINTS_PER_TASK), [anId(3)]: zeros(1) })).toEqual([[`deptPointIds.${anId(2)}.0`, '编号格式错误']]);
    expect(issues([[0]])).toHaveLength(1);
    expect(issues(null)).toHaveLength(1);
    expect(issues('text')).toHaveLength(1);
    expect(issues({ [anId(1)]: ids(1) })).toBeUndefined();
  });

  it('is refused before a text is trimmed or matched', () => {
    let looked = 0;
    const rule = {
      test: () => true,
      message: '',
      normalize: (text: string) => {
        looked += 1;
        return text;
      },
    };
    for (const schema of [requiredText(20, rule), optionalText(20, rule)]) {
      expect(schema.safeParse(' '.repeat(100_000)).error?.issues.map(({ message }) => message)).toEqual(['最多 20 个字符']);
    }
    expect(looked).toBe(0);
    const padded = `${' '.repeat(50)}${'a'.repeat(20)}${' '.repeat(50)}`;
    expect(requiredText(20, rule).parse(padded)).toBe(trimText(padded));
    expect(looked).toBe(1);
  });
});
