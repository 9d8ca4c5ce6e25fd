import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ErrorCode } from '../errors.ts';
import { sha256Of } from '../media/is-intact.ts';
import { expectProblem, type TestApi, useApi } from '../testing/api.ts';
import { givenAgent, givenWorkspace } from '../testing/factories.ts';
import { animation, photograph, SMALLEST_PNG } from '../testing/pictures.ts';
import { type PageServer, startPageServer } from '../testing/servers/page-server.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestOutbound } from '../testing/test-outbound.ts';
import { testConfig } from '../testing/test-services.ts';
import { videoFile } from '../testing/videos.ts';

const database = useTestDatabase();
const dataDir = dirname(inject('mediaFolder'));
const PLAN = Buffer.from('%PDF-1.7\n1 0 obj << /Type /Page /MediaBox [0 0 842 595] >> endobj\n%%EOF\n');
let film: Buffer;
let site: PageServer;
/** A name whose address changes between two look-ups. */
const rebinding = ['127.0.0.1', '10.0.0.7'];
const resolve = async (host: string) =>
  host === 'rebinding.example' ? [rebinding.shift() ?? '10.0.0.7'] : host === 'inner.example' ? ['10.0.0.7'] : [];

beforeAll(async () => {
  site = await startPageServer();
  const send = (path: string, bytes: Buffer, type = 'image/png') =>
    site.on(path, (response) => void response.writeHead(200, { 'content-type': type }).end(bytes));
  send('/pier.png', SMALLEST_PNG);
  send('/pier', await photograph(300, 200), 'application/octet-stream');
  send('/page', Buffer.from('<title>A page</title>'), 'text/html');
  send('/broken.png', Buffer.from('not a picture'));
  send('/huge.png', Buffer.alloc(21 * 1024 * 1024));
  film = await videoFile(3);
  send('/film.mp4', film, 'video/mp4');
  send('/film', film, 'application/octet-stream');
  send('/plan.pdf', PLAN, 'application/pdf');
  send('/half.pdf', PLAN.subarray(0, 20), 'application/pdf');
  send('/boat.gif', await animation(), 'image/gif');
  send('/huge.mp4', Buffer.alloc(30_000_001), 'video/mp4');
  const redirect = (path: string, location: string) => site.on(path, (response) => void response.writeHead(302, { location }).end());
  redirect('/moved', '/pier.png');
  redirect('/inwards', 'http://10.0.0.7/metadata');
  redirect('/round', '/round');
});
afterAll(() => site?.stop());
// The site starts before the service that may call it.
const api: TestApi = useApi(database, {
  services: () => ({
    outbound: createTestOutbound([site.address], resolve),
    config: testConfig(database, { dataDir, uploadBytes: 30_000_000 }),
  }),
});

const fetchIt = (url: string, more: object = {}) => api.send('POST', '/api/v1/media/from-url', { url, ...more });
const at = (path: string): string => `http://${site.address}${path}`;

