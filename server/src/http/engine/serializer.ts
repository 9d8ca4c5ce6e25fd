import fastJson from 'fast-json-stringify';
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
