import {
  fromJsonSchema,
  type JsonSchemaType,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import type { TSchema } from 'typebox';
import type { OfferedOperation } from '../http/engine/add-operation.ts';
import type { ToolWords } from './tool-words.ts';
import type { View } from './views.ts';

type JsonObject = Record<string, unknown>;

interface ObjectSchema {
  properties?: Record<string, JsonObject>;
  required?: string[];
  items?: ObjectSchema;
}

/** The SDK lists the schema; the operations' own validator checks the arguments, with its own messages. */
const LISTED_ONLY: jsonSchemaValidator = {
  getValidator:
    <T>(): JsonSchemaValidator<T> =>
    (input) => ({ valid: true, data: input as T, errorMessage: undefined }),
};

/** Its form is checked with the call, as that of the revision is. The instructions of the server say what it does. */
const IDEMPOTENCY_KEY = { type: 'string' };
const REVISION = { type: 'integer', description: 'The revision that you read; refused if there is a newer one.' };
const NULL = { type: 'null' };

/** Where each argument of a tool belongs: the operation's path, query, body or headers, or the tool itself. */
export interface ToolSchema {
  input: StandardSchemaWithJSON<JsonObject, JsonObject>;
  parts: { part: 'params' | 'query' | 'body'; schema: TSchema; names: string[] }[];
  /** Arguments of the tool alone: how much of the response to show. */
  view: TSchema;
  needsRevision: boolean;
  takesKey: boolean;
  /** The fields of a change that can be removed: by name in `clear`, since null is an omitted argument. */
  clearable: string[];
  /** The names of arguments that belong to no part. */
  own: string[];
}

/** The context in which the schemas of all tools are written. */
interface Listing {
  platforms: readonly string[];
  words: ToolWords;
}

/** A tool takes the fields of path, query and body in one object; the workspace defaults to the grant's. */
export function toolSchemaOf(
  { operation, isRead, route }: OfferedOperation,
  { shape }: Pick<Tool, 'shape'>,
  view: View | undefined,
  listing: Listing,
): ToolSchema {
  const given = { params: operation.params, query: operation.query, body: shape ?? operation.body };
  const parts = (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = given[part];
    return schema ? [{ part, schema, names: Object.keys(asObject(schema).properties ?? {}) }] : [];
  });
  const takesRevision = 'if-match' in (asObject(operation.headers).properties ?? {});
  // Required for a change; optional for archiving.
  const needsRevision = takesRevision && route.startsWith('PATCH ');
  const takesKey = !isRead && 'idempotency-key' in (asObject(operation.headers).properties ?? {});
  const clearable = needsRevision ? nullableOf(asObject(operation.body)) : [];
  const known = parts.flatMap(({ names }) => names);
  const viewed = viewArguments(view, asObject(operation.success[0]?.schema), known);
  const own = [
    ...(takesRevision ? ['revision'] : []),
    ...(clearable.length > 0 ? ['clear'] : []),
    ...(takesKey ? ['idempotency_key'] : []),
    ...Object.keys(viewed),
  ];
  const isOptional = (part: string): boolean => part === 'body' && operation.isBodyOptional === true;
  const required = parts.flatMap(({ part, schema }) => (isOptional(part) ? [] : (asObject(schema).required ?? [])));
  const properties: Record<string, unknown> = {
    ...Object.assign({}, ...parts.map(({ schema }) => withoutNullsMeaning(plain(asObject(schema).properties), clearable))),
    ...(clearable.length > 0 && { clear: clearOf(clearable) }),
    ...viewed,
    ...(takesRevision ? { revision: REVISION } : {}),
    ...(takesKey ? { idempotency_key: IDEMPOTENCY_KEY } : {}),
  };
  // Tools act in the workspace of the key; another that is named is not found.
  delete properties.workspace_id;
  const needed = [...required.filter((name) => name !== 'workspace_id'), ...(needsRevision ? ['revision'] : [])];
  const listed = listedSchema(properties, needed, listing) as { properties: JsonObject; $defs?: JsonObject };
  const input = { type: 'object', ...listed, ...(needed.length > 0 && { required: needed }), additionalProperties: false };
  const viewSchema = { type: 'object', properties: viewed } as unknown as TSchema;
  return {
    input: fromJsonSchema<JsonObject>(input as JsonSchemaType, LISTED_ONLY),
    parts,
    view: viewSchema,
    needsRevision,
    takesKey,
    clearable,
    own,
  };
}

const nullableOf = ({ properties = {} }: ObjectSchema): string[] =>
  Object.entries(properties).flatMap(([name, { type }]) => (Array.isArray(type) && type.includes('null') ? [name] : []));

