import canonicalize from 'canonicalize';
import type { TSchema } from 'typebox';
import { ERRORS } from '../../errors.ts';
import { EVENT_TYPES } from '../../events/event-types.ts';
import { COMPONENTS } from './openapi-components.ts';

type Json = Record<string, unknown>;

interface Described extends Json {
  parameters?: { in: string; name: string }[];
  requestBody?: Json;
  responses: Json;
}

/** What any operation may refuse, and those that take something more. */
const ALWAYS = [401, 403, 429, 500, 503];
const OF_INPUT = [400, 404, 422];
const OF_BODY = [413, 415];
const OF_WRITES = [402, 409];
const OF_REVISIONS = [412, 428];

/**
 * The document as it is given out: shapes that have a name stand once, under it; refusals stand under the statuses that an
 * operation can answer with; and what is sent to webhook endpoints is described too.
 */
export function finishDocument(gathered: object): Json {
  const document = structuredClone(gathered) as Json & { paths: Record<string, Record<string, Described>>; components: Json };
  for (const item of Object.values(document.paths)) {
    for (const [method, operation] of Object.entries(item)) nameRefusals(method, operation);
  }
  const named = new Map(Object.entries(COMPONENTS).map(([name, schema]) => [written(schema), name]));
  const schemas = Object.fromEntries(Object.entries(COMPONENTS).map(([name, schema]) => [name, withNames(plain(schema), named, true)]));
  return {
    ...document,
    paths: withNames(forClients(document.paths), named),
    webhooks: webhooks(),
    components: { ...document.components, schemas, responses: refusals() },
  };
}

/** As the gathered document writes it: any keys are additional ones. */
const plain = (schema: TSchema): unknown =>
  JSON.parse(JSON.stringify(schema), (_key, value) => {
    if (typeof value !== 'object' || value === null || !value.patternProperties) return value;
    const { patternProperties, ...rest } = value;
    return { ...rest, additionalProperties: Object.values(patternProperties)[0] };
  });
const written = (schema: unknown): string => canonicalize(plain(schema as TSchema)) ?? '';

/** Each subtree that is a named shape becomes a reference to it. */
function withNames(node: unknown, named: ReadonlyMap<string, string>, isNamed = false): unknown {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map((child) => withNames(child, named));
  const name = isNamed ? undefined : named.get(written(node));
  if (name) return { $ref: `#/components/schemas/${name}` };
  return Object.fromEntries(Object.entries(node).map(([key, child]) => [key, withNames(child, named)]));
}

/** What programs that make clients do not understand, said in another way. */
function forClients(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map(forClients);
  const { dependentSchemas, if: _if, else: otherwise, type: _type, ...rest } = node as Json;
  if (dependentSchemas) return { ...rest, anyOf: [...Object.values(dependentSchemas as Json), otherwise].map(forClients) };
  return Object.fromEntries(
    Object.entries(node).map(([key, child]) => {
      const isBytes = /^(image\/|application\/octet-stream)/.test(key) && JSON.stringify(child) === '{"schema":{}}';
      return [key, isBytes ? { schema: { type: 'string', format: 'binary', description: 'The file itself.' } } : forClients(child)];
    }),
  );
}

function nameRefusals(method: string, operation: Described): void {
  const { '4XX': _refused, '5XX': _failed, ...responses } = operation.responses;
  const parameters = operation.parameters ?? [];
  const takesInput = parameters.some(({ in: place }) => place !== 'header') || operation.requestBody !== undefined;
  const statuses = [
    ...ALWAYS,
    ...(takesInput ? OF_INPUT : []),
    ...(operation.requestBody === undefined ? [] : OF_BODY),
    ...(method === 'get' ? [] : OF_WRITES),
    ...(parameters.some(({ name }) => name.toLowerCase() === 'if-match') ? OF_REVISIONS : []),
  ];
  const unchanged = method === 'get' ? { 304: { description: 'It is as `If-None-Match` says.' } } : {};
  const refused = statuses.sort().map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]);
  operation.responses = { ...responses, ...unchanged, ...Object.fromEntries(refused) };
}

/** One for each status, with the codes that it may carry. */
function refusals(): Json {
  const statuses = [...new Set([...ALWAYS, ...OF_INPUT, ...OF_BODY, ...OF_WRITES, ...OF_REVISIONS])].sort();
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = Object.entries(ERRORS).flatMap(([code, error]) => (error.status === status ? [`\`${code}\``] : []));
      const description = `Refused; \`code\` says why, and \`remedy\` what to do: ${codes.join(', ')}.`;
      return [
        `Problem${status}`,
        { description, content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } },
      ];
    }),
  );
}

function webhooks(): Json {
  return Object.fromEntries(
    Object.entries(EVENT_TYPES).map(([type, sentence]) => [
      type,
      {
        post: {
          operationId: `on_${type.replaceAll('.', '_')}`,
          tags: ['Webhooks'],
          summary: sentence,
          description: 'Sent to the endpoints that want it, signed as in Standard Webhooks 1.0.',
          security: [],
          requestBody: { required: true, content: { 'application/json': { schema: { $ref: '#/components/schemas/Event' } } } },
          responses: { '2XX': { description: 'Taken. Anything else is sent again later.' }, 410: { description: 'Wants nothing more.' } },
        },
      },
    ]),
  );
}
