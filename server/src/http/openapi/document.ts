import { isDeepStrictEqual } from 'node:util';
import canonicalize from 'canonicalize';
import type { TSchema } from 'typebox';
import { ERRORS, type ErrorCode } from '../../errors.ts';
import { EVENT_TYPES, type EventType } from '../../events/event-types.ts';
import type { OfferedOperation } from '../engine/add-operation.ts';
import { EVENTS } from '../v1/examples/events.ts';
import { addLinks, COMPONENTS, refusalsByStatus, refusalsOf } from './components.ts';
import { oauthPaths } from './oauth-paths.ts';
import { PROTOCOL_TAGS, protocolPaths } from './protocols.ts';

type Header = { description: string; schema: object };

const text = (description: string, example: string, more: object = {}): Header => ({
  description,
  schema: { type: 'string', examples: [example], ...more },
});

/** The headers of responses. */
const RESPONSE_HEADERS = {
  'X-Request-Id': text('Id of the request; yours if you sent one.', '756cc4b4-582e-41eb-abbe-43d601b69ebb'),
  RateLimit: text('The remaining requests under each limit, and the seconds until it resets.', '"key-writes";r=239;t=60'),
  'RateLimit-Policy': text('The limits that apply to this request: number of requests and window in seconds.', '"key-writes";q=240;w=60'),
  'Access-Control-Allow-Origin': text('Under `/api/v1`, for browsers: any origin may call with an API key; cookies are ignored.', '*'),
  ETag: text('Weak tag of the response, for If-None-Match. To change a draft, send its `revision` as If-Match instead.', 'W/"q2Fz…"'),
  Location: text('URL of the created resource.', 'https://posts.example.org/api/v1/drafts/drf_01a1fde9-825b-7228-86bc-31dc6bc8ea56'),
  Link: text(
    'URL of the next page, `rel="next"`; absent on the last page.',
    '<https://posts.example.org/api/v1/drafts?cursor=…>; rel="next"',
  ),
  'Idempotency-Replayed': text('`true` if this is the stored first response for the Idempotency-Key.', 'true', { enum: ['true'] }),
  'Retry-After': {
    description: 'Seconds to wait before sending the request again.',
    schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 86_400, examples: [5] },
  },
  'WWW-Authenticate': text(
    'Where to find out how to get a key, and what is wrong with the one sent.',
    'Bearer resource_metadata="https://posts.example.org/.well-known/oauth-protected-resource"',
  ),
} as const satisfies Record<string, Header>;

/** The headers of a deprecated operation. */
const DEPRECATION_HEADERS = {
  Deprecation: text('When the operation was deprecated (RFC 9745).', '@1801353600'),
  Sunset: text('When the operation may be removed (RFC 8594).', 'Sat, 31 Jul 2027 00:00:00 GMT'),
} as const satisfies Record<string, Header>;

type ResponseHeader = keyof typeof RESPONSE_HEADERS | keyof typeof DEPRECATION_HEADERS;

/** On every response. */
const ALWAYS: ResponseHeader[] = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy', 'Access-Control-Allow-Origin'];

/** References to the headers of a response. */
const headersOf = (...more: ResponseHeader[]): Record<string, { $ref: string }> =>
  Object.fromEntries([...ALWAYS, ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }]));

type Json = Record<string, unknown>;

interface Described extends Json {
  operationId: string;
  parameters?: { in: string; name: string; example?: unknown }[];
  requestBody?: { content: Record<string, Json>; required?: boolean };
  responses: Record<string, Json & { content?: Record<string, Json>; headers?: object }>;
}

export interface ApiDocument extends Json {
  paths: Record<string, Record<string, Described>>;
  webhooks: Json;
  components: Record<string, Record<string, Json>>;
}

/**
 * The document as published: named shapes appear once, under their name; every operation has its examples, the
 * headers of its responses and its error codes; and the webhook deliveries are described too.
 */
