import fastJson from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';

type Serializer = (answer: unknown) => string;

/** Most routes refuse in the same shapes: each is there once for the process. */
const serializers = new Map<string, Serializer>();

/** As Fastify's own does it, an answer is written in the shape that its schema names. Compiled with its first answer, not at the start. */
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
