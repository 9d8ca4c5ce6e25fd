import type { ErrorCode } from '../../../errors.ts';

export type Json = Record<string, unknown>;

export interface Described {
  /** The refusals of a status, as all operations have them. */
  refusal: (status: number, codes: ErrorCode[]) => Json;
  /** The headers of every response. */
  headers: Record<string, Json>;
}

export const text = (description: string, example: string, more: Json = {}): Json => ({
  type: 'string',
  description,
  maxLength: 2_048,
  examples: [example],
  ...more,
});
export const number = (description: string, example: number): Json => ({
  type: 'integer',
  format: 'int32',
  minimum: 0,
  maximum: 2_147_483_647,
  description,
  examples: [example],
});
export const header = (name: string, schema: Json, required = false): Json => {
  const { description, ...rest } = schema;
  return { name, in: 'header', required, description, schema: rest };
};
export const query = (name: string, schema: Json, required = false): Json => ({ ...header(name, schema, required), in: 'query' });
export const replies = (headers: Record<string, Json>): Json =>
  Object.fromEntries(Object.entries(headers).map(([name, { description, ...schema }]) => [name, { description, schema }]));

export const object = (description: string, properties: Record<string, Json>, required = Object.keys(properties)): Json => ({
  type: 'object',
  description,
  properties,
  required,
});
/** Either form of the key, with this scope. */
export const scoped = (scope: string): Json => ({ security: [{ apiKey: [] }, { oauth2: [scope] }] });

/** The refusals of an operation: its own, and those that all have. */
export type Refusals = (codes: readonly ErrorCode[]) => Json;
