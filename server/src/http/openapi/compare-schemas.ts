import { isDeepStrictEqual } from 'node:util';

export type Json = Record<string, unknown>;

/** The direction of the data that a schema describes: sent by a client, or received. */
export type Way = 'sent' | 'got';

export interface Sides {
  before: Json;
  now: Json;
}

/** Raising one of these loosens what may be sent; raising one of LEAST tightens it. */
const MOST = ['maxLength', 'maxItems', 'maximum', 'maxProperties'];
const LEAST = ['minLength', 'minItems', 'minimum', 'minProperties'];
/** Keywords compared separately below, and keywords that do not constrain values. */
const KNOWN = new Set([
  ...MOST,
  ...LEAST,
  'type',
  'enum',
  'const',
  'properties',
  'required',
  'items',
  'anyOf',
  'oneOf',
  'additionalProperties',
]);
const WORDS = new Set(['$id', 'title', 'description', 'example', 'examples', 'default', 'deprecated']);

export const at = (node: unknown, key: string): Json => ((node as Json | undefined)?.[key] ?? {}) as Json;
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The target of a reference, with the properties that refine it; anything else unchanged. */
export function resolve(document: Json, node: unknown): Json {
  const { $ref, properties } = (node ?? {}) as { $ref?: string; properties?: Json };
  if ($ref === undefined) return (node ?? {}) as Json;
  const target = $ref
    .slice(2)
    .split('/')
    .reduce<Json>((inner, key) => at(inner, key), document);
  return properties === undefined ? target : { ...target, properties: { ...at(target, 'properties'), ...properties } };
}

/** What in the schema `now` would break a client generated from `before`, a sentence each. */
export function compareSchemas(
  sides: Sides,
  where: string,
  way: Way,
  before: unknown,
  now: unknown,
  seen: readonly string[] = [],
): string[] {
  const [old, fresh] = [resolve(sides.before, before), resolve(sides.now, now)];
  const pair = `${at({ before }, 'before').$ref}>${at({ now }, 'now').$ref}`;
  if (isDeepStrictEqual(before, now) && isDeepStrictEqual(old, fresh) && !JSON.stringify(old).includes('$ref')) return [];
  if (seen.includes(pair) && !pair.startsWith('undefined')) return [];
  const path = [...seen, pair];
  const [oldChoices, freshChoices] = [choicesOf(sides.before, old), choicesOf(sides.now, fresh)];
  if (oldChoices || freshChoices) return compareChoices(sides, where, way, oldChoices ?? [before], freshChoices ?? [now], path);
  const deeper = (key: string, a: unknown, b: unknown) => compareSchemas(sides, `${where}/${key}`, way, a, b, path);
  return [
    ...compareTypes(where, way, old, fresh),
    ...compareWords(where, way, old, fresh),
    ...compareLimits(where, way, old, fresh),
    ...compareForms(where, way, old, fresh),
    ...compareProperties(where, way, old, fresh),
    ...Object.entries(at(old, 'properties')).flatMap(([name, schema]) =>
      name in at(fresh, 'properties') ? deeper(name, schema, at(fresh, 'properties')[name]) : [],
    ),
    ...(old.items && fresh.items ? deeper('*', old.items, fresh.items) : []),
    ...(isMap(old) && isMap(fresh) ? deeper('*', old.additionalProperties, fresh.additionalProperties) : []),
  ];
}

/** All values of a map have one shape, whatever their keys. */
const isMap = ({ additionalProperties }: Json): boolean => typeof additionalProperties === 'object';

/** The alternatives of a schema, each with what applies to all of them. */
function choicesOf(document: Json, { anyOf, oneOf, ...common }: Json): unknown[] | undefined {
  const choices = (anyOf ?? oneOf) as unknown[] | undefined;
  if (!Object.keys(common).some((key) => !WORDS.has(key))) return choices;
  return choices?.map((choice) => {
    const own = resolve(document, choice);
    return {
      ...common,
      ...own,
      properties: { ...at(common, 'properties'), ...at(own, 'properties') },
      required: [...list(common.required), ...list(own.required)],
    };
  });
}

/**
 * Whatever could be sent must fit one of the alternatives accepted now, and whatever is received one of the earlier
 * ones. An alternative that is no longer sent counts as a break too.
 */
