import { z } from 'zod';
import { PHOTO_MAX_BYTES } from './limits.ts';

/** How much JSON a schema takes at most. What comes in is measured by it before it is parsed. */
export interface JsonSize {
  /** With every character of free text written as an escape. */
  bytes: number;
  /** Of all objects together, those of objects in lists each time. */
  keys: number;
  /** Elements of all lists, and values of all keys. */
  values: number;
}

/** What `z.toJSONSchema` says of one value; the parts that bound it. */
interface JsonSchema {
  type?: string;
  enum?: (string | number)[];
  const?: string | number;
  anyOf?: JsonSchema[];
  format?: string;
  pattern?: string;
  maxLength?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  propertyNames?: JsonSchema;
  maxProperties?: number;
  maxItemsInAll?: number;
}

/** Bytes that any body may have. */
export const SHORT_BODY_BYTES = 4 * 1024;
/** Keys and values that any body may have: those that the contract does not know are dropped, as a page of another release sends them. */
const FEW = 100;

/**
 * What is read of a body, and parsed. Twice what its schema takes, so that what is too long by a little is told so in words;
 * never more than a proxy lets pass for a photo.
 * @throws Error as `jsonSizeOf`
 */
export function bodyLimits(schema: z.ZodType | undefined): JsonSize {
  const { bytes, keys, values } = schema === undefined ? nothing : jsonSizeOf(schema);
  return { bytes: Math.min(Math.max(2 * bytes, SHORT_BODY_BYTES), PHOTO_MAX_BYTES), keys: 2 * keys + FEW, values: 2 * values + FEW };
}

const ESCAPE_BYTES = 6;
const NUMBER_BYTES = 24;
const nothing: JsonSize = { bytes: 0, keys: 0, values: 0 };
/** A comma, a colon, and two quotation marks or brackets. */
const MARKS_BYTES = 4;

const lengthOfFormat: Record<string, number> = { date: 10, 'date-time': 24 };

/** @throws Error that names what has no bound: a list, a text, or the keys of a record */
export const jsonSizeOf = (schema: z.ZodType): JsonSize => measure(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as JsonSchema, '');

function measure(schema: JsonSchema, at: string): JsonSize {
  if (schema.anyOf !== undefined) return schema.anyOf.map((one) => measure(one, at)).reduce(larger);
  if (schema.const !== undefined) return text(String(schema.const).length);
  if (schema.enum !== undefined) return text(Math.max(...schema.enum.map((one) => String(one).length)));
  switch (schema.type) {
    case 'null':
    case 'boolean':
    case 'integer':
    case 'number':
      return { ...nothing, bytes: NUMBER_BYTES };
    case 'string':
      return text(bound(schema.maxLength ?? lengthOfFormat[schema.format ?? ''], at), schema.pattern === undefined ? ESCAPE_BYTES : 1);
    case 'array':
      return list(measure(schema.items ?? {}, `${at}.*`), bound(schema.maxItems, at));
    case 'object':
      return schema.propertyNames === undefined ? object(schema, at) : recordOfLists(schema, schema.propertyNames, at);
    default:
      throw unbounded(at);
  }
}

const text = (length: number, bytesEach = 1): JsonSize => ({ ...nothing, bytes: bytesEach * length + MARKS_BYTES });

const list = (element: JsonSize, length: number): JsonSize => ({
  bytes: (element.bytes + 1) * length + MARKS_BYTES,
  keys: element.keys * length,
  values: (element.values + 1) * length,
});

function object({ properties = {}, additionalProperties }: JsonSchema, at: string): JsonSize {
  if (typeof additionalProperties === 'object') throw unbounded(at);
  return Object.entries(properties)
    .map(([key, value]) => field(text(key.length), measure(value, `${at}.${key}`)))
    .reduce(sum, { ...nothing, bytes: MARKS_BYTES });
}

/** Its lists are bounded together: each may be as long as all of them. */
function recordOfLists({ maxProperties, maxItemsInAll, additionalProperties }: JsonSchema, propertyNames: JsonSchema, at: string): JsonSize {
  const keys = list(field(measure(propertyNames, `${at}.*key`), text(0)), bound(maxProperties, at));
  const value = typeof additionalProperties === 'object' ? additionalProperties : {};
  if (value.type !== 'array' || value.maxItems === undefined) throw unbounded(`${at}.*`);
  return sum(keys, list(measure(value.items ?? {}, `${at}.*.*`), bound(maxItemsInAll, at)));
}

const field = (key: JsonSize, value: JsonSize): JsonSize => ({ bytes: key.bytes + value.bytes, keys: value.keys + 1, values: value.values + 1 });
const sum = (one: JsonSize, other: JsonSize): JsonSize => ({ bytes: one.bytes + other.bytes, keys: one.keys + other.keys, values: one.values + other.values });
const larger = (one: JsonSize, other: JsonSize): JsonSize => ({
  bytes: Math.max(one.bytes, other.bytes),
  keys: Math.max(one.keys, other.keys),
  values: Math.max(one.values, other.values),
});

function bound(limit: number | undefined, at: string): number {
  if (limit === undefined) throw unbounded(at);
  return limit;
}

const unbounded = (at: string): Error => new Error(`${at === '' ? 'the whole' : at.slice(1)} has no bound`);
