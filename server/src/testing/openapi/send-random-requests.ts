import fc from 'fast-check';
import { expect } from 'vitest';
import type { Services } from '../../context.ts';
import type { HttpServer } from '../../http/engine/http-server.ts';
import { TOOLS } from '../../mcp/tools.ts';
import { givenAgent } from '../factories.ts';
import { SMALLEST_PNG } from '../pictures.ts';
import { givenStage } from '../stage.ts';
import { faultsOf, undocumented, undocumentedCode } from './expect-documented.ts';
import { type KnownIds, type RandomRequest, requestTo } from './random-requests.ts';

/** After so many requests most of what there was is archived, cancelled or removed. */
const FRESH_AFTER = 200;

/**
 * Sends requests at random to every operation, over REST and as tools of MCP, and expects of each answer that the description
 * names it. Returns how many there were of each status. With a seed they are the same ones each time.
 */
export async function sendRandomRequests(app: HttpServer, services: Services, count: number, seed?: number): Promise<Map<string, number>> {
  const stage = await givenStage(services);
  const scopes = ['drafts:write', 'captions:write', 'payloads:write', 'jobs:write', 'read', 'webhooks:write'] as const;
  const { authorization } = await givenAgent(services, stage.workspace, { scopes: [...scopes] });
  const known: KnownIds = { workspace_id: stage.workspaceId, connection_id: stage.connection?.id ?? '' };
  const inject = (url: string, payload: unknown, headers = {}) =>
    app.inject({
      method: 'POST',
      url,
      headers: { authorization, 'content-type': 'application/json', ...headers },
      payload: payload as object,
    });
  const refresh = async () => {
    const draft = {
      workspace_id: stage.workspaceId,
      source_text: 'The pier opens.',
      platforms: ['sandbox'],
      publish_mode: 'approval_queue',
    };
    const { draft_id, approval, publish_job } = (await inject('/api/v1/drafts', draft)).json();
    const { media_id } = (await inject('/api/v1/media', SMALLEST_PNG, { 'content-type': 'image/png' })).json();
    const { thread_id } = (await inject(`/api/v1/drafts/${draft_id}/comments`, { text: 'Hello.' })).json();
    const endpoint = { url: 'http://127.0.0.1:9/', secret: `whsec_${Buffer.alloc(24, 7).toString('base64')}` };
    const { endpoint_id = known.endpoint_id } = (await inject('/api/v1/webhook-endpoints', endpoint)).json();
    Object.assign(known, { draft_id, media_id, thread_id, endpoint_id, approval_id: approval.approval_id, job_id: publish_job.job_id });
  };
  const operations = [...app.operations.values()];
  const tools = new Map(Object.entries(TOOLS).map(([name, tool]) => [tool.operation, { name, tool }]));
  const statuses = new Map<string, number>();
  const note = (status: string) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  let sent = 0;
  const any = fc.nat({ max: operations.length - 1 }).chain((place) => {
    const offered = operations[place] as (typeof operations)[number];
    return fc.record({ place: fc.constant(place), request: requestTo(offered, () => known), isTool: fc.boolean() });
  });
  const asTool = async (place: number, { args }: RandomRequest) => {
    const offered = operations[place] as (typeof operations)[number];
    const { name, tool } = tools.get(offered.operation.id) ?? {};
    if (!name) return;
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
    const response = await inject('/api/mcp', call, { accept: 'application/json, text/event-stream' });
    const isStream = String(response.headers['content-type']).startsWith('text/event-stream');
    const answer = isStream ? JSON.parse(/^data: (\{.*)$/m.exec(response.body)?.[1] ?? '{}') : response.json();
    // What nobody can keep is refused at the door, before it is read as a call.
    if (answer.code) {
      note(`MCP ${answer.status}`);
      expect(undocumentedCode(offered, answer), response.body).toBeNull();
      return;
    }
    const { result, error } = answer;
    // To hosts of the former revision a refusal is told in words alone.
    const content = result?.structuredContent ?? JSON.parse(result?.content?.at(-1)?.text ?? 'null');
    note(`MCP ${error ? `error ${error.code}` : result.isError ? content.status : 'ok'}`);
    const schema = tool?.shape?.answer ?? offered.operation.success[0]?.schema;
    const fault = error
      ? error.code === -32_602
        ? null
        : `JSON-RPC ${error.code}`
      : result.isError
        ? undocumentedCode(offered, content)
        : faultsOf(schema as object, content).join('; ') || null;
    expect(fault, `${name} ${JSON.stringify(args)}`).toBeNull();
  };
  await fc.assert(
    fc.asyncProperty(any, async ({ place, request, isTool }) => {
      if (sent++ % FRESH_AFTER === 0) await refresh();
      if (isTool) await asTool(place, request);
      const { method, url, headers, payload } = request;
      const response = await app.inject({
        method,
        url,
        headers: { authorization, ...headers },
        ...(payload === undefined ? {} : { payload }),
      });
      note(`REST ${response.statusCode}`);
      // An id of no length is another path.
      const isElsewhere =
        response.statusCode === 404 || response.statusCode === 405 ? response.json().code !== 'not_found' || /\/\//.test(url) : false;
      if (!isElsewhere)
        expect(
          undocumented(operations[place] as (typeof operations)[number], response),
          `${method} ${url} ${String(payload).slice(0, 2_000)}`,
        ).toBeNull();
    }),
    { numRuns: count, endOnFailure: true, includeErrorInReport: true, ...(seed === undefined ? {} : { seed }) },
  );
  return statuses;
}
