import {
  fromJsonSchema,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import type { TSchema } from 'typebox';
import type { OfferedOperation } from '../http/engine/add-operation.ts';
import type { Tool } from './tool.ts';

type JsonObject = Record<string, unknown>;

interface ObjectSchema {
  properties?: Record<string, JsonObject>;
  required?: string[];
}

/** The SDK lists the schema; whether arguments fit it is checked by the operations' own validator, with their own sentences. */
const LISTED_ONLY: jsonSchemaValidator = {
  getValidator:
    <T>(): JsonSchemaValidator<T> =>
    (input) => ({ valid: true, data: input as T, errorMessage: undefined }),
};

const IDEMPOTENCY_KEY = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  pattern: '^[\\x21-\\x7e]+$',
  description:
    'A name of your own for this call. The same one again, within 24 hours, gives the first answer again instead of a second effect.',
};
const REVISION = { type: 'integer', minimum: 1, description: 'The revision that you have read; a newer one refuses the change.' };

/** Where each argument of a tool belongs: the operation's path, query, body or headers. */
export interface ToolSchema {
  input: StandardSchemaWithJSON<JsonObject, JsonObject>;
  output: StandardSchemaWithJSON<JsonObject, JsonObject>;
  parts: { part: 'params' | 'query' | 'body'; schema: TSchema; names: string[] }[];
  needsRevision: boolean;
  takesKey: boolean;
  /** The arguments that no part knows. */
  own: string[];
}

/** A tool takes the fields of path, query and body together; the workspace is the grant's where it is left out. */
export function toolSchemaOf({ operation, isRead, route }: OfferedOperation, shape: Tool['shape']): ToolSchema {
  const given = { params: operation.params, query: operation.query, body: shape?.body ?? operation.body };
  const parts = (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = given[part];
    return schema ? [{ part, schema, names: Object.keys(asObject(schema).properties ?? {}) }] : [];
  });
  const takesRevision = 'if-match' in (asObject(operation.headers).properties ?? {});
  // A change is refused without it; whoever puts something away may say which revision they mean.
  const needsRevision = takesRevision && route.startsWith('PATCH ');
  const takesKey = !isRead && 'idempotency-key' in (asObject(operation.headers).properties ?? {});
  const own = [...(takesRevision ? ['revision'] : []), ...(takesKey ? ['idempotency_key'] : [])];
  const isOptional = (part: string): boolean => part === 'body' && operation.isBodyOptional === true;
  const required = parts.flatMap(({ part, schema }) => (isOptional(part) ? [] : (asObject(schema).required ?? [])));
  const input = {
    type: 'object',
    properties: {
      ...Object.assign({}, ...parts.map(({ schema }) => plain(asObject(schema).properties))),
      ...(takesRevision ? { revision: REVISION } : {}),
      ...(takesKey ? { idempotency_key: IDEMPOTENCY_KEY } : {}),
    },
    required: [...required.filter((name) => name !== 'workspace_id'), ...(needsRevision ? ['revision'] : [])],
    additionalProperties: false,
  };
  return {
    input: listed(input),
    output: listed(plain(shape?.answer ?? operation.success[0]?.schema)),
    parts,
    needsRevision,
    takesKey,
    own,
  };
}

const asObject = (schema: unknown): ObjectSchema => (schema ?? {}) as ObjectSchema;

/** Without what TypeBox keeps for itself. */
const plain = (schema: unknown): JsonObject => JSON.parse(JSON.stringify(schema ?? {})) as JsonObject;

const listed = (schema: JsonObject): StandardSchemaWithJSON<JsonObject, JsonObject> => fromJsonSchema<JsonObject>(schema, LISTED_ONLY);