export function finishDocument(gathered: object, operations: Iterable<OfferedOperation>, publicUrl: string): ApiDocument {
  const document = structuredClone(gathered) as ApiDocument;
  const byId = new Map([...operations].map((offered) => [offered.operation.id, offered]));
  const shared: Record<string, Json> = {};
  for (const item of Object.values(document.paths)) {
    for (const described of Object.values(item)) {
      const offered = byId.get(described.operationId);
      if (!offered) throw new Error(`The document has ${described.operationId}, which is no operation.`);
      showRequest(described, offered);
      if (offered.operation.deprecated) described['x-sunset'] = offered.operation.deprecated.sunset;
      showAnswers(described, offered, shared);
    }
  }
  const named = new Map(Object.entries(COMPONENTS).map(([name, schema]) => [written(schema), name]));
  const schemas = Object.fromEntries(
    Object.entries(COMPONENTS).map(([name, schema]) => [name, withNames(plain(schema), named, true) as Json]),
  );
  const paths = withNames(forClients(document.paths), named) as ApiDocument['paths'];
  for (const item of Object.values(paths)) for (const { responses } of Object.values(item)) addLinks(Object.values(responses));
  const codes = new Set([...byId.values()].flatMap(refusalsOf));
  const refusal = (status: number, those: ErrorCode[]): Json => {
    for (const code of those) codes.add(code);
    return refusalOf(status, those, shared);
  };
  const about = { headers: headersOf(), refusal };
  const others = { ...protocolPaths(about), ...oauthPaths(about) } as ApiDocument['paths'];
  return {
    ...document,
    tags: [...(document.tags as Json[]), ...PROTOCOL_TAGS],
    // For approved integrators.
    servers: (document.servers as Json[]).map((server) => ({ ...server, 'x-internal': false })),
    paths: { ...paths, ...others },
    webhooks: webhooks(),
    components: {
      ...document.components,
      schemas,
      responses: shared,
      headers: { ...RESPONSE_HEADERS, ...([...byId.values()].some(({ operation }) => operation.deprecated) && DEPRECATION_HEADERS) },
      examples: refusals(publicUrl, codes),
    },
  };
}

/** As the generated document writes it: any keys are additional ones. */
const plain = (schema: TSchema): unknown =>
  JSON.parse(JSON.stringify(schema), (_key, value) => {
    if (typeof value !== 'object' || value === null || !value.patternProperties) return value;
    const { patternProperties, ...rest } = value;
    return { ...rest, additionalProperties: Object.values(patternProperties)[0] };
  });
const written = (schema: unknown): string => canonicalize(plain(schema as TSchema)) ?? '';

/** Formats that only this service's validator knows: the descriptions explain them. */
const OWN_FORMATS = new Set<unknown>(['http-url', 'date-time-or-next-slot']);

/** Replaces each subtree that is a named shape by a reference to it. */
function withNames(node: unknown, named: ReadonlyMap<string, string>, isNamed = false): unknown {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map((child) => withNames(child, named));
  const name = isNamed ? undefined : named.get(written(node));
  if (name) return { $ref: `#/components/schemas/${name}` };
  const shown = Object.entries(node).filter(([key, child]) => key !== 'format' || !OWN_FORMATS.has(child));
  return Object.fromEntries(shown.map(([key, child]) => [key, withNames(child, named)]));
}

/** Rewrites what client generators do not understand. */
function forClients(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map(forClients);
  const { dependentSchemas, if: _if, else: otherwise, type: _type, ...rest } = node as Json;
  if (dependentSchemas) return { ...rest, anyOf: [...Object.values(dependentSchemas as Json), otherwise].map(forClients) };
  return Object.fromEntries(Object.entries(node).map(([key, child]) => [key, forClients(child)]));
}

const FILE = { type: 'string', format: 'binary', description: 'The file itself.' };

function showRequest(described: Described, { operation: { example, consumes, isBodyOptional } }: OfferedOperation): void {
  for (const parameter of described.parameters ?? []) {
    const values = parameter.in === 'path' ? example?.params : parameter.in === 'query' ? example?.query : undefined;
    if (values?.[parameter.name] !== undefined) parameter.example = values[parameter.name];
  }
  const { content = {} } = described.requestBody ?? {};
  if (described.requestBody && isBodyOptional) described.requestBody.required = false;
  for (const type of consumes ?? []) content[type] = { schema: FILE };
  if (content['application/json'] && example?.body !== undefined) content['application/json'].example = example.body;
}

