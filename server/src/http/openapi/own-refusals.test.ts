import { afterAll, beforeAll, expect, it } from 'vitest';
import { SCOPES } from '../../access/actor.ts';
import { Workspace } from '../../access/workspace.entity.ts';
import { HOUR_MS } from '../../clock.ts';
import { Connection } from '../../connections/connection.entity.ts';
import type { ErrorCode } from '../../errors.ts';
import { Publication } from '../../publishing/publication.entity.ts';
import { createEngine, givenQueued } from '../../testing/engine.ts';
import { givenAgent } from '../../testing/factories.ts';
import { undocumented } from '../../testing/openapi/expect-documented.ts';
import { givenGround } from '../../testing/openapi/random-ground.ts';
import type { KnownIds } from '../../testing/openapi/random-requests.ts';
import { withRealIds } from '../../testing/openapi/with-real-ids.ts';
import { SMALLEST_PNG } from '../../testing/pictures.ts';
import { type PageServer, startPageServer } from '../../testing/servers/page-server.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { buildWeb } from '../../web.ts';
import type { OfferedOperation } from '../engine/add-operation.ts';
import type { HttpServer } from '../engine/http-server.ts';

const database = useTestDatabase();
let engine: ReturnType<typeof createEngine>;
let app: HttpServer;
let origin: string;
let site: PageServer;
beforeAll(async () => {
  engine = createEngine(database);
  app = await buildWeb(engine.services);
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
  site = await startPageServer();
  site.on('/broken.png', (response) => void response.writeHead(200, { 'content-type': 'image/png' }).end('no picture'));
});
afterAll(() => Promise.all([app?.close(), site?.stop()]));

/** An agent of a workspace that has one of each thing. */
interface Place {
  known: KnownIds;
  agent: { authorization: string };
}

async function givenPlace({ isArchived = false } = {}): Promise<Place> {
  const { known, agent } = await givenGround(engine.services, (request) => app.inject(request));
  const { publications } = (await app.inject({ url: `/api/v1/publish-jobs/${known.job_id}`, headers: agent })).json();
  if (isArchived) {
    const now = engine.services.clock.now();
    await engine.services.orm.em.fork().nativeUpdate(Workspace, { id: known.workspace_id }, { archivedAt: now, pausedAt: now });
  }
  return { known: { ...known, publication_id: publications[0].publication_id }, agent };
}

/** A post that is out on Ghost. */
async function givenPost(): Promise<Place> {
  const { services } = engine;
  const stage = await givenStage(services);
  const { publicationId } = await givenQueued(stage);
  await engine.settle(publicationId);
  const em = services.orm.em.fork();
  await em.nativeUpdate(Publication, publicationId, { platform: 'ghost' });
  await em.nativeUpdate(Connection, { workspaceId: stage.workspaceId }, { platform: 'ghost' });
  const agent = await givenAgent(services, stage.workspace, { scopes: SCOPES.filter((scope) => scope !== 'publish:auto') });
  return { known: { workspace_id: stage.workspaceId, publication_id: publicationId }, agent };
}

interface Change {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
  payload?: Buffer;
}

/** The operation's example, with the ids of the place, and with these changes. */
async function send({ operation, route }: OfferedOperation, { known, agent }: Place, change: Change = {}) {
  const { example, consumes } = operation;
  const real = withRealIds({ ...example }, known) as Record<string, Record<string, string>>;
  const params = { ...real.params, ...change.params };
  const [method = '', path = ''] = route.split(' ');
  const query = new URLSearchParams({ ...real.query, ...change.query });
  const url = `${path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? '')}?${query}`;
  const payload = consumes ? (change.payload ?? SMALLEST_PNG) : operation.body && { ...real.body, ...change.body };
  const headers = { authorization: agent.authorization, 'if-match': '*', 'content-type': consumes ? 'image/png' : 'application/json' };
  return app.inject({ method: method as 'GET', url, headers, ...(payload === undefined ? {} : { payload }) });
}

it('responds in an archived workspace as each change is documented', async () => {
  const archived = await givenPlace({ isArchived: true });
  const refused: string[] = [];
  for (const offered of [...app.operations.values()].filter(({ isRead }) => !isRead)) {
    const response = await send(offered, archived);
    expect.soft(undocumented(offered, response), `${offered.operation.id}: ${response.body}`).toBeNull();
    if (response.json().code === 'invalid_state') refused.push(offered.operation.id);
  }
  expect(refused).toContain('addMedia');
  expect(refused.length).toBeGreaterThan(10);
});

interface On extends Place {
  archived: Place;
  /** Sends the operation's example with these changes. */
  ask(change?: Change, place?: Place): ReturnType<typeof send>;
  /** Does another operation, and returns what it has made. */
  make(id: string, change: Change, place?: Place): Promise<Record<string, string>>;
}
type Provoke = (on: On) => ReturnType<typeof send>;

/** Quotes within quotes, `depth` of them, for which the work grows with the square; long enough for a thread that counts it. */
const nested = (depth: number): string => `# Tide\n\n${'>'.repeat(depth)} x\n\n${'Low water at nine. '.repeat(250)}`;
/** Refused when it is read once. */
const TOO_COMPLEX = nested(2_100);
/** Can be read for the captions' measures, but not once more for the payload. */
const TOO_COMPLEX_TO_BUILD = nested(1_300);

/** A draft without captions, whose text no caption can be made from. */
const ofHardText = async ({ make }: On): Promise<string> =>
  (await make('createDraft', { body: { source_text: TOO_COMPLEX, publish_mode: 'draft_only' } })).draft_id ?? '';
