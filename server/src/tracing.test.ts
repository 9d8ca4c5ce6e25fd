import { afterEach, expect, it, vi } from 'vitest';
import { Approval } from './approvals/approval.entity.ts';
import { systemClock } from './clock.ts';
import { readMonitoring, type TracingConfig } from './config/monitoring-config.ts';
import { openTelemetry } from './open-telemetry.ts';
import { createDiscordPlatform } from './platforms/discord/discord-platform.ts';
import { discordRules } from './platforms/discord/discord-rules.ts';
import { createFakeDiscord, DISCORD_TOKEN } from './platforms/testing/fake-discord.ts';
import { startFakeServer } from './platforms/testing/fake-server.ts';
import { PublishJob } from './publishing/publish-job.entity.ts';
import { carryOutRetractions } from './publishing/published/carry-out-retractions.ts';
import { requestRetraction } from './publishing/published/request-retraction.ts';
import { sendFirstComments } from './publishing/published/send-first-comments.ts';
import { workOnPublication } from './publishing/work-on-publication.ts';
import { actAs } from './testing/actors.ts';
import { givenQueued } from './testing/engine.ts';
import { givenAgent, givenLaunched, givenUser } from './testing/factories.ts';
import { type ReceivedSpan, startTraceCollector } from './testing/servers/trace-collector.ts';
import { givenStage } from './testing/stage.ts';
import { useTestDatabase } from './testing/test-database.ts';
import { createFixedClock, createTestServices } from './testing/test-services.ts';
import { inSpan, type Tracer, traceWith } from './tracing.ts';
import { buildWeb } from './web.ts';
import { createQueue } from './worker/queue.ts';
import { startWorker } from './worker/start-worker.ts';

const database = useTestDatabase();
const running: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  traceWith(null);
  vi.unstubAllEnvs();
  for (const stop of running.splice(0).reverse()) await stop();
});

