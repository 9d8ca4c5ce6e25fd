import { isDeepStrictEqual } from 'node:util';

/** A change that breaks clients of before, in the words of find-breaks.ts, with its day and its reason: without a line here it is not let through. */
export interface DeclaredBreak {
  change: string;
  on: string;
  why: string;
}

export const DECLARED_BREAKS: readonly DeclaredBreak[] = [];

type Json = Record<string, unknown>;

/** Which way what a schema describes goes: a client sends it, or gets it. */
type Way = 'sent' | 'got';

interface Sides {
  before: Json;
  now: Json;
}

/** Above it a limit of what is sent lets more through; below it less. */
const MOST = ['maxLength', 'maxItems', 'maximum', 'maxProperties'];
const LEAST = ['minLength', 'minItems', 'minimum', 'minProperties'];

/**
 * What of `now` would break a client that was made from `before`, a sentence each. More is never a break, neither in answers nor in
 * what may be sent: clients leave alone what they do not know.
 */
export function findBreaks(before: Json, now: Json): string[] {
  const sides = { before, now };
  const breaks: string[] = [];
  const [old, fresh] = [operationsOf(before), operationsOf(now)];
  for (const [name, operation] of old) {
    const same = fresh.get(name);
    if (same) breaks.push(...compareOperations(sides, name, operation, same));
    else breaks.push(`${name} is gone`);
  }
  for (const name of Object.keys(at(before, 'webhooks'))) {
    if (!(name in at(now, 'webhooks'))) breaks.push(`the event ${name} is gone`);
  }
  const schemas = [before, now].map((document) => Object.keys(at(at(document, 'components'), 'schemas')));
  for (const name of schemas[0] ?? []) if (!schemas[1]?.includes(name)) breaks.push(`the shape ${name} has lost its name`);
  return [...new Set(breaks)];
}

const at = (node: unknown, key: string): Json => ((node as Json | undefined)?.[key] ?? {}) as Json;
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function operationsOf(document: Json): Map<string, Json> {
  const paths = Object.entries(at(document, 'paths'));
  return new Map(
    paths.flatMap(([path, item]) =>
      Object.entries(item as Json).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation as Json]),
    ),
  );
}

function compareOperations(sides: Sides, name: string, before: Json, now: Json): string[] {
  const breaks: string[] = [];
  if (before.operationId !== now.operationId) breaks.push(`${name} is not called ${before.operationId} any more`);
  if (!isDeepStrictEqual(before.security, now.security)) breaks.push(`${name} needs another scope`);
  const place = (parameter: unknown) => `${at({ parameter }, 'parameter').in} ${at({ parameter }, 'parameter').name}`;
  const parameters = new Map(list(now.parameters).map((parameter) => [place(parameter), parameter as Json]));
  for (const old of list(before.parameters) as Json[]) {
    const same = parameters.get(place(old));
    if (!same) breaks.push(`${name} does not take ${place(old)} any more`);
    else breaks.push(...compareSchemas(sides, `${name} ${place(old)}`, 'sent', old.schema, same.schema));
    if (same?.required && !old.required) breaks.push(`${name} needs ${place(old)}`);
    parameters.delete(place(old));
  }
  for (const [added, { required }] of parameters) if (required) breaks.push(`${name} needs ${added}`);
  const body = (operation: Json) => at(at(operation, 'requestBody'), 'content');
  breaks.push(...compareContents(sides, `${name} request`, 'sent', body(before), body(now)));
  if (at(now, 'requestBody').required && before.requestBody && !at(before, 'requestBody').required) breaks.push(`${name} needs a body`);
  for (const [status, answer] of Object.entries(at(before, 'responses'))) {
    if (!/^2/.test(status)) continue;
    const same = at(now, 'responses')[status];
    if (!same) breaks.push(`${name} does not answer ${status} any more`);
    else breaks.push(...compareContents(sides, `${name} ${status}`, 'got', at(answer, 'content'), at(same, 'content')));
  }
  return breaks;
}

function compareContents(sides: Sides, where: string, way: Way, before: Json, now: Json): string[] {
  return Object.entries(before).flatMap(([type, content]) =>
    type in now
      ? compareSchemas(sides, where, way, at({ content }, 'content').schema, at(now, type).schema)
      : [`${where} is not ${type} any more`],
  );
}

