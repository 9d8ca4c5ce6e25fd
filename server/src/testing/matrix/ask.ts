import type { LightMyRequestResponse } from 'fastify';
import { type GraphQLField, type GraphQLObjectType, type GraphQLSchema, getNamedType, isLeafType } from 'graphql';
import type { HttpServer } from '../../http/engine/http-server.ts';
import { PROTOCOL_TAGS } from '../../http/openapi/protocols.ts';
import { firstEvent } from '../openapi/first-event.ts';
import type { Outcome } from './outcome.ts';
import type { RestRequest } from './rest-rules.ts';

/** The request, without credentials. */
export interface Ask {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: unknown;
}

/** Every operation of the OpenAPI document, as `METHOD /path`, but those of a protocol of their own. */
export async function restOperations(app: HttpServer): Promise<string[]> {
  const { paths } = (await app.inject('/api/openapi.json')).json<{ paths: Record<string, Record<string, { tags: string[] }>> }>();
  const others = PROTOCOL_TAGS.map(({ name }) => name);
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { tags }]) =>
      tags.some((tag) => others.includes(tag)) ? [] : [`${method.toUpperCase()} ${path}`],
    ),
  );
}

/** Every field that an operation of GraphQL can begin with, as `Type.field`. */
export function graphqlOperations(schema: GraphQLSchema): string[] {
  return rootTypes(schema).flatMap((type) => Object.keys(type.getFields()).map((field) => `${type.name}.${field}`));
}

function rootTypes(schema: GraphQLSchema): GraphQLObjectType[] {
  return [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].filter((type) => type != null);
}

export function askRest(operation: string, request: RestRequest): Ask {
  const method = operation.split(' ')[0] as Ask['method'];
  return { method, url: request.path, headers: request.headers ?? {}, ...(request.body === undefined ? {} : { body: request.body }) };
}

/** An MCP tool with a request's path, query, body and If-Match as its arguments. */
export function askTool(tool: string, route: string, { path, body, headers }: RestRequest): Ask {
  const [pathname = '', query = ''] = path.split('?', 2);
  const names = (route.split(' ')[1] ?? '').split('/');
  const ids = pathname.split('/').flatMap((part, at) => (names[at]?.startsWith('{') ? [[names[at].slice(1, -1), part]] : []));
  const revision = headers?.['if-match'] ? { revision: Number(headers['if-match'].replaceAll('"', '')) } : {};
  const given = { ...Object.fromEntries(ids), ...Object.fromEntries(new URLSearchParams(query)), ...(body as object), ...revision };
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: given } };
  return { method: 'POST', url: '/api/mcp', headers: { accept: 'application/json, text/event-stream' }, body: call };
}

/** The field with exactly the given variables as its arguments. */
export function askGraphql(schema: GraphQLSchema, operation: string, variables: Record<string, unknown>): Ask {
  const [typeName = '', fieldName = ''] = operation.split('.');
  const field = rootTypes(schema)
    .find(({ name }) => name === typeName)
    ?.getFields()[fieldName] as GraphQLField<unknown, unknown>;
  const args = field.args.filter(({ name }) => name in variables);
  const declared = args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const passed = args.map(({ name }) => `${name}: $${name}`).join(', ');
  const selection = isLeafType(getNamedType(field.type)) ? '' : ' { __typename }';
  const query = `${typeName.toLowerCase()}${declared && `(${declared})`} { it: ${fieldName}${passed && `(${passed})`}${selection} }`;
  return { method: 'POST', url: '/api/graphql', headers: {}, body: { query, variables } };
}

export function send(app: HttpServer, ask: Ask, headers: Record<string, string>): Promise<LightMyRequestResponse> {
  const { method, url, body } = ask;
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const payload = body === undefined ? {} : { payload: Buffer.isBuffer(body) ? body : JSON.stringify(body) };
  return app.inject({ method, url, headers: { ...type, ...ask.headers, ...headers }, ...payload });
}

/** The outcome of a response in any of the three formats. */
export function outcomeOf(response: LightMyRequestResponse): Outcome {
  if (/error="insufficient_scope"/.test(String(response.headers['www-authenticate']))) return 'insufficient_scope';
  const isStream = String(response.headers['content-type']).startsWith('text/event-stream');
  const body = isStream ? firstEvent(response.body) : response.json();
  if (body.jsonrpc) return toolOutcomeOf(body);
  if (body.errors?.[0]?.extensions) return body.errors[0].extensions.code;
  if (response.statusCode >= 400) return body.code ?? `HTTP ${response.statusCode}`;
  return body.data && body.data.it === null ? 'null' : 'ok';
}

interface ToolAnswer {
  error?: { code: number };
  result?: { isError?: boolean; content: { text: string }[] };
}

function toolOutcomeOf({ error, result }: ToolAnswer): Outcome {
  if (error) return `JSON-RPC ${error.code}` as Outcome;
  return result?.isError ? (JSON.parse(result.content.at(-1)?.text ?? '{}') as { code: Outcome }).code : 'ok';
}