const TEXT = 'The harbour festival opens on Friday.';
/** W3C Trace Context, section 3.2: what an agent that is traced itself sends. */
const AGENTS_TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${AGENTS_TRACE}-00f067aa0ba902b7-01`;

const DECIDE = `mutation ($id: ID!, $contentHash: String!) {
  decideApproval(input: { approvalId: $id, contentHash: $contentHash, decision: APPROVED }) { id }
}`;
const DECISION = ['POST /api/graphql', 'decideApproval', 'transaction'];

/** A collector, and the tracer that the standard variables make. */
async function traced(
  env: Record<string, string>,
): Promise<{ collector: Awaited<ReturnType<typeof startTraceCollector>>; tracer: Tracer }> {
  const collector = await startTraceCollector();
  running.push(collector.close);
  for (const [name, value] of Object.entries({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...env })) vi.stubEnv(name, value);
  const tracer = await openTelemetry(readMonitoring(process.env).tracing as TracingConfig, 'all');
  traceWith(tracer);
  return { collector, tracer };
}

/** The web server and the worker, with Discord behind them. */
async function arrange() {
  const network = createFakeDiscord();
  const fake = await startFakeServer(network, DISCORD_TOKEN);
  running.push(fake.stop);
  const base = createTestServices(database, { clock: systemClock });
  const discord = createDiscordPlatform(discordRules, base.outbound, 'https://countersign.example', fake.url);
  const queue = createQueue({ url: database.url, role: 'all', log: base.log });
  await queue.start();
  running.push(() => queue.stop());
  const services = { ...base, queue, platforms: new Map([...base.platforms, ['discord', discord]]) };
  const worker = await startWorker(services, queue);
  running.push(() => worker.stop());
  const web = await buildWeb(services);
  running.push(() => web.close());
  await givenLaunched(services);
  const stage = await givenStage(services, { sandbox: null });
  await stage.connect('discord', { botToken: DISCORD_TOKEN, channelId: '1180000000000000000' });
  const { authorization } = await givenAgent(services, stage.workspace);
  const { sessionToken } = await givenUser(services, stage.accountId);
  return { ...stage, network, web, worker, authorization, cookie: `countersign=${sessionToken}` };
}

/** The names of the spans from the outermost to this one. */
function pathTo(span: ReceivedSpan | undefined, spans: readonly ReceivedSpan[]): string[] {
  return span
    ? [
        ...pathTo(
          spans.find(({ spanId }) => spanId === span.parentSpanId),
          spans,
        ),
        span.name,
      ]
    : [];
}

it('traces a decision from its request through the transaction and the worker to the network’s answer', async () => {
  const { collector, tracer } = await traced({ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json', OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=harbour' });
  const { web, worker, services, authorization, cookie, workspaceId, network, owner, jobOf } = await arrange();
  const submitted = await web.inject({
    method: 'POST',
    url: '/api/v1/drafts',
    headers: { authorization, traceparent: TRACEPARENT },
    payload: { workspace_id: workspaceId, source_text: TEXT, platforms: ['discord'], publish_mode: 'approval_queue' },
  });
  expect(submitted.statusCode).toBe(201);
  const { id, contentHash } = await services.orm.em.fork().findOneOrFail(Approval, { workspaceId });
  const { id: jobId } = await services.orm.em.fork().findOneOrFail(PublishJob, { workspaceId });
  const decided = await web.inject({
    method: 'POST',
    url: '/api/graphql',
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
    payload: { query: DECIDE, variables: { id, contentHash } },
  });
  expect(decided.json()).toEqual({ data: { decideApproval: { id } } });
  await expect.poll(async () => (await jobOf(jobId)).state).toBe('published');
  expect(network.messages.map(({ content }) => content)).toEqual([TEXT]);
  // As the service stops: its span ends after the publication is recorded.
  await worker.stop();
  await tracer.stop();

  const { spans } = collector;
  const submission = spans.filter(({ traceId }) => traceId === AGENTS_TRACE);
  const write = submission.find(({ name }) => name === 'transaction');
  expect(pathTo(write, submission)).toEqual(['POST /api/v1/drafts', 'createDraft', 'transaction']);
  const sent = spans.find(({ name, kind, attributes }) => name === 'POST' && kind === 3 && attributes['server.address'] === '127.0.0.1');
  const decision = spans.filter(({ traceId }) => traceId === sent?.traceId);
  expect(pathTo(sent, decision)).toEqual([...DECISION, 'publish', 'send to discord', 'POST']);
  const outcome = decision.findLast(({ name }) => name === 'transaction');
  expect(pathTo(outcome, decision)).toEqual([...DECISION, 'publish', 'transaction']);
  expect(decision.find(({ name }) => name === 'send to discord')?.attributes).toMatchObject({
    'countersign.job.id': jobId,
    'countersign.outcome': 'published',
  });
  expect(collector.requests.map(({ path, headers }) => [path, headers['x-tenant']])).toContainEqual(['/v1/traces', 'harbour']);
  const wire = Buffer.concat(collector.requests.map(({ body }) => body)).toString();
  for (const secret of [TEXT, 'festival', DISCORD_TOKEN, authorization.slice(7), owner.email, '1180000000000000000'])
    expect(wire).not.toContain(secret);
});

it('traces first comments and removals, and looking for one whose fate is unknown, without what they say', async () => {
  const { collector, tracer } = await traced({ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' });
  const clock = createFixedClock();
  const base = createTestServices(database, { clock });
  const sandbox = base.platforms.get('sandbox');
  if (!sandbox?.comments) throw new Error('The sandbox takes no comments.');
  const { comments } = sandbox;
  const unsure = {
    ...comments,
    send: async (...call: Parameters<typeof comments.send>) => {
      await comments.send(...call);
      return { kind: 'unknown' as const, message: TEXT };
    },
  };
  const services = { ...base, platforms: new Map([...base.platforms, ['sandbox', { ...sandbox, comments: unsure }]]) };
  const stage = await givenStage(services);
  const captions = [
    { platform: 'sandbox', text: TEXT, tags: [], thread: [], settings: { first_comment: 'Festival tickets at the pier.' } },
  ];
  const { publicationId, jobId } = await givenQueued(stage, { captions });
  await workOnPublication(services, publicationId, { signal: new AbortController().signal });
  await sendFirstComments(services);
  clock.advance(60_000);
  await sendFirstComments(services);
  await actAs(services, stage.owner, (ctx) => requestRetraction(ctx, { publicationId, reason: 'The festival is off.' }));
  await carryOutRetractions(services);
  await tracer.stop();
  const named = collector.spans.map(({ name, attributes }) => [name, attributes['countersign.outcome']]);
  expect(named.filter(([name]) => / (on|from) sandbox$/.test(String(name)))).toEqual([
    ['comment on sandbox', 'unknown'],
    ['look for a comment on sandbox', 'found'],
    ['remove from sandbox', 'removed'],
  ]);
  for (const name of ['comment on sandbox', 'remove from sandbox']) {
    const span = collector.spans.find((one) => one.name === name);
    expect(span?.attributes).toMatchObject({
      'countersign.job.id': jobId,
      'countersign.publication.id': publicationId,
      'countersign.platform': 'sandbox',
    });
    // With what was written down of it.
    expect(collector.spans.filter(({ parentSpanId }) => parentSpanId === span?.spanId).map((child) => child.name)).toContain('transaction');
  }
  const wire = Buffer.concat(collector.requests.map(({ body }) => body)).toString();
  for (const secret of [TEXT, 'estival', 'tickets', stage.owner.email]) expect(wire).not.toContain(secret);
});

it('sends protobuf unless JSON is asked for, under the name of the service', async () => {
  const { collector, tracer } = await traced({ OTEL_SERVICE_NAME: 'posts-of-the-harbour' });
  await inSpan('round', { parent: null }, async () => {});
  await tracer.stop();
  expect(collector.requests.map(({ path, type }) => [path, type])).toEqual([['/v1/traces', 'application/x-protobuf']]);
  expect(collector.requests[0]?.body.toString('latin1')).toContain('posts-of-the-harbour');
});

it('records only the share of the traces that the sampler lets through', async () => {
  const { collector, tracer } = await traced({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' });
  await inSpan('round', { parent: null }, async () => {});
  await tracer.stop();
  expect(collector.requests).toEqual([]);
});

it('says of a refused request only its code', async () => {
  const { collector, tracer } = await traced({ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' });
  const fails = () => inSpan('round', { parent: null }, async () => Promise.reject(new TypeError('the secret text')));
  await expect(fails()).rejects.toThrow('the secret text');
  await tracer.stop();
  expect(collector.spans.map(({ attributes }) => attributes)).toEqual([{ 'error.type': 'TypeError' }]);
});

it('records nothing without a collector, or where the standard switches say so', () => {
  const to = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' };
  const off = [{}, { ...to, OTEL_SDK_DISABLED: 'true' }, { ...to, OTEL_TRACES_EXPORTER: 'none' }];
  expect(off.map((env) => readMonitoring(env).tracing)).toEqual([null, null, null]);
  expect(readMonitoring(to).tracing).toEqual({ protocol: 'http/protobuf', sampler: 'parentbased_always_on', share: 1, sendEveryMs: 5_000 });
  expect(() => readMonitoring({ ...to, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toThrow('must be http/protobuf or http/json, not "grpc"');
  expect(() => readMonitoring({ ...to, OTEL_TRACES_SAMPLER: 'sometimes' })).toThrow('must be one of always_on');
});
