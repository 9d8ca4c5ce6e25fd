import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fastJson from 'fast-json-stringify';
import type { FastifySchemaCompiler } from 'fastify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';

type Serializer = (answer: unknown) => string;

/** Most routes share the schemas of their refusals: each is compiled once per process. */
const serializers = new Map<string, Serializer>();

/**
 * As with Fastify's own, a response is written in the shape of its schema. Compiled at its first response, not at
 * startup.
 */
export const compileSerializer: FastifySerializerCompiler<object> = ({ schema }) => {
  const shape = JSON.stringify(schema);
  const known = serializers.get(shape);
  if (known) return known;
  let compiled: Serializer | undefined;
  const serializer: Serializer = (answer) => {
    compiled ??= fastJson(schema) as Serializer;
    return compiled(answer);
  };
  serializers.set(shape, serializer);
  return serializer;
};

/**
 * JSON Schema 2020-12, the dialect of OpenAPI 3.1. Nothing is coerced, defaulted or dropped, so a wrong field is
 * reported instead of guessed at, with two exceptions: null for an optional field of a body counts as the field left
 * out, and numbers in the query string, which is only text, are parsed. Compiled at the first request for its route:
 * all of them together take 0.3 s of a start.
 */
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  let compiled: ValidateFunction | undefined;
  const validate = Object.assign(
    (input: unknown): boolean => {
      if (httpPart === 'body') leaveOutNulls(schema, input);
      compiled ??= (httpPart === 'querystring' ? reading : strict).compile(schema);
      const isValid = compiled(input);
      validate.errors = compiled.errors;
      return isValid;
    },
    { errors: null as ValidateFunction['errors'] },
  );
  return validate;
};

// A separate instance, since each keeps the first version of each format that it has compiled.
const rfc3339 = new Ajv2020({ validateSchema: false });
addFormats.default(rfc3339, ['date-time']);
const isRfc3339 = rfc3339.compile({ type: 'string', format: 'date-time' });
/** Rejects times that `Date` cannot represent, such as leap seconds. */
const isDateTime = (text: string): boolean => isRfc3339(text) && !Number.isNaN(Date.parse(text));

// One of each per process: creating one takes as long as a hundred requests, and each caches what it has compiled.
const strict = createAjv(false);
const reading = createAjv(true);

function createAjv(coerceTypes: boolean): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    coerceTypes,
    // Adds the value to each error: no parameter takes a list, so one is a parameter that was repeated.
    verbose: coerceTypes,
    removeAdditional: false,
    useDefaults: false,
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    // A test validates our schemas; checking them takes longer than compiling them.
    validateSchema: false,
  });
  ajv.addFormat('date-time', isDateTime);
  ajv.addFormat('date-time-or-next-slot', (text) => text === 'next_slot' || isDateTime(text));
  ajv.addFormat('http-url', (text) => /^https?:\/\//i.test(text) && URL.parse(text) !== null);
  return ajv;
}

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  else?: Schema;
  dependentSchemas?: Record<string, Schema>;
}

/**
 * Removes each null property whose schema does not accept null: callers whose tools send every field, as strict
 * function calling does, mean that the field is left out. Where null has a meaning of its own it is kept.
 */
function leaveOutNulls(schema: object, value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const shapes = shapesOf(schema);
  if (Array.isArray(value)) {
    for (const { items } of shapes) if (items) for (const item of value) leaveOutNulls(items, item);
    return;
  }
  const object = value as Record<string, unknown>;
  for (const [name, given] of Object.entries(object)) {
    const known = shapes.flatMap(({ properties }) => (properties && Object.hasOwn(properties, name) ? [properties[name] ?? {}] : []));
    if (given !== null) for (const property of known) leaveOutNulls(property, given);
    else if (known.length > 0 && !known.some(takesNull)) delete object[name];
  }
}

/** A schema and all its subschemas. */
function shapesOf(schema: Schema): Schema[] {
  const { anyOf = [], oneOf = [], allOf = [], else: other, dependentSchemas = {} } = schema;
  const parts = [...anyOf, ...oneOf, ...allOf, ...(other ? [other] : []), ...Object.values(dependentSchemas)];
  return [schema, ...parts.flatMap(shapesOf)];
}

function takesNull(schema: Schema): boolean {
  return shapesOf(schema).some(({ type, enum: values, const: value, anyOf, oneOf, allOf }) => {
    const isAnything = type === undefined && values === undefined && value === undefined && !anyOf && !oneOf && !allOf;
    return isAnything || [type].flat().includes('null') || values?.includes(null) || value === null;
  });
}