describe('a picture by URL', () => {
  it('is fetched once, without our credentials, and stored like any other picture', async () => {
    const added = await fetchIt(at('/pier'), { alt_text: 'A pier at dawn.' });
    expect(added.statusCode).toBe(201);
    expect(added.json()).toMatchObject({ alt_text: 'A pier at dawn.', renditions: [{ mime_type: 'image/jpeg', width: 200, height: 300 }] });
    const asked = site.seen.filter(({ path }) => path === '/pier');
    expect(asked).toHaveLength(1);
    expect(Object.keys(asked[0]?.headers ?? {})).not.toEqual(expect.arrayContaining(['authorization']));
    expect((await fetchIt(at('/moved'))).statusCode).toBe(201);
  });

  it('recognizes videos, documents and animated pictures by their bytes, and stores them unchanged', async () => {
    const renditionOf = async (path: string) => (await fetchIt(at(path))).json();
    const video = { renditions: [{ mime_type: 'video/mp4', sha256: sha256Of(film), byte_size: film.length }], seconds: 3 };
    expect(await renditionOf('/film.mp4')).toMatchObject(video);
    expect(await renditionOf('/film')).toMatchObject(video);
    expect(await renditionOf('/plan.pdf')).toMatchObject({
      renditions: [{ mime_type: 'application/pdf', sha256: sha256Of(PLAN), width: 842, height: 595 }],
    });
    expect(await renditionOf('/boat.gif')).toMatchObject({
      renditions: [{ mime_type: 'image/gif', width: 20, height: 20 }],
      seconds: null,
    });
    expect((await readdir(join(dataDir, 'uploads'))).filter((name) => name.startsWith('fetched-'))).toEqual([]);
  });

  it('is fetched once for a repeated request with the same key', async () => {
    const headers = { 'idempotency-key': 'pier-1' };
    const before = site.seen.length;
    const [one, two] = [1, 2].map(() => () => api.send('POST', '/api/v1/media/from-url', { url: at('/pier.png') }, headers));
    expect((await one?.())?.json()).toEqual((await two?.())?.json());
    expect(site.seen.length - before).toBe(1);
  });

  it.each<[string, () => string, ErrorCode]>([
    ['an address of a private network', () => 'http://10.0.0.7/pier.png', 'address_refused'],
    ['a name that leads into one', () => 'http://inner.example/pier.png', 'address_refused'],
    ['the address of a machine’s own metadata', () => 'http://169.254.169.254/latest', 'address_refused'],
    ['this machine', () => 'http://[::1]/pier.png', 'address_refused'],
    ['a redirect into a private network', () => at('/inwards'), 'address_refused'],
    ['a redirect without end', () => at('/round'), 'media_not_fetched'],
    ['a page', () => at('/page'), 'media_not_fetched'],
    ['nothing', () => at('/nothing'), 'media_not_fetched'],
    ['more than is taken', () => at('/huge.png'), 'media_not_fetched'],
    ['a video that is larger than an upload may be', () => at('/huge.mp4'), 'media_not_fetched'],
    ['half a document', () => at('/half.pdf'), 'media_unreadable'],
    ['something that only says it is a picture', () => at('/broken.png'), 'media_unreadable'],
    ['an address with a password', () => `http://ada:secret@${site.address}/pier.png`, 'address_refused'],
    ['another scheme', () => 'file:///etc/passwd', 'validation_failed'],
  ])('of %s is refused', async (_what, url, code) => {
    expectProblem(await fetchIt(url()), code);
  });

  it('of a slow server delays only the account that requests it', async () => {
    const open: (() => void)[] = [];
    const paths = Array.from({ length: 9 }, (_, index) => `/slow-${index}.png`);
    const begun = new Promise<void>((resolve) => {
      for (const path of paths)
        site.on(path, (response) => {
          open.push(() => response.writeHead(200, { 'content-type': 'image/png' }).end(SMALLEST_PNG));
          if (open.length === 2) resolve();
        });
    });
    const slow = paths.map((path) => fetchIt(at(path)));
    await begun;
    const { authorization } = await givenAgent(api.services, (await givenWorkspace(api.services)).workspace);
    const others = await api.send('POST', '/api/v1/media/from-url', { url: at('/pier.png') }, { authorization });
    expect(others.statusCode).toBe(201);
    expect(open.length).toBe(2);
    for (const path of paths) site.on(path, (response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(SMALLEST_PNG));
    for (const answer of open) answer();
    expect((await Promise.all(slow)).map(({ statusCode }) => statusCode)).toEqual(Array(9).fill(201));
  });

  it('is fetched from the IP address that was checked, even if DNS changes', async () => {
    const added = await fetchIt(`http://rebinding.example:${site.address.split(':')[1]}/pier.png`);
    expect([added.statusCode, rebinding]).toEqual([201, ['10.0.0.7']]);
  });
});

describe('pictures of a workspace', () => {
  const add = async () => (await fetchIt(at('/pier.png'), { alt_text: 'A pier.' })).json();

  it('are listed newest first, page by page', async () => {
    const [first, second] = [await add(), await add()];
    const page = (await api.send('GET', '/api/v1/media?limit=1')).json();
    expect(page.media.map(({ media_id }: { media_id: string }) => media_id)).toEqual([second.media_id]);
    const next = (await api.send('GET', `/api/v1/media?limit=1&cursor=${page.next_cursor}`)).json();
    expect(next.media[0].media_id).toBe(first.media_id);
  });

  it('get a new description as new pictures with the same bytes', async () => {
    const before = await add();
    const describeAs = async (alt_text: string) =>
      (await api.send('POST', `/api/v1/media/${before.media_id}/describe`, { alt_text })).json();
    const after = await describeAs('A pier in fog.');
    expect(after).toMatchObject({ alt_text: 'A pier in fog.', renditions: before.renditions });
    expect(after.media_id).not.toBe(before.media_id);
    expect((await describeAs('A pier.')).media_id).toBe(before.media_id);
  });

  it('are removed by their uploader unless a draft uses them', async () => {
    const [free, used] = [await add(), await add()];
    const draft = { workspace_id: api.home.workspaceId, source_text: 'The pier.', platforms: ['sandbox'], media_ids: [used.media_id] };
    const { draft_id } = (await api.send('POST', '/api/v1/drafts', draft)).json();
    expect(expectProblem(await api.send('DELETE', `/api/v1/media/${used.media_id}`), 'media_in_use')).toMatchObject({ draft_id });
    const { authorization } = await givenAgent(api.services, api.home.workspace);
    expectProblem(await api.send('DELETE', `/api/v1/media/${free.media_id}`, undefined, { authorization }), 'not_found');
    expect((await api.send('DELETE', `/api/v1/media/${free.media_id}`)).json()).toEqual({ media_id: free.media_id, removed: true });
    expectProblem(await api.send('GET', `/api/v1/media/${free.media_id}`), 'not_found');
    expectProblem(await api.send('POST', '/api/v1/drafts', { ...draft, media_ids: [free.media_id] }), 'validation_failed');
  });

  it('cannot be removed by others, without waiting for a draft in progress', async () => {
    const { media_id } = await add();
    const { authorization } = await givenAgent(api.services, api.home.workspace);
    await database.orm.em.fork().transactional(async (writer) => {
      await writer.execute("select pg_advisory_xact_lock_shared(hashtextextended('media/' || ?, 0))::text", [media_id]);
      expectProblem(await api.send('DELETE', `/api/v1/media/${media_id}`, undefined, { authorization }), 'not_found');
    });
  });

  it('are kept if approval was requested for them, even if the draft has others by now', async () => {
    const [asked, other] = [await add(), await add()];
    const draft = { workspace_id: api.home.workspaceId, source_text: 'The pier.', platforms: ['sandbox'], media_ids: [asked.media_id] };
    const { draft_id } = (await api.send('POST', '/api/v1/drafts', { ...draft, publish_mode: 'approval_queue' })).json();
    const changed = await api.send('PATCH', `/api/v1/drafts/${draft_id}`, { media_ids: [other.media_id] }, { 'if-match': '*' });
    expect(changed.statusCode).toBe(200);
    expect(expectProblem(await api.send('DELETE', `/api/v1/media/${asked.media_id}`), 'media_in_use')).toMatchObject({ draft_id });
  });
});