/** A draft with captions that no payload can be made from. */
async function ofHardCaption({ make }: On): Promise<string> {
  const captions = [{ platform: 'ghost', text: TOO_COMPLEX_TO_BUILD }];
  return (await make('createDraft', { body: { platforms: ['ghost'], captions, publish_mode: 'draft_only' } })).draft_id ?? '';
}
const hardPayload: Provoke = async (on) => on.ask({ body: { draft_id: await ofHardCaption(on), platform: 'ghost' } });
const hardJob: Provoke = async (on) => on.ask({ body: { draft_id: await ofHardText(on) } });

/** The request that an operation refuses with one of its own codes, by code; by operation and code where it differs. */
const PROVOKED: Partial<Record<ErrorCode | `${string}: ${ErrorCode}`, Provoke>> = {
  invalid_state: ({ ask, archived }) => ask({}, archived),
  'addWebhookEndpoint: invalid_state': ({ ask, archived }) => ask({ body: { url: 'http://127.0.0.1:9/' } }, archived),
  async 'redeliverWebhooks: invalid_state'({ ask, known }) {
    const until = new Date(engine.services.clock.now().getTime() + HOUR_MS);
    const [sending] = await engine.services.orm.em.fork().execute<{ id: string }[]>(
      `update webhook_deliveries set leased_until = ?, kind = 'event'
         where id = (select max(id) from webhook_deliveries where endpoint_id = ?) returning id`,
      [until, known.webhook_endpoint_id ?? ''],
    );
    return ask({ body: { delivery_id: sending?.id, failed_since: undefined } });
  },
  async 'cancelPublishJob: invalid_state'({ ask }) {
    await ask();
    return ask();
  },

  unknown_platform: ({ ask }) => ask({ body: { platforms: ['myspace'] } }),
  'listDrafts: unknown_platform': ({ ask }) => ask({ query: { platform: 'myspace' } }),
  async already_exists({ ask }) {
    await ask({ body: { external_id: 'friday' } });
    return ask({ body: { external_id: 'friday' } });
  },

  text_too_complex: ({ ask }) => ask({ body: { source_text: TOO_COMPLEX } }),
  'validateWords: text_too_complex': ({ ask }) => ask({ body: { text: TOO_COMPLEX, platforms: ['ghost'] } }),
  'submitDraft: text_too_complex': async (on) => on.ask({ params: { draft_id: await ofHardText(on) } }),
  'createCaptions: text_too_complex': hardJob,
  'createPublishJob: text_too_complex': hardJob,
  'queuePublishJob: text_too_complex': hardJob,
  'createPayloads: text_too_complex': hardPayload,
  'createPlatformPayload: text_too_complex': hardPayload,
  'precheckUsage: text_too_complex': async (on) => on.ask({ body: { draft_id: await ofHardCaption(on) } }),
  'requestEdit: text_too_complex': async ({ ask }) => ask({ body: { text: TOO_COMPLEX } }, await givenPost()),

  'addMedia: media_unreadable': ({ ask }) => ask({ payload: Buffer.from('no picture') }),
  'addMediaFromUrl: media_unreadable': ({ ask }) => ask({ body: { url: `http://${site.address}/broken.png` } }),
  async 'addMediaFromUpload: media_unreadable'({ ask, agent }) {
    const upload = { authorization: agent.authorization, 'tus-resumable': '1.0.0' };
    const begun = await fetch(`${origin}/api/v1/media/uploads`, { method: 'POST', headers: { ...upload, 'upload-length': '10' } });
    const address = new URL(begun.headers.get('location') ?? '', origin);
    const part = { ...upload, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
    await fetch(address, { method: 'PATCH', headers: part, body: 'no picture' });
    return ask({ body: { upload_id: address.pathname.split('/').at(-1) } });
  },
  'addMediaFromUpload: not_found': ({ ask }) => ask(),
  media_not_fetched: ({ ask }) => ask({ body: { url: `http://${site.address}/none.png` } }),
  address_refused: ({ ask }) => ask({ body: { url: 'http://10.0.0.7/' } }),
  async media_in_use({ ask, make }) {
    const { media_id } = await make('addMedia', {});
    await make('createDraft', { body: { media_ids: [media_id] } });
    return ask({ params: { media_id: media_id ?? '' } });
  },

  async cursor_too_old({ ask, known }) {
    await engine.services.orm.em.fork().execute('delete from events where workspace_id = ? and sequence <= 2', [known.workspace_id ?? '']);
    return ask({ query: { after: '1', wait: '0' } });
  },
};

it('can answer with every code that an operation declares as its own', async () => {
  const place = await givenPlace();
  const archived = await givenPlace({ isArchived: true });
  const unseen: string[] = [];
  for (const offered of app.operations.values()) {
    const { id, refuses = [] } = offered.operation;
    const ask: On['ask'] = (change = {}, at = place) => send(offered, at, change);
    const make: On['make'] = async (other, change, at = place) => {
      const made = await send(app.operations.get(other) ?? expect.fail(other), at, change);
      expect(made.statusCode, made.body.slice(0, 500)).toBe(201);
      return made.json();
    };
    for (const code of refuses) {
      const provoke = PROVOKED[`${id}: ${code}`] ?? PROVOKED[code];
      const answer = await provoke?.({ ...place, archived, ask, make });
      const seen = answer && (answer.json().code ?? answer.statusCode);
      if (seen !== code) unseen.push(`${id}: ${code} (${seen ?? 'no request'})`);
    }
  }
  expect(unseen).toEqual([]);
});