function compareChoices(sides: Sides, where: string, way: Way, before: unknown[], now: unknown[], seen: readonly string[]): string[] {
  const breaksOf = (old: unknown, fresh: unknown) => compareSchemas(sides, where, way, old, fresh, seen);
  const fits = (old: unknown, fresh: unknown) => breaksOf(old, fresh).length === 0;
  const removed = before.filter((old) => !now.some((fresh) => fits(old, fresh)));
  const added = way === 'got' ? now.filter((fresh) => !before.some((old) => fits(old, fresh))) : [];
  // The same alternatives, one of them changed: its own differences say more.
  const changed = before.length === now.length ? before.flatMap((old, place) => breaksOf(old, now[place])) : [];
  if (removed.length + added.length > 0 && changed.length > 0) return changed;
  return [
    ...(removed.length > 0 ? [`${where} has fewer alternatives`] : []),
    ...(added.length > 0 ? [`${where} may have another shape`] : []),
  ];
}

function compareTypes(where: string, way: Way, before: Json, now: Json): string[] {
  const [old, fresh] = [before, now].map(({ type }) => (type === undefined ? [] : [type].flat().map(String)));
  if (!old || !fresh || isDeepStrictEqual(old.sort(), fresh.sort())) return [];
  // More may be allowed in what is sent, and less may be received.
  const [narrow, wide] = way === 'sent' ? [old, fresh] : [fresh, old];
  const fits = wide.length === 0 || (narrow.length > 0 && narrow.every((type) => wide.includes(type)));
  return fits ? [] : [`${where} was ${old.join(' or ') || 'anything'} and is ${fresh.join(' or ') || 'anything'}`];
}

/** Enum values that clients expect must still be received, and those that they send still be accepted. */
function compareWords(where: string, way: Way, before: Json, now: Json): string[] {
  const [old, fresh] = [before, now].map((schema) => ('const' in schema ? [schema.const] : (schema.enum as unknown[] | undefined)));
  if (!old) return fresh && way === 'sent' ? [`${where} takes some words only`] : [];
  if (!fresh) return way === 'got' ? [`${where} may be any word`] : [];
  const removed = old.filter((word) => !fresh.includes(word));
  return removed.map((word) => `${where} ${way === 'sent' ? 'no longer accepts' : 'is no longer'} ${JSON.stringify(word)}`);
}

function compareLimits(where: string, way: Way, before: Json, now: Json): string[] {
  if (way === 'got') return [];
  const number = (schema: Json, key: string, otherwise: number) => Number(schema[key] ?? otherwise);
  return [
    ...MOST.filter((key) => number(now, key, Infinity) < number(before, key, Infinity)).map(
      (key) => `${where} takes less: ${key} ${now[key]}`,
    ),
    ...LEAST.filter((key) => number(now, key, 0) > number(before, key, 0)).map((key) => `${where} wants more: ${key} ${now[key]}`),
    ...(now.additionalProperties === false && before.additionalProperties !== false ? [`${where} no longer accepts other fields`] : []),
  ];
}

/** Any other constraint of a schema, such as a pattern, a format or unique items. */
function compareForms(where: string, way: Way, before: Json, now: Json): string[] {
  // What is sent may not be constrained further; what is received must keep its constraints.
  const [narrow, wide] = way === 'sent' ? [before, now] : [now, before];
  return Object.keys(wide)
    .filter((key) => !KNOWN.has(key) && !WORDS.has(key) && !key.startsWith('x-') && wide[key] !== false)
    .filter((key) => !isDeepStrictEqual(narrow[key], wide[key]))
    .map((key) => (way === 'sent' ? `${where} wants another form: ${key}` : `${where} comes in another form: ${key}`));
}

function compareProperties(where: string, way: Way, before: Json, now: Json): string[] {
  const [old, fresh] = [before, now].map((schema) => new Set(list(schema.required).map(String)));
  const removed = Object.keys(at(before, 'properties')).filter((name) => !(name in at(now, 'properties')));
  const needed = [...(fresh ?? [])].filter((name) => !old?.has(name));
  const unsure = [...(old ?? [])].filter((name) => !fresh?.has(name) && !removed.includes(name));
  return [
    ...removed.map((name) => `${where} no longer has ${name}`),
    ...(way === 'sent' ? needed.map((name) => `${where} needs ${name}`) : unsure.map((name) => `${where} no longer always has ${name}`)),
  ];
}
