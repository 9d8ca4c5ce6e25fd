import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ModerationConfig } from '../config/operator-services-config.ts';
import { cookieName } from '../http/auth/cookies.ts';
import type { HttpServer } from '../http/engine/http-server.ts';
import { addMedia } from '../media/add-media.ts';
import { sha256Of } from '../media/is-intact.ts';
import { actAs, agentActor } from '../testing/actors.ts';
import { type TestApi, useApi } from '../testing/api.ts';
import { openBrowser } from '../testing/browser.ts';
import { givenUser } from '../testing/factories.ts';
import { givenPicture, photograph } from '../testing/pictures.ts';
import { createTestLinkReader } from '../testing/servers/link-reader.ts';
import { startModerationServer } from '../testing/servers/moderation-server.ts';
import { startPageServer } from '../testing/servers/page-server.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createFixedClock, testConfig } from '../testing/test-services.ts';
import { videoFile } from '../testing/videos.ts';
import { buildWeb } from '../web.ts';
import { ModerationAnswer } from './moderation-answer.entity.ts';
import { createModerationService } from './moderation-service.ts';

interface Finding {
  id: string;
  check: string;
  severity: string;
  place: string;
  message: string;
}

const database = useTestDatabase();
const guard = await startModerationServer();
const clock = createFixedClock();
const site = await startPageServer();
afterAll(() => Promise.all([guard.stop(), site.stop()]));
beforeEach(() =>
  guard.finds({ 'tear them apart': ['harassment/threatening'], vermin: ['hate'], PICTURE: ['violence/graphic'], odd: ['S9_weapons'] }),
);

const UNCHECKED = 'The moderation service could not check this. Submit it again later, or read it with special care.';
interface Served extends TestApi {
  web: HttpServer;
}

/** The whole service with the moderation server, or without one. */
function serve(moderation: () => ModerationConfig | null): Served {
  const links = createTestLinkReader(site);
  const services = () => ({ clock, links, config: { ...testConfig(database), moderation: moderation() } });
  const api = useApi(database, { services }) as Served;
  beforeAll(async () => {
    api.web = await buildWeb(api.services);
  });
  afterAll(() => api.web.close());
  return api;
}
const withService = (changes: Partial<ModerationConfig> = {}) => serve(() => guard.config(changes));
const submit = async (api: TestApi, text: string, more: object = {}) => {
  const body = { workspace_id: api.home.workspaceId, source_text: text, platforms: ['sandbox'], publish_mode: 'approval_queue', ...more };
  return (await api.send('POST', '/api/v1/drafts', body)).json();
};
let count = 0;
/** Unique texts, so that no result is cached. */
function fresh(text: string): string {
  count += 1;
  return `${text} No. ${count}.`;
}

/** What the gate of the safety checks says to do. */
const remedyOf = ({ publish_job: { publishing_readiness: readiness } }: Awaited<ReturnType<typeof submit>>): string | undefined =>
  readiness.gates.find(({ gate }: { gate: string }) => gate === 'safety').remedy;

/** As shown to a person at the review desk. */
async function findingsOf(api: Served, draft: { approval: { approval_id: string } }): Promise<Finding[]> {
  const { sessionToken } = await givenUser(api.services, api.home.accountId, { role: 'owner' });
  const browser = openBrowser(api.web, { cookies: { [cookieName(api.services.config)]: sessionToken } });
  const query = 'query ($id: ID!) { approval(id: $id) { findings { id check severity place message } } }';
  return (await browser.must<{ approval: { findings: Finding[] } }>(query, { id: draft.approval.approval_id })).approval.findings;
}

const picture = async (api: Served, altText: string) => {
  const { id } = await givenPicture(api.services, await agentActor(api.services, api.home.workspace), api.home.workspace, altText);
  return id;
};

