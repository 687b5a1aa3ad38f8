import { createHash } from 'node:crypto';
import { z } from 'zod';
import { apiPaths, type CallName, fillPath } from '#contract/api-paths.ts';
import { endpoint } from '#contract/endpoints.ts';
import { bodyLimits } from '#contract/json-size.ts';
import { IMPORT_MAX_BYTES, PHOTO_MAX_BYTES, PIECE_BYTES } from '#contract/limits.ts';

export interface WorstBody {
  /** What is bad about it. */
  what: string;
  type: string;
  body: Buffer;
  /** The address and its query. */
  path: string;
}

interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  format?: string;
  pattern?: string;
  minimum?: number;
  maxLength?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema;
  maxProperties?: number;
  maxItemsInAll?: number;
}

let made = 0;
/** Text of the form that the contract's identifiers and hashes have. */
function textOf({ format, pattern = '', maxLength = 0 }: Schema): string {
  made += 1;
  if (format === 'date') return '2099-12-31';
  if (format === 'date-time') return '2026-06-15T02:00:00.000Z';
  if (pattern.includes('{64}')) return made.toString(16).padStart(64, '0');
  if (pattern !== '') return `01900000-0000-7000-8000-${made.toString(16).padStart(12, '0')}`;
  return '长'.repeat(maxLength);
}

/** The most that the schema takes. */
function fitting(schema: Schema): unknown {
  const [first] = schema.anyOf ?? [];
  if (first !== undefined) return fitting(first);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum.at(-1);
  switch (schema.type) {
    case 'array':
      return Array.from({ length: schema.maxItems ?? 0 }, () => fitting(schema.items ?? {}));
    case 'object': {
      if (schema.maxProperties === undefined) return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, value]) => [key, fitting(value)]));
      const { items, maxItems = 0 } = schema.additionalProperties ?? {};
      const lists = Math.floor((schema.maxItemsInAll ?? 0) / maxItems);
      return Object.fromEntries(Array.from({ length: lists }, () => [textOf({ pattern: 'id' }), fitting({ type: 'array', ...(items && { items }), maxItems })]));
    }
    case 'string':
      return textOf(schema);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return Math.max(schema.minimum ?? 1, 1);
  }
}

/** Replaces each text and number. */
function spoilt(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spoilt);
  if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, spoilt(inner)]));
  return typeof value === 'string' ? `${value.slice(0, -1)}\u0001` : {};
}

/** Blanks in place of each text, so long that the whole is of that length. */
function blank(value: unknown, bytes: number): unknown {
  const texts = (JSON.stringify(value).match(/"/g)?.length ?? 0) / 2;
  const blanks = ' '.repeat(Math.max(0, Math.floor((bytes - JSON.stringify(value).length) / Math.max(1, texts))));
  const fill = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(fill);
    if (typeof one === 'object' && one !== null) return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, fill(inner)]));
    return typeof one === 'string' ? blanks : one;
  };
  return fill(value);
}

const repeated = (text: string, count: number): string => text.repeat(Math.max(1, Math.floor(count)));

/** Bodies that cost a call the most, each as large as it takes, or as large as somebody may send it. */
export function worstBodies(name: CallName): WorstBody[] {
  const { path, body, bodyTypes } = endpoint(name);
  const params = { id: textOf({ pattern: 'id' }), sha256: textOf({ pattern: '{64}' }), type: '6' };
  const to = fillPath(path, params);
  const foreign: WorstBody = { what: '4 MiB of another type', type: bodyTypes === undefined ? 'application/octet-stream' : 'application/json', body: Buffer.alloc(4 * 1024 * 1024, '['), path: to };
  if (bodyTypes !== undefined) return [foreign, ...worstFiles(name, bodyTypes[0] ?? '')];

  const limits = bodyLimits(body);
  const schema = (body === undefined ? {} : z.toJSONSchema(body, { io: 'output', unrepresentable: 'any' })) as Schema;
  const whole = fitting(schema);
  const field = Object.entries(schema.properties ?? {}).find(([, { type, maxProperties }]) => type === 'array' || maxProperties !== undefined)?.[0] ?? Object.keys(schema.properties ?? {})[0] ?? 'x';
  const inField = (json: string): string => `{"${field}":${json}}`;
  const listOf = (element: string): string => `[${repeated(`${element},`, Math.min(limits.values - 2, limits.bytes / (element.length + 1)))}${element}]`;
  const texts: Record<string, string> = {
    'as much as fits': JSON.stringify(whole),
    'as much as fits, each value wrong': JSON.stringify(spoilt(whole)),
    'blanks in each text': JSON.stringify(blank(whole, limits.bytes - 100)),
    'one text of blanks': inField(`"${repeated(' ', limits.bytes - 100)}"`),
    'a list of numbers': inField(listOf('0')),
    'a list of objects': inField(listOf('{}')),
    keys: inField(`{${Array.from({ length: limits.keys - 1 }, (_, index) => `"k${index}":0`).join()}}`),
    'lists by keys': inField(`{${Array.from({ length: 1900 }, () => `"${textOf({ pattern: 'id' })}":[${repeated('0,', Math.min(2000, limits.bytes / 2 / 1900 - 25))}0]`).join()}}`),
    levels: repeated('[', limits.bytes),
    'two million levels': repeated('[', 2_000_000),
    'one byte too much': repeated('"', limits.bytes + 1),
    '4 MiB of numbers': `{"x":[${repeated('0,', 2 * 1024 * 1024)}0]}`,
  };
  return [foreign, ...Object.entries(texts).map(([what, text]) => ({ what, type: 'application/json', body: Buffer.from(text), path: to }))];
}

/** Bytes that are taken for what they claim, as far as can be had without making a real file of them. */
function worstFiles(name: CallName, type: string): WorstBody[] {
  const bytes = name === 'uploadFile' ? PHOTO_MAX_BYTES : name === 'uploadPiece' ? PIECE_BYTES : IMPORT_MAX_BYTES;
  const file = Buffer.alloc(bytes, `${name}${(made += 1)}`);
  const sha256 = createHash('sha256').update(file).digest('hex');
  const query = name === 'uploadPiece' ? `?size=${bytes}&index=0` : '';
  return [{ what: 'as many bytes as it takes', type, body: file, path: `${fillPath(apiPaths[name].path, { sha256 })}${query}` }];
}
