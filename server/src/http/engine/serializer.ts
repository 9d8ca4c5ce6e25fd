import fastJson from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';

type Serializer = (answer: unknown) => string;

/** Most routes refuse in the same shapes, and each is compiled once for the process: that is most of what a start of the web computes. */
const serializers = new Map<string, Serializer>();

/** As Fastify's own does it, an answer is written in the shape that its schema names. */
export const compileSerializer: FastifySerializerCompiler<object> = ({ schema }) => {
  const shape = JSON.stringify(schema);
  const serializer = serializers.get(shape) ?? (fastJson(schema) as Serializer);
  serializers.set(shape, serializer);
  return serializer;
};
