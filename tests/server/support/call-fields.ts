import { z } from 'zod';
import type { CallName } from '#contract/api-paths.ts';
import { endpoint } from '#contract/endpoints.ts';
import { id, sha256 } from '#contract/fields.ts';

/** What JSON Schema says of one value; the parts that the tests look at. */
export interface FieldSchema {
  type?: string;
  pattern?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: FieldSchema[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: FieldSchema;
  required?: string[];
  properties?: Record<string, FieldSchema>;
  additionalProperties?: FieldSchema | boolean;
  propertyNames?: FieldSchema;
}

/** `*` stands for the key of a record, `*key` for that key as a value of its own. */
export interface Field {
  part: 'params' | 'query' | 'body';
  path: string[];
  schema: FieldSchema;
  /** Such as `body.entries.0.photos.0`. */
  name: string;
  /** May be missing, and nothing stands for it then. */
  isOptional: boolean;
  /** Whether it names a record that belongs to somebody. */
  isIdentifier: boolean;
}

const patternOf = (schema: z.ZodType): string => (z.toJSONSchema(schema) as FieldSchema).pattern ?? '';
const identifierPatterns = new Set([patternOf(id), patternOf(sha256)]);
const identifierName = /^(id|account|.*Id|.*Ids|.*[tT]oken|sha256)$/;

const hasIdentifierPattern = (schema: FieldSchema): boolean =>
  identifierPatterns.has(schema.pattern ?? '') || (schema.anyOf ?? []).some(hasIdentifierPattern);

/** Every value that a call takes, found by walking its schemas, so that none can be forgotten. */
export function fieldsOf(name: CallName): Field[] {
  const call = endpoint(name);
  return (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = call[part];
    // What comes out is described, since what goes in is converted from anything.
    return schema === undefined ? [] : walk(part, [], z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as FieldSchema);
  });
}

function walk(part: Field['part'], path: string[], schema: FieldSchema, isOptional = false): Field[] {
  const lastName = path.findLast((segment) => !/^(\d+|\*)$/.test(segment)) ?? '';
  const field: Field = {
    part,
    path,
    schema,
    isOptional,
    name: [part, ...path].join('.'),
    isIdentifier: schema.type !== 'object' && schema.type !== 'array' && (hasIdentifierPattern(schema) || identifierName.test(lastName)),
  };
  const own = path.length === 0 ? [] : [field];
  const nullable = schema.anyOf?.find(({ type }) => type === 'object');
  if (nullable !== undefined) return [...own, ...walk(part, path, nullable, isOptional).filter(({ path: inner }) => inner.length > path.length)];
  if (schema.type === 'array') return [...own, ...walk(part, [...path, '0'], schema.items ?? {})];
  if (schema.type !== 'object') return own;
  const named = Object.entries(schema.properties ?? {}).flatMap(([key, value]) =>
    walk(part, [...path, key], value, !(schema.required ?? []).includes(key)),
  );
  if (schema.propertyNames === undefined) return [...own, ...named];
  const value = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
  return [...own, ...named, ...walk(part, [...path, '*key'], schema.propertyNames), ...walk(part, [...path, '*'], value)];
}

type Json = Record<string, unknown>;

/** A copy of a value in which the one at the path is another, or is missing if that is undefined. */
export function withValue(whole: unknown, [segment, ...rest]: readonly string[], value: unknown): unknown {
  if (segment === undefined) return value;
  const copy = (Array.isArray(whole) ? [...whole] : { ...(whole as Json) }) as Json;
  if (segment === '*key') {
    const [[key, kept] = ['', undefined]] = Object.entries(copy);
    return Object.fromEntries([...Object.entries(copy).filter(([other]) => other !== key), [String(value), kept]]);
  }
  const key = segment === '*' ? (Object.keys(copy)[0] ?? '') : segment;
  const changed = withValue(copy[key], rest, value);
  if (changed !== undefined) copy[key] = changed;
  else if (Array.isArray(copy)) copy.splice(Number(key), 1);
  else delete copy[key];
  return copy;
}

/** The value at a path. */
export function valueAt(whole: unknown, path: readonly string[]): unknown {
  let value = whole;
  for (const segment of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    const [first] = Object.keys(value);
    if (segment === '*key') return first;
    value = (value as Json)[segment === '*' ? (first ?? '') : segment];
  }
  return value;
}