function showAnswers(described: Described, offered: OfferedOperation, shared: Record<string, Json>): void {
  const { operation, isRead, route } = offered;
  const own: ResponseHeader[] = [
    ...(isRead ? (['ETag'] as const) : []),
    ...(operation.deprecated ? (['Deprecation', 'Sunset', 'Link'] as const) : []),
  ];
  const responses: Described['responses'] = {};
  for (const { status, example } of operation.success) {
    const answer = described.responses[String(status)];
    if (!answer) throw new Error(`${operation.id} is not described for ${status}.`);
    const content = answer.content?.['application/json'];
    if (content) content.example = example;
    const headers: ResponseHeader[] = [...own];
    if (operation.query && 'cursor' in ((operation.query as { properties?: object }).properties ?? {})) headers.push('Link');
    if (status === 201) headers.push('Location');
    // The entries of a batch are replayed one by one.
    if (route.startsWith('POST ') && !operation.each) headers.push('Idempotency-Replayed');
    responses[status] = { ...answer, headers: headersOf(...new Set(headers)) };
  }
  if (isRead) responses[304] = { description: 'Unchanged since the version in `If-None-Match`.', headers: headersOf('ETag') };
  for (const [status, codes] of [...refusalsByStatus(offered)].sort(([a], [b]) => a - b))
    responses[status] = refusalOf(status, codes, shared);
  described.responses = responses;
}

/** Further headers of refusals, by status. */
const SAID_WITH: Partial<Record<number, ResponseHeader[]>> = {
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate'],
  409: ['Retry-After'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};
const COMMON = new Set([401, 403, 413, 415, 429, 500, 503]);

/** Refusals of a status that several operations share appear once. */
function refusalOf(status: number, codes: readonly ErrorCode[], shared: Record<string, Json>): Json {
  const answer = {
    description: `Refused. \`code\` states why, \`remedy\` what to do. Codes: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
    headers: headersOf(...(SAID_WITH[status] ?? [])),
    content: {
      'application/problem+json': {
        // In OpenAPI 3.1 a schema may have siblings of its $ref.
        schema: { $ref: '#/components/schemas/Problem', properties: { code: { enum: codes, description: 'Codes of this response.' } } },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
  if (!COMMON.has(status)) return answer;
  // Shared by all operations that have this status; writes have codes of their own.
  const name = codes.includes('storage_full') ? `Problem${status}OfWrites` : `Problem${status}`;
  shared[name] ??= answer;
  return isDeepStrictEqual(shared[name], answer) ? { $ref: `#/components/responses/${name}` } : answer;
}

/** An example of each error code. */
function refusals(publicUrl: string, codes: Iterable<ErrorCode>): Record<string, Json> {
  return Object.fromEntries(
    [...codes].sort().map((code) => {
      const { status, message, remedy } = ERRORS[code];
      const value = {
        type: `${publicUrl}/api-docs#${code}`,
        title: message,
        status,
        detail: message,
        code,
        remedy,
        request_id: '756cc4b4-582e-41eb-abbe-43d601b69ebb',
        ...(code === 'validation_failed' ? { errors: [{ pointer: '/source_text', message: 'source_text is required.' }] } : {}),
      };
      return [code, { summary: message, value }];
    }),
  );
}

function webhooks(): Json {
  return Object.fromEntries(
    (Object.keys(EVENT_TYPES) as EventType[]).map((type) => [
      type,
      {
        post: {
          operationId: `on_${type.replaceAll('.', '_')}`,
          tags: ['Webhooks'],
          summary: EVENT_TYPES[type],
          description: 'Sent to endpoints that receive this event type, signed according to Standard Webhooks 1.0.',
          security: [],
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Event' }, example: EVENTS[type] } },
          },
          responses: {
            '2XX': { description: 'Accepted. Any other status is a failure and is retried.' },
            410: { description: 'Stops the endpoint.' },
          },
        },
      },
    ]),
  );
}