function compareSchemas(sides: Sides, where: string, way: Way, before: unknown, now: unknown, seen: readonly string[] = []): string[] {
  const [old, fresh] = [resolve(sides.before, before), resolve(sides.now, now)];
  const pair = `${at({ before }, 'before').$ref}>${at({ now }, 'now').$ref}`;
  if (isDeepStrictEqual(before, now) && isDeepStrictEqual(old, fresh) && !JSON.stringify(old).includes('$ref')) return [];
  if (seen.includes(pair) && !pair.startsWith('undefined')) return [];
  const deeper = (key: string, a: unknown, b: unknown) => compareSchemas(sides, `${where}/${key}`, way, a, b, [...seen, pair]);
  return [
    ...compareTypes(where, way, old, fresh),
    ...compareLimits(where, way, old, fresh),
    ...compareProperties(where, way, old, fresh).concat(
      Object.entries(at(old, 'properties')).flatMap(([name, schema]) =>
        name in at(fresh, 'properties') ? deeper(name, schema, at(fresh, 'properties')[name]) : [],
      ),
    ),
    ...(old.items && fresh.items ? deeper('*', old.items, fresh.items) : []),
    ...list(old.anyOf).flatMap((branch, place) =>
      list(fresh.anyOf)[place] ? deeper(`${place}`, branch, list(fresh.anyOf)[place]) : [`${where} is not one of as many shapes any more`],
    ),
  ];
}

function resolve(document: Json, schema: unknown): Json {
  const { $ref } = (schema ?? {}) as { $ref?: string };
  if ($ref === undefined) return (schema ?? {}) as Json;
  return $ref
    .slice(2)
    .split('/')
    .reduce<Json>((node, key) => at(node, key), document);
}

function compareTypes(where: string, way: Way, before: Json, now: Json): string[] {
  const [old, fresh] = [before, now].map(({ type }) => (type === undefined ? [] : [type].flat().map(String)));
  if (!old || !fresh || isDeepStrictEqual(old.sort(), fresh.sort())) return [];
  // Of what is sent more may be allowed, of what is got less may come.
  const [narrow, wide] = way === 'sent' ? [old, fresh] : [fresh, old];
  const fits = wide.length === 0 || (narrow.length > 0 && narrow.every((type) => wide.includes(type)));
  return fits ? [] : [`${where} was ${old.join(' or ') || 'anything'} and is ${fresh.join(' or ') || 'anything'}`];
}

function compareLimits(where: string, way: Way, before: Json, now: Json): string[] {
  if (way === 'got') return [];
  const number = (schema: Json, key: string, otherwise: number) => Number(schema[key] ?? otherwise);
  const gone = list(before.enum).filter((value) => now.enum !== undefined && !list(now.enum).includes(value));
  const more = before.enum === undefined && now.enum !== undefined ? [`${where} takes some words only`] : [];
  const isOtherForm = ['pattern', 'format'].some((key) => now[key] !== undefined && now[key] !== before[key]);
  return [
    ...gone.map((value) => `${where} does not take ${JSON.stringify(value)} any more`),
    ...more,
    ...MOST.filter((key) => number(now, key, Infinity) < number(before, key, Infinity)).map(
      (key) => `${where} takes less: ${key} ${now[key]}`,
    ),
    ...LEAST.filter((key) => number(now, key, 0) > number(before, key, 0)).map((key) => `${where} wants more: ${key} ${now[key]}`),
    ...(isOtherForm ? [`${where} wants another form`] : []),
    ...(now.additionalProperties === false && before.additionalProperties !== false ? [`${where} takes no other fields any more`] : []),
  ];
}

function compareProperties(where: string, way: Way, before: Json, now: Json): string[] {
  const [old, fresh] = [before, now].map((schema) => new Set(list(schema.required).map(String)));
  const gone = Object.keys(at(before, 'properties')).filter((name) => !(name in at(now, 'properties')));
  const needed = [...(fresh ?? [])].filter((name) => !old?.has(name));
  const unsure = [...(old ?? [])].filter((name) => !fresh?.has(name) && !gone.includes(name));
  return [
    ...gone.map((name) => `${where} has no ${name} any more`),
    ...(way === 'sent'
      ? needed.map((name) => `${where} needs ${name}`)
      : unsure.map((name) => `${where} has not always a ${name} any more`)),
  ];
}