/** REST says at the end of these fields what null does. */
const withoutNullsMeaning = (properties: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(
    Object.entries(properties as Record<string, JsonObject>).map(([name, property]) => [
      name,
      names.includes(name) ? { ...property, description: String(property.description).replace(/ Null[^.]*\.$/, '') } : property,
    ]),
  );

const clearOf = (names: readonly string[]): JsonObject => ({
  type: 'array',
  items: { type: 'string', enum: names },
  description: 'Fields to remove or reset.',
});

function viewArguments(view: View | undefined, answer: ObjectSchema, known: readonly string[]): JsonObject {
  const item = view?.items ? answer.properties?.[view.items]?.items : answer;
  const names = Object.keys((item as ObjectSchema | undefined)?.properties ?? {}).filter((name) => name !== '_links');
  const fields = {
    type: 'array',
    items: { type: 'string', enum: names },
    description: view?.items ? 'Return these fields, complete, instead of a summary.' : 'Return only these fields.',
  };
  const platform = {
    type: 'string',
    description: view?.items ? 'Return only this platform, with all its rules.' : 'Return only this platform’s captions and payloads.',
  };
  const one =
    view?.one && !known.includes(view.one) ? { [view.one]: { type: 'string', description: 'Return only this one, complete.' } } : {};
  return { ...(view?.takesFields && { fields }), ...(view?.takesPlatform && { platform }), ...one };
}

/** Schemas as a host reads them: platforms by name, no custom formats, and repeated parts once. */
function listedSchema(properties: Record<string, unknown>, needed: readonly string[], { platforms, words }: Listing): JsonObject {
  let isPlatformNamed = false as boolean;
  const platform = (): JsonObject => {
    isPlatformNamed = true;
    return { $ref: '#/$defs/platform' };
  };
  const listed = (schema: unknown, name = ''): unknown => {
    if (Array.isArray(schema)) return schema.map((one) => listed(one));
    if (typeof schema !== 'object' || schema === null) return schema;
    const { format, anyOf, ...rest } = withoutMinorConstraints(schema as JsonObject);
    // The entries of a batch are validated one by one; the host sees the schema of a valid one, which another tool describes.
    if (Array.isArray(anyOf) && anyOf.some((one: ObjectSchema) => one.properties && Object.keys(one.properties).length === 0))
      return undescribed(listed(anyOf[0], name));
    if (name === 'platform' && rest.type === 'string') return platform();
    // A description would repeat the list, and the number of its entries.
    if (name === 'platforms' && rest.type === 'array') return { type: 'array', items: platform() };
    const kept = Object.entries({ ...rest, ...(anyOf === undefined ? {} : { anyOf }), ...formatOf(format) });
    return Object.fromEntries(kept.map(([key, value]) => [key, listedPart(key, value, asObject(rest).required)]));
  };
  const listedPart = (key: string, value: unknown, required: readonly string[] = []): unknown => {
    if (key === 'description') return words(String(value));
    if (key !== 'properties') return listed(value);
    const shown = Object.entries(value as JsonObject).map(([name, property]) => {
      const one = listed(property, name) as JsonObject;
      return [name, required.includes(name) ? one : orNull(one)];
    });
    return Object.fromEntries(shown);
  };
  const shown = listedPart('properties', properties, needed);
  return { properties: shown, ...(isPlatformNamed && { $defs: { platform: { type: 'string', enum: platforms } } }) };
}

/** A schema without the descriptions of its properties. */
function undescribed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(undescribed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([key, value]) => !(key === 'description' && typeof value === 'string') && key !== 'examples');
  return Object.fromEntries(kept.map(([key, value]) => [key, undescribed(value)]));
}

/** Also takes null: hosts that validate strictly send it for what is left out, as OpenAI's strict mode has every argument. */
function orNull(schema: JsonObject): JsonObject {
  const { description, ...rest } = schema;
  const { type, anyOf, enum: values } = rest;
  if (Array.isArray(anyOf)) return anyOf.some((one: JsonObject) => one.type === 'null') ? schema : { ...schema, anyOf: [...anyOf, NULL] };
  if ('$ref' in rest || 'const' in rest) return { anyOf: [rest, NULL], ...(description !== undefined && { description }) };
  if (typeof type !== 'string') return schema;
  return { ...schema, type: [type, 'null'], ...(Array.isArray(values) && { enum: [...values, null] }) };
}

/**
 * Removes constraints that cost more tokens than they help, and the names of open objects, which Gemini refuses to read: the service checks
 * them, and its refusal names them.
 */
function withoutMinorConstraints(schema: JsonObject): JsonObject {
  const isTrifle: Record<string, (value: unknown) => boolean> = {
    minLength: (value) => value === 1,
    minItems: (value) => value === 1,
    uniqueItems: () => true,
    maxProperties: () => true,
    // Of ids, and of texts that a platform's limits end much earlier.
    maxLength: (value) => value === 100 || value === 100_000,
    pattern: (value) => value === '\\S' || String(value).length > 60,
    patternProperties: () => true,
  };
  return Object.fromEntries(Object.entries(schema).filter(([key, value]) => !isTrifle[key]?.(value)));
}

/** This service's own formats say nothing to a host: the descriptions do. */
const formatOf = (format: unknown): JsonObject =>
  format === undefined || format === 'http-url' || format === 'date-time-or-next-slot' ? {} : { format };

const asObject = (schema: unknown): ObjectSchema => (schema ?? {}) as ObjectSchema;

/** Without TypeBox's internal symbols. */
const plain = (schema: unknown): JsonObject => JSON.parse(JSON.stringify(schema ?? {})) as JsonObject;

/** One tool of `/api/mcp`: an operation of the API under the name that a model reads. */
export interface Tool {
  /** The operation's id; its schemas, scope and rules are the tool's. */
  operation: string;
  title: string;
  /** For a model: when to use it, and what comes next. */
  description: string;
  /** Whether it may remove something. */
  isDestructive?: boolean;
  /** Whether repeating it with the same arguments has no further effect. */
  isIdempotent?: boolean;
  /** Whether it changes nothing, although its operation may. */
  isReadOnly?: boolean;
  /** Whether it, or what follows from it, reaches beyond this service: networks, web pages, language models. */
  isOpenWorld?: boolean;
  /** Whether the person is shown the page for the decision, if the host can, before waiting for the response. */
  asksPerson?: boolean;
  /** For an operation that takes bodies of several shapes: the one that this tool offers. */
  shape?: TSchema;
  /** Whether the response is signed: no field of it may be left out or reworded. */
  isSigned?: boolean;
}

/** Whether a call of the tool only reads. */
export function changesNothing({ isRead, operation }: OfferedOperation, { isReadOnly }: Pick<Tool, 'isReadOnly'>): boolean {
  return isRead || operation.isCheck === true || isReadOnly === true;
}