describe('a submitted post', () => {
  const api = withService();

  it('is checked once for each text, with the operator’s key, and a harmless one has no finding', async () => {
    const text = fresh('The harbour festival opens on Friday.');
    const draft = await submit(api, text);
    expect(guard.calls).toMatchObject([
      { path: '/v1/moderations', headers: { authorization: 'Bearer key-of-the-guard' }, body: { input: text } },
    ]);
    expect(await findingsOf(api, draft)).toEqual([]);
    await submit(api, text);
    expect(guard.calls).toHaveLength(1);
  });

  it('has a finding for each kind, which blocks for a threat and warns for hate', async () => {
    const draft = await submit(api, fresh('These vermin: we tear them apart.'));
    expect(await findingsOf(api, draft)).toMatchObject([
      {
        check: 'moderation_threat',
        severity: 'BLOCK',
        message: 'The moderation service finds a threat here. Read it again before it is published.',
      },
      { check: 'moderation_hate', severity: 'WARN' },
    ]);
  });

  it('has a general finding for an unknown category', async () => {
    const message = 'The moderation service finds "S9_weapons" here. Read it again before it is published.';
    expect(await findingsOf(api, await submit(api, fresh('How odd.')))).toMatchObject([
      { check: 'moderation_other', severity: 'WARN', message },
    ]);
  });

  it('is checked in all of its texts: title, thread, description of the picture', async () => {
    const mediaId = await picture(api, fresh('vermin'));
    const draft = await submit(api, fresh('A picture.'), { media_ids: [mediaId] });
    expect(await findingsOf(api, draft)).toContainEqual(
      expect.objectContaining({ check: 'moderation_hate', place: 'in the description of picture 1' }),
    );
  });

  it('is checked in pieces if it is long', async () => {
    const draft = await submit(api, `${'The harbour is calm today. '.repeat(800)}vermin ${fresh('')}`, { platforms: ['wordpress'] });
    expect(guard.calls.length).toBeGreaterThan(2);
    expect(await findingsOf(api, draft)).toContainEqual(expect.objectContaining({ check: 'moderation_hate' }));
  });

  it('is checked in a batch too, each post', async () => {
    const drafts = Array.from({ length: 8 }, () => ({
      source_text: fresh('Calm seas.'),
      platforms: ['sandbox'],
      publish_mode: 'approval_queue',
    }));
    const made = (await api.send('POST', '/api/v1/drafts/batch', { workspace_id: api.home.workspaceId, drafts })).json();
    expect(made.created).toBe(8);
    expect(guard.calls).toHaveLength(8);
    for (const { draft } of made.drafts) expect(await findingsOf(api, draft)).toEqual([]);
  });

  it('stores its results by their hash, and no text', async () => {
    const text = fresh('We tear them apart.');
    await submit(api, text);
    const rows = await database.orm.em.fork().find(ModerationAnswer, {}, { orderBy: { id: 'desc' }, limit: 1 });
    expect(rows).toMatchObject([{ categories: ['harassment/threatening'], contentKey: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    expect(JSON.stringify(rows)).not.toContain('apart');
  });

  it('reports that it was not checked, and is checked with the next submission', async () => {
    guard.responds({ status: 503, body: '{}' });
    const text = fresh('We tear them apart.');
    expect(await findingsOf(api, await submit(api, text))).toMatchObject([{ check: 'not_moderated' }]);
    guard.finds({ 'tear them apart': ['harassment/threatening'] });
    clock.advance(60_000);
    expect(await findingsOf(api, await submit(api, text))).toMatchObject([{ check: 'moderation_threat' }]);
  });

  it('is checked when the same draft is submitted again, unchanged', async () => {
    guard.responds({ status: 503, body: '{}' });
    const draft = await submit(api, fresh('We tear them apart.'));
    expect(await findingsOf(api, draft)).toMatchObject([{ check: 'not_moderated' }]);
    guard.finds({ 'tear them apart': ['harassment/threatening'] });
    clock.advance(60_000);
    const again = await api.send('POST', `/api/v1/drafts/${draft.draft_id}/submit`);
    expect(again.json()).toMatchObject({ approval: { approval_id: draft.approval.approval_id } });
    expect(await findingsOf(api, draft)).toMatchObject([{ check: 'moderation_threat' }]);
  });
});

describe.each<[string, Parameters<typeof guard.responds>[0]]>([
  ['fails', { status: 500, body: '{}' }],
  ['refuses the key', { status: 401, body: '{"error":{"message":"Incorrect key: key-of-the-guard"}}' }],
  ['is not a moderation service', { status: 200, body: '<html>' }],
  ['returns no results', { status: 200, body: '{"results":[]}' }],
  ['returns another form', { status: 200, body: '{"results":[{"flagged":"no"}]}' }],
  ['does not respond', 'never'],
])('a service that %s', (_, other) => {
  const api = withService({ timeoutMs: 300 });

  it('leaves a finding that the post was not checked', async () => {
    guard.responds(other);
    const draft = await submit(api, fresh('We tear them apart.'));
    expect(await findingsOf(api, draft)).toMatchObject([{ check: 'not_moderated', severity: 'WARN', message: UNCHECKED }]);
  });
});

describe('if the operator requires the check', () => {
  const api = withService({ isRequired: true });

  it('blocks what could not be checked, whatever the workspace has set', async () => {
    guard.responds({ status: 503, body: '{}' });
    const draft = await submit(api, fresh('Doors open.'));
    expect(await findingsOf(api, draft)).toMatchObject([{ check: 'not_moderated', severity: 'BLOCK' }]);
    expect(remedyOf(draft)).toContain('Submit the draft again later');
  });
});

describe('a file that the service does not check', () => {
  const film = async (api: Served) => {
    const { workspace } = api.home;
    const bytes = await videoFile(1);
    const facts = { sha256: sha256Of(bytes), mimeType: 'video/mp4', byteSize: bytes.length, width: 360, height: 640, seconds: 1 } as const;
    const { media } = await actAs(api.services, await agentActor(api.services, workspace), (ctx) =>
      addMedia(ctx, { workspaceId: workspace.id, altText: '', images: [facts] }),
    );
    return media.id;
  };
  const message = 'The moderation service does not check this file. Look at it with special care.';

  describe('if the check is required', () => {
    const api = withService({ isRequired: true, takesPictures: true });
    it('blocks a video, and names it', async () => {
      const draft = await submit(api, fresh('A film.'), { media_ids: [await film(api)] });
      expect(await findingsOf(api, draft)).toMatchObject([{ check: 'not_moderated', severity: 'BLOCK', place: 'in video 1', message }]);
      expect(remedyOf(draft)).toContain('looks at the file');
    });
  });

  describe('if it is not required', () => {
    const api = withService();
    it('finds nothing: a standing approval may cover posts with pictures', async () => {
      expect(await findingsOf(api, await submit(api, fresh('A picture.'), { media_ids: [await picture(api, '')] }))).toEqual([]);
    });
  });

  describe('if it is required, and pictures are not checked', () => {
    const api = withService({ isRequired: true });
    it('blocks each picture', async () => {
      const draft = await submit(api, fresh('Two pictures.'), { media_ids: [await picture(api, ''), await picture(api, '')] });
      const finding = { check: 'not_moderated', severity: 'BLOCK', message };
      expect(await findingsOf(api, draft)).toMatchObject([
        { ...finding, place: 'in picture 1' },
        { ...finding, place: 'in picture 2' },
      ]);
    });
  });
});

describe('if the service accepts pictures', () => {
  const api = withService({ takesPictures: true, model: 'omni' });
  const VIOLENT = { check: 'moderation_violence', severity: 'WARN' };

  it('sends them with the post, and names them in their findings', async () => {
    const mediaId = await picture(api, '');
    const draft = await submit(api, fresh('A picture.'), { media_ids: [mediaId] });
    const sent = guard.calls.find(({ body }) => typeof body.input !== 'string');
    expect(sent?.body).toMatchObject({
      model: 'omni',
      input: [{ type: 'image_url', image_url: { url: expect.stringMatching(/^data:image\/(png|jpeg);base64,.{20}/) } }],
    });
    expect(await findingsOf(api, draft)).toMatchObject([{ ...VIOLENT, place: 'in picture 1' }]);
  });

  it('sends the cover of a video', async () => {
    const { workspace } = api.home;
    const cover = { mediaId: await picture(api, ''), atMs: null };
    const film = await videoFile(1);
    const facts = { sha256: sha256Of(film), mimeType: 'video/mp4', byteSize: film.length, width: 360, height: 640, seconds: 1 } as const;
    const { media } = await actAs(api.services, await agentActor(api.services, workspace), (ctx) =>
      addMedia(ctx, { workspaceId: workspace.id, altText: '', images: [facts], extras: { cover } }),
    );
    const draft = await submit(api, fresh('A film.'), { media_ids: [media.id] });
    expect(await findingsOf(api, draft)).toContainEqual(expect.objectContaining({ ...VIOLENT, place: 'in the cover of video 1' }));
  });

  it('sends the picture of the link’s card', async () => {
    const bytes = await photograph(1_200, 600);
    site.on('/boat.jpg', (response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes));
    site.page('/boats', '<title>Boats</title><meta property="og:image" content="/boat.jpg">');
    const draft = await submit(api, fresh('A link.'), { link: `http://${site.address}/boats` });
    expect(await findingsOf(api, draft)).toContainEqual(
      expect.objectContaining({ ...VIOLENT, place: 'in the picture on the link’s card' }),
    );
  });
});

describe('without a service', () => {
  const api = serve(() => null);

  it('sends nothing, and adds no finding', async () => {
    expect(await findingsOf(api, await submit(api, fresh('We tear them apart.')))).toEqual([]);
    expect(guard.calls).toEqual([]);
  });
});

it('logs neither texts nor the key', async () => {
  let log = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      log += chunk;
      done();
    },
  });
  guard.responds({ status: 401, body: '{"error":{"message":"Incorrect key: key-of-the-guard"}}' });
  const service = createModerationService(guard.config(), pino({ level: 'trace' }, stream));
  expect(await service.check([{ text: 'We tear them apart.' }])).toEqual([null]);
  expect(log).toContain('the moderation service did not respond');
  expect(log).not.toMatch(/key-of-the-guard|apart/);
});

