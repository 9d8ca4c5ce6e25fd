import { isDeepStrictEqual } from 'node:util';

export type Json = Record<string, unknown>;

/** Which way what a schema describes goes: a client sends it, or gets it. */
export type Way = 'sent' | 'got';

export interface Sides {
  before: Json;
  now: Json;
}

/** Above it a limit of what is sent lets more through; below it less. */
const MOST = ['maxLength', 'maxItems', 'maximum', 'maxProperties'];
const LEAST = ['minLength', 'minItems', 'minimum', 'minProperties'];
/** What compares by itself below, and what says nothing about which values there may be. */
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

/** What a reference leads to, with the properties that are said more closely beside it; anything else as it is. */
export function resolve(document: Json, node: unknown): Json {
  const { $ref, properties } = (node ?? {}) as { $ref?: string; properties?: Json };
  if ($ref === undefined) return (node ?? {}) as Json;
  const target = $ref
    .slice(2)
    .split('/')
    .reduce<Json>((inner, key) => at(inner, key), document);
  return properties === undefined ? target : { ...target, properties: { ...at(target, 'properties'), ...properties } };
}

/** What of the schema `now` would break a client that was made from `before`, a sentence each. */
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

/** Of a map all values are of one shape, whatever they are called. */
const isMap = ({ additionalProperties }: Json): boolean => typeof additionalProperties === 'object';

/** The shapes that a schema leaves a choice of, each with what holds for all of them. */
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
 * Whatever could be sent has to fit one of the shapes that are taken now, and whatever comes now one of those that could come. A shape
 * that comes no more is missed too.
 */
function compareChoices(sides: Sides, where: string, way: Way, before: unknown[], now: unknown[], seen: readonly string[]): string[] {
  const breaksOf = (old: unknown, fresh: unknown) => compareSchemas(sides, where, way, old, fresh, seen);
  const fits = (old: unknown, fresh: unknown) => breaksOf(old, fresh).length === 0;
  const gone = before.filter((old) => !now.some((fresh) => fits(old, fresh)));
  const added = way === 'got' ? now.filter((fresh) => !before.some((old) => fits(old, fresh))) : [];
  // The same shapes, one of them changed: what of it, says more.
  const changed = before.length === now.length ? before.flatMap((old, place) => breaksOf(old, now[place])) : [];
  if (gone.length + added.length > 0 && changed.length > 0) return changed;
  return [
    ...(gone.length > 0 ? [`${where} is not one of as many shapes any more`] : []),
    ...(added.length > 0 ? [`${where} may have another shape`] : []),
  ];
}

function compareTypes(where: string, way: Way, before: Json, now: Json): string[] {
  const [old, fresh] = [before, now].map(({ type }) => (type === undefined ? [] : [type].flat().map(String)));
  if (!old || !fresh || isDeepStrictEqual(old.sort(), fresh.sort())) return [];
  // Of what is sent more may be allowed, of what is got less may come.
  const [narrow, wide] = way === 'sent' ? [old, fresh] : [fresh, old];
  const fits = wide.length === 0 || (narrow.length > 0 && narrow.every((type) => wide.includes(type)));
  return fits ? [] : [`${where} was ${old.join(' or ') || 'anything'} and is ${fresh.join(' or ') || 'anything'}`];
}

/** Words that are waited for have to go on coming, and words that are sent to be taken. */
function compareWords(where: string, way: Way, before: Json, now: Json): string[] {
  const [old, fresh] = [before, now].map((schema) => ('const' in schema ? [schema.const] : (schema.enum as unknown[] | undefined)));
  if (!old) return fresh && way === 'sent' ? [`${where} takes some words only`] : [];
  if (!fresh) return way === 'got' ? [`${where} may be any word`] : [];
  const gone = old.filter((word) => !fresh.includes(word));
  return gone.map((word) => `${where} ${way === 'sent' ? 'does not take' : 'is never'} ${JSON.stringify(word)} any more`);
}

function compareLimits(where: string, way: Way, before: Json, now: Json): string[] {
  if (way === 'got') return [];
  const number = (schema: Json, key: string, otherwise: number) => Number(schema[key] ?? otherwise);
  return [
    ...MOST.filter((key) => number(now, key, Infinity) < number(before, key, Infinity)).map(
      (key) => `${where} takes less: ${key} ${now[key]}`,
    ),
    ...LEAST.filter((key) => number(now, key, 0) > number(before, key, 0)).map((key) => `${where} wants more: ${key} ${now[key]}`),
    ...(now.additionalProperties === false && before.additionalProperties !== false ? [`${where} takes no other fields any more`] : []),
  ];
}

/** Whatever else a schema asks for, such as a pattern, a format or that nothing stands twice. */
function compareForms(where: string, way: Way, before: Json, now: Json): string[] {
  // Nothing more may be asked of what is sent; what comes has to be at least as it was.
  const [narrow, wide] = way === 'sent' ? [before, now] : [now, before];
  return Object.keys(wide)
    .filter((key) => !KNOWN.has(key) && !WORDS.has(key) && !key.startsWith('x-') && wide[key] !== false)
    .filter((key) => !isDeepStrictEqual(narrow[key], wide[key]))
    .map((key) => (way === 'sent' ? `${where} wants another form: ${key}` : `${where} comes in another form: ${key}`));
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
