import fc from 'fast-check';
import type { TSchema } from 'typebox';
import type { OfferedOperation } from '../../http/engine/add-operation.ts';
import { SMALLEST_PNG } from '../pictures.ts';

type Schema = Record<string, unknown>;

/** Existing ids, by the names of the fields that accept them. */
export type KnownIds = Record<string, string>;

export interface RandomRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
  /** The same as arguments of a tool. */
  args: Schema;
}

/** Texts that break parsers, databases and counters. */
export const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\ud800',
    '👩‍👩‍👧‍👦'.repeat(40),
    '#tag @who https://example.org/x',
    '٣',
    "'; drop table drafts; --",
    'x'.repeat(5_000),
  ),
);
export const anything = fc.oneof(fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }), text);
export const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }).map((value) => `a${value}`);
export const TIMES = [
  '2026-12-31T23:59:60Z',
  '2027-02-28T00:00:00+14:00',
  '2027-01-01t00:00:00.123456789z',
  '9999-12-31T23:59:59Z',
  'next_slot',
];
/** None of them leaves this machine. */
const ADDRESSES = ['https://192.0.2.1/ä?😀', 'http://127.0.0.1:9/', 'https://[::1]/', 'http://10.0.0.1/a.png', 'https://a:b@127.0.0.1:9/'];
/** Values with a special meaning. */
export const BY_NAME: Record<string, fc.Arbitrary<unknown>> = {
  platform: fc.constantFrom('sandbox', 'bluesky', 'nowhere'),
  platforms: fc.constantFrom(['sandbox'], ['bluesky'], ['bluesky', 'sandbox'], ['nowhere']),
  // Long waits only delay the response.
  wait: fc.constantFrom(0, 31, -1),
  secret: fc.constantFrom(`whsec_${Buffer.alloc(24, 7).toString('base64')}`, 'whsec_short'),
  state: fc.constantFrom('draft', 'in_review', 'published', 'pending', 'failed'),
};
const OFTEN = 8;

/** A request to the operation: a valid one, one with an invalid part, or arbitrary data. */
export function requestTo({ operation, route }: OfferedOperation, known: () => KnownIds): fc.Arbitrary<RandomRequest> {
  const [method = '', path = ''] = route.split(' ');
  const part = (schema: TSchema | undefined) => (schema ? valuesOf(schema as unknown as Schema, '', known) : fc.constant({}));
  const body = operation.body
    ? fc.oneof({ weight: 5, arbitrary: part(operation.body) }, { weight: 3, arbitrary: brokenOf(operation.body, known) }, anything)
    : fc.option(anything, { nil: undefined, freq: 2 });
  const id = (name: string) =>
    fc.oneof(
      { weight: OFTEN, arbitrary: fc.constant(null).map(() => known()[name] ?? '') },
      text,
      fc.constant('drf_01a1fde9-825b-7228-86bc-31dc6bc8ea56'),
    );
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return fc
    .record({
      ids: fc.tuple(...names.map(id)),
      query: operation.query
        ? fc.oneof({ weight: 3, arbitrary: part(operation.query) }, fc.dictionary(text, text, { maxKeys: 2 }))
        : fc.constant({}),
      body: method === 'GET' ? fc.constant(undefined) : body,
      file: operation.consumes
        ? fc.oneof(
            fc.constant(SMALLEST_PNG),
            fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
          )
        : fc.constant(null),
      headers: headersFor(method),
    })
    .map(({ ids, query, body, file, headers }) => {
      const given = Object.fromEntries(names.map((name, place) => [name, ids[place] ?? '']));
      const search = Object.entries(query as Schema).map(([name, value]) => `${escapeText(name)}=${escapeText(String(value))}`);
      const url = `${path.replace(/\{(\w+)\}/g, (_all, name: string) => escapeText(given[name] ?? ''))}${search.length > 0 ? `?${search.join('&')}` : ''}`;
      const args = { ...(typeof body === 'object' ? body : {}), ...(query as Schema), ...given };
      const type: Record<string, string> = file
        ? { 'content-type': 'image/png' }
        : body === undefined
          ? {}
          : { 'content-type': 'application/json' };
      const payload = file ?? (body === undefined ? undefined : JSON.stringify(body));
      return {
        method: method as RandomRequest['method'],
        url,
        headers: { ...type, ...headers },
        args,
        ...(payload === undefined ? {} : { payload }),
      };
    });
}