it('pauses a service that failed three times', async () => {
  guard.responds({ status: 500, body: '{}' });
  const service = createModerationService(guard.config(), pino({ level: 'silent' }));
  for (const text of ['a', 'b', 'c', 'd', 'e']) await service.check([{ text }]);
  expect(guard.calls).toHaveLength(3);
  expect(service.isAvailable()).toBe(false);
});

it('counts one failure for a post of many texts', async () => {
  guard.responds({ status: 500, body: '{}' });
  const service = createModerationService(guard.config(), pino({ level: 'silent' }));
  const texts = ['a', 'b', 'c', 'd', 'e'].map((text) => ({ text }));
  expect(await service.check(texts)).toEqual([null, null, null, null, null]);
  expect(service.isAvailable()).toBe(true);
  guard.finds({});
  expect(await service.check(texts)).toEqual([[], [], [], [], []]);
});

it('tests a paused service with one text, and checks the whole post once it responds', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  guard.responds({ status: 500, body: '{}' });
  const service = createModerationService(guard.config(), pino({ level: 'silent' }));
  const texts = ['a', 'b', 'c', 'd', 'e'].map((text) => ({ text }));
  for (const text of texts.slice(0, 3)) await service.check([text]);
  vi.setSystemTime(Date.now() + 60_000);
  guard.responds({ status: 500, body: '{}' });
  expect(await service.check(texts)).toEqual([null, null, null, null, null]);
  expect(guard.calls).toHaveLength(1);
  vi.setSystemTime(Date.now() + 60_000);
  guard.finds({});
  expect(await service.check(texts)).toEqual([[], [], [], [], []]);
  vi.useRealTimers();
});

it('does not resend failed content for 30 seconds, by one service and no other', () => {
  const [one, other] = [0, 1].map(() => createModerationService(guard.config(), pino({ level: 'silent' })));
  const now = new Date('2026-11-28T12:00:00Z');
  one?.failed.add('key', now);
  expect(one?.failed.has('key', new Date(now.getTime() + 29_000))).toBe(true);
  expect(one?.failed.has('key', new Date(now.getTime() + 30_000))).toBe(false);
  expect(other?.failed.has('key', now)).toBe(false);
});
