import type { InjectOptions } from 'fastify';
import { ERRORS } from '../../errors.ts';
import type { OfferedOperation } from '../../http/engine/add-operation.ts';
import { TOOLS } from '../../mcp/tools.ts';
import { undocumented, undocumentedCode } from './expect-documented.ts';
import { firstEvent } from './first-event.ts';
import type { RandomOperation } from './random-graphql.ts';
import type { RandomRequest } from './random-requests.ts';
import type { Send } from './send-until-done.ts';

/** A response with its interface and status, and why it is not documented; null if it is. */
export interface Answered {
  status: string;
  fault: string | null;
}

type Headers = Record<string, string>;

export async function askRest(send: Send, offered: OfferedOperation, { method, url, headers, payload }: RandomRequest, caller: Headers) {
  const response = await send({ method, url, headers: { ...caller, ...headers }, ...(payload === undefined ? {} : { payload }) });
  const isMissing = response.statusCode === 404 || response.statusCode === 405;
  // An id of no length is another path.
  const isElsewhere = isMissing && (response.json().code !== 'not_found' || /\/\//.test(url));
  return { status: `REST ${response.statusCode}`, fault: isElsewhere ? null : undocumented(offered, response) };
}

const tools = new Map(Object.entries(TOOLS).map(([name, { operation }]) => [operation, name]));

/** Null where the operation is no tool. */
export async function askTool(send: Send, offered: OfferedOperation, { args }: RandomRequest, caller: Headers): Promise<Answered | null> {
  const name = tools.get(offered.operation.id);
  if (!name) return null;
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  const response = await send(json('/api/mcp', call, { ...caller, accept: 'application/json, text/event-stream' }));
  const isStream = String(response.headers['content-type']).startsWith('text/event-stream');
  const answer = isStream ? firstEvent(response.body) : response.json();
  // Values that cannot be stored are refused before the call is parsed.
  if (answer.code) return { status: `MCP ${answer.status}`, fault: undocumentedCode(offered, answer) };
  const { result, error } = answer;
  if (error) return { status: `MCP error ${error.code}`, fault: error.code === -32_602 ? null : `JSON-RPC ${error.code}` };
  const content = result.structuredContent ?? JSON.parse(result.content?.at(-1)?.text ?? 'null');
  if (result.isError) return { status: `MCP ${content.status}`, fault: undocumentedCode(offered, content) };
  return { status: 'MCP ok', fault: result.content?.[0]?.text && content ? null : 'It said nothing.' };
}

/** graphql-js itself guarantees that data match the schema: otherwise it reports an error. */
export async function askGraphql(send: Send, operation: RandomOperation, caller: Headers): Promise<Answered> {
  const response = await send(json('/api/graphql', operation, caller));
  const { errors = [], data, code } = response.json();
  const refusals: { code?: string; status?: number; remedy?: string }[] = code
    ? [response.json()]
    : errors.map((error: { extensions?: object }) => error.extensions ?? {});
  const strange = refusals.find((one) => !(String(one.code) in ERRORS) || !one.remedy || !(Number(one.status) < 500));
  const isNothing = refusals.length === 0 && data === undefined;
  const fault = strange ? `It was refused with ${strange.code} (${strange.status}).` : isNothing ? 'It said nothing.' : null;
  const said = refusals[0]?.status ?? 'ok';
  return { status: `GraphQL ${said}`, fault: response.statusCode >= 500 ? `It answered ${response.statusCode}.` : fault };
}

function json(url: string, payload: object, headers: Headers): InjectOptions {
  return { method: 'POST', url, headers: { ...headers, 'content-type': 'application/json' }, payload };
}