function headersFor(method: string): fc.Arbitrary<Record<string, string>> {
  const visible = fc.stringMatching(/^[\x21-\x7e]{0,20}$/);
  const possible: Record<string, Record<string, fc.Arbitrary<string>>> = {
    GET: { 'if-none-match': fc.oneof(visible, fc.constant('*')) },
    POST: { 'idempotency-key': fc.oneof(fc.constant('same'), fc.uuid(), fc.uuid(), visible) },
    PATCH: { 'if-match': fc.oneof({ weight: 4, arbitrary: fc.constantFrom('*', '"1"', '"2"') }, visible) },
    DELETE: { 'if-match': fc.oneof(fc.constantFrom('*', '"1"'), visible) },
  };
  return fc.record(possible[method] ?? {}, { requiredKeys: [] }) as fc.Arbitrary<Record<string, string>>;
}

/** Values that match a schema, including boundary values. */
function valuesOf(schema: Schema, name: string, known: () => KnownIds): fc.Arbitrary<unknown> {
  const named = BY_NAME[name];
  if (named) return named;
  if (schema.enum) return fc.constantFrom(...(schema.enum as unknown[]));
  const branches = (schema.anyOf ?? (schema.dependentSchemas && [...Object.values(schema.dependentSchemas as object), schema.else])) as
    | Schema[]
    | undefined;
  if (branches) return fc.oneof(...branches.map((branch) => valuesOf(branch, name, known)));
  return fc.oneof(...[schema.type].flat().map((type) => valuesOfType(String(type), schema, name, known)));
}

function valuesOfType(type: string, schema: Schema, name: string, known: () => KnownIds): fc.Arbitrary<unknown> {
  const number = (key: string, otherwise: number) => Number(schema[key] ?? otherwise);
  if (type === 'object') return objectsOf(schema, known);
  if (type === 'array') {
    const singular = name.replace(/s$/, '');
    const items = valuesOf((schema.items ?? {}) as Schema, singular, known);
    return fc.array(items, {
      minLength: number('minItems', 0),
      maxLength: Math.max(number('minItems', 0), Math.min(3, number('maxItems', 3))),
    });
  }
  if (type === 'integer') return fc.integer({ min: number('minimum', 0), max: Math.min(number('maximum', 1_000), 1_000) });
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type !== 'string') return anything;
  if (/_id$|^before$/.test(name)) return fc.oneof({ weight: OFTEN, arbitrary: fc.constant(null).map(() => known()[name] ?? 'drf_') }, text);
  if (schema.format === 'http-url') return fc.constantFrom(...ADDRESSES);
  if (schema.format) return fc.constantFrom(...TIMES);
  if (schema.pattern && schema.pattern !== '\\S') return fc.constantFrom('de', 'pt-PT', 'zh-Hant-TW', 'xx-private');
  return words.map((value) => value.slice(0, number('maxLength', 300)));
}

function objectsOf(schema: Schema, known: () => KnownIds): fc.Arbitrary<unknown> {
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Schema>).map(
    ([name, field]) => [name, valuesOf(field, name, known)] as const,
  );
  const required = (schema.required ?? []) as string[];
  const needed = fc.record(Object.fromEntries(fields.filter(([name]) => required.includes(name))));
  // With all optional members at once, hardly any combination is valid.
  return fc.oneof({ weight: 2, arbitrary: needed }, fc.record(Object.fromEntries(fields), { requiredKeys: required }));
}

/** Replaces a part of a valid value by an invalid one, or adds one. */
function brokenOf(schema: TSchema, known: () => KnownIds): fc.Arbitrary<unknown> {
  const fields = Object.keys(((schema as unknown as Schema).properties ?? {}) as object);
  return fc
    .tuple(valuesOf(schema as unknown as Schema, '', known), fc.constantFrom(...fields, 'more'), anything)
    .map(([body, name, value]) => ({ ...(body as object), [name]: value }));
}

/** Percent-encoding that accepts a lone surrogate. */
export function escapeText(value: string): string {
  return [...Buffer.from(value, 'utf8')].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}
