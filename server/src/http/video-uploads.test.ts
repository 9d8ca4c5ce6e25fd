import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, expect, inject, it, vi } from 'vitest';
import { removeExpiredUploads } from '../media/tus-uploads.ts';
import type { JsonObject } from '../platforms/platform.ts';
import { intentFor } from '../platforms/testing/contract-posts.ts';
import { imagesOfAccount } from '../publishing/sending/call-platform.ts';
import { expectProblem, useApi } from '../testing/api.ts';
import { givenConnectionRow } from '../testing/content.ts';
import { givenAgent, givenWorkspace } from '../testing/factories.ts';
import { SMALLEST_PNG } from '../testing/pictures.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { testConfig } from '../testing/test-services.ts';
import { videoFile } from '../testing/videos.ts';

const database = useTestDatabase();
const dataDir = dirname(inject('mediaFolder'));
const api = useApi(database, { services: () => ({ config: testConfig(database, { dataDir, uploadBytes: 1_000_000 }) }) });

let origin: string;
beforeAll(async () => {
  origin = await api.app.listen({ port: 0, host: '127.0.0.1' });
});

/** A request by tus 1.0 over a real connection, as the agent or another one. */
const tus = (method: string, path: string, headers: Record<string, string> = {}, body?: Buffer) =>
  fetch(new URL(path, origin), {
    method,
    headers: { authorization: api.agent.authorization, 'tus-resumable': '1.0.0', ...headers },
    ...(body && { body: new Uint8Array(body) }),
  });
const begin = (size: number, headers = {}) => tus('POST', '/api/v1/media/uploads', { 'upload-length': String(size), ...headers });
const part = (address: string, offset: number, body: Buffer) =>
  tus('PATCH', address, { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }, body);
const idOf = (address: string): string => address.split('/').at(-1) ?? '';
const use = (address: string, altText = '') =>
  api.send('POST', '/api/v1/media/from-upload', { upload_id: idOf(address), ...(altText && { alt_text: altText }) });

async function uploaded(bytes: Buffer): Promise<string> {
  const address = (await begin(bytes.length)).headers.get('location') ?? '';
  expect((await part(address, 0, bytes)).status).toBe(204);
  return address;
}

it('can be read by a page of another origin', async () => {
  const response = await begin(10, { origin: 'https://posts.example.org' });
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([201, '*']);
  expect(response.headers.get('x-request-id')).toBeTruthy();
  const address = response.headers.get('location') ?? '';
  const resumed = await tus('HEAD', address, { origin: 'https://posts.example.org' });
  for (const name of ['Location', 'Upload-Offset', 'Upload-Length', 'Tus-Resumable', 'X-Request-Id']) {
    for (const { headers } of [response, resumed])
      expect(headers.get('access-control-expose-headers')?.toLowerCase().split(/, ?/)).toContain(name.toLowerCase());
  }
  const refused = await tus('HEAD', address, { origin: 'https://posts.example.org', 'tus-resumable': '0.1' });
  expect(refused.headers.get('access-control-allow-origin')).toBe('*');
});

it('a video is uploaded in parts, resumes after a lost connection, and is signed and sent by the hash of its bytes', async () => {
  await givenConnectionRow(api.services, api.home.workspace);
  const bytes = await videoFile(12);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const begun = await begin(bytes.length);
  expect(begun.status).toBe(201);
  const address = begun.headers.get('location') ?? '';
  await part(address, 0, bytes.subarray(0, 20_000));
  expectProblem(await use(address), 'invalid_state');
  expect((await stat(join(dataDir, 'uploads'))).mode & 0o077).toBe(0);
  const { headers } = await tus('HEAD', address);
  expect([headers.get('upload-offset'), headers.get('upload-length')]).toEqual(['20000', String(bytes.length)]);
  await part(address, 20_000, bytes.subarray(20_000));

  const media = (await use(address, 'Boats come in.')).json();
  const rendition = { sha256, mime_type: 'video/mp4', byte_size: bytes.length, width: 360, height: 640 };
  expect(media).toMatchObject({ alt_text: 'Boats come in.', seconds: 12, renditions: [rendition] });

  const words = {
    workspace_id: api.home.workspaceId,
    source_text: 'The harbour opens.',
    platforms: ['sandbox'],
    publish_mode: 'approval_queue',
  };
  const draft = (await api.send('POST', '/api/v1/drafts', { ...words, media_ids: [media.media_id] })).json();
  expect(draft).toMatchObject({ status: 'in_review', media_ids: [media.media_id] });
  const [payload] = (await api.send('POST', '/api/v1/payloads', { workspace_id: api.home.workspaceId, draft_id: draft.draft_id })).json()
    .payloads;
  const video = { sha256, mime_type: 'video/mp4', byte_size: bytes.length };
  expect(payload).toMatchObject({ valid: true, payload: { video }, preview: { images: [{ seconds: 12, alt_text: 'Boats come in.' }] } });

  const platform = api.services.platforms.get('sandbox');
  if (!platform) throw new Error('There is no sandbox.');
  const { credentials } = await platform.connect({});
  const hooks = { onSending: async () => {}, onUploaded: async () => {}, signal: AbortSignal.timeout(60_000) };
  const publish = (body: JsonObject, accountId: string) =>
    platform.publish(body, credentials, intentFor(platform, body), { ...hooks, ...imagesOfAccount(api.services, accountId) });
  expect(await publish(payload.payload, api.home.workspace.accountId)).toMatchObject({ kind: 'published' });
  await expect(publish(payload.payload, 'acc_other')).rejects.toThrow('gone from the store');
});

it('a video that a network refuses is refused before anything is approved, with every reason', async () => {
  const bytes = await videoFile(2.5, { rate: 10, packetBytes: 500 });
  const media = (await use(await uploaded(bytes))).json();
  const words = { workspace_id: api.home.workspaceId, source_text: 'Boats\n\nThe harbour opens.', publish_mode: 'approval_queue' };
  const draft = (
    await api.send('POST', '/api/v1/drafts', { ...words, platforms: ['x', 'linkedin', 'sandbox'], media_ids: [media.media_id] })
  ).json();
  const { payloads } = (
    await api.send('POST', '/api/v1/payloads', { workspace_id: api.home.workspaceId, draft_id: draft.draft_id })
  ).json() as { payloads: { platform: string; valid: boolean; violations: { code: string; message: string }[] }[] };
  const faultsOf = (platform: string) => payloads.find((payload) => payload.platform === platform)?.violations.map(({ code }) => code);
  expect(payloads.map(({ platform, valid }) => [platform, valid])).toEqual([
    ['x', false],
    ['linkedin', false],
    ['sandbox', true],
  ]);
  expect(faultsOf('x')).toEqual(['video_codec']);
  expect(faultsOf('linkedin')).toEqual(['video_too_short']);
});

const handIn = async (bytes: Buffer, type: string) => {
  const headers = { authorization: api.agent.authorization, 'content-type': type, 'idempotency-key': crypto.randomUUID() };
  return fetch(new URL('/api/v1/media', origin), { method: 'POST', headers, body: new Uint8Array(bytes) });
};
const describeAs = (mediaId: string, body: JsonObject) => api.send('POST', `/api/v1/media/${mediaId}/describe`, body);

const SUBTITLES = '1\n00:00:01,000 --> 00:00:02,500\nBoats come in.\n';

it('a video has a cover and subtitles, which are signed if the network accepts them', async () => {
  await givenConnectionRow(api.services, api.home.workspace);
  const video = (await use(await uploaded(await videoFile(12)), 'Boats come in.')).json();
  const picture = (await (await handIn(SMALLEST_PNG, 'image/png')).json()) as JsonObject;
  const subtitles = (await (await handIn(Buffer.from(SUBTITLES), 'application/x-subrip')).json()) as {
    media_id: string;
    renditions: { mime_type: string; sha256: string }[];
  };
  expect(subtitles.renditions.map((form) => form.mime_type)).toEqual(['application/x-subrip', 'text/vtt']);
  const extras = { cover: { media_id: picture.media_id ?? '', at_ms: 1_500 }, subtitles: { media_id: subtitles.media_id, language: 'en' } };
  const whole = (await describeAs(video.media_id, extras)).json();
  expect(whole).toMatchObject({ alt_text: 'Boats come in.', ...extras });
  expect((await describeAs(whole.media_id, extras)).json().media_id).toBe(whole.media_id);
  expect((await describeAs(whole.media_id, { cover: null })).json()).toMatchObject({ cover: null, subtitles: extras.subtitles });

  const words = { workspace_id: api.home.workspaceId, source_text: 'Boats\n\nThe harbour opens.', publish_mode: 'approval_queue' };
  const draft = (
    await api.send('POST', '/api/v1/drafts', { ...words, platforms: ['sandbox', 'tiktok', 'slack'], media_ids: [whole.media_id] })
  ).json();
  const asked = await api.send('POST', '/api/v1/payloads', { workspace_id: api.home.workspaceId, draft_id: draft.draft_id });
  const { payloads } = asked.json() as { payloads: { platform: string; payload: JsonObject; preview: { images: JsonObject[] } }[] };
  const of = (platform: string) => payloads.find((each) => each.platform === platform);
  const [, vtt] = subtitles.renditions;
  expect(of('sandbox')?.payload.video).toMatchObject({
    cover: { mime_type: 'image/png' },
    subtitles: { sha256: vtt?.sha256, mime_type: 'text/vtt', language: 'en' },
  });
  expect(of('tiktok')?.payload.post_info).toMatchObject({ video_cover_timestamp_ms: 1_500 });
  expect(of('slack')?.payload.video).not.toHaveProperty('cover');
  const saidOf = (platform: string) => of(platform)?.preview.images.map(({ cover, subtitles: shown }) => [cover, shown]);
  expect(saidOf('sandbox')).toMatchObject([
    [
      { sent: true, at_ms: 1_500 },
      { sent: true, language: 'en' },
    ],
  ]);
  expect(saidOf('slack')).toMatchObject([[{ sent: false }, { sent: false }]]);
  const file = await api.send('GET', `/api/media/${subtitles.media_id}/${vtt?.sha256}`);
  expect([file.headers['content-type'], file.body]).toEqual(['text/vtt', expect.stringMatching(/^WEBVTT\n\n00:00:01.000 --> /)]);

  expectProblem(await api.send('DELETE', `/api/v1/media/${subtitles.media_id}`), 'media_in_use');
});

it('a cover and subtitles that do not belong to the video are refused with the reason', async () => {
  const video = (await use(await uploaded(await videoFile(2)))).json();
  const picture = (await (await handIn(SMALLEST_PNG, 'image/png')).json()) as { media_id: string };
  const late = (await (await handIn(Buffer.from(SUBTITLES.replaceAll('00:00:0', '00:01:0')), 'text/vtt')).json()) as { media_id: string };
  const reasons = async (mediaId: string, body: JsonObject) =>
    (expectProblem(await describeAs(mediaId, body), 'validation_failed').errors as { message: string }[]).map(({ message }) => message);
  expect(await reasons(video.media_id, { cover: { at_ms: 2_001 } })).toEqual([expect.stringContaining('not a moment of the video')]);
  expect(await reasons(video.media_id, { cover: { media_id: late.media_id } })).toEqual([expect.stringContaining('still picture')]);
  expect(await reasons(picture.media_id, { cover: { media_id: picture.media_id } })).toEqual([expect.stringContaining('only a video')]);
  const named = (mediaId: string, language = 'en') => ({ subtitles: { media_id: mediaId, language } });
  expect(await reasons(video.media_id, named(late.media_id))).toEqual([expect.stringContaining('the subtitles end after')]);
  expect(await reasons(video.media_id, named(picture.media_id))).toEqual([expect.stringContaining('SRT or WebVTT')]);
  expect(await reasons(video.media_id, named(late.media_id, 'no language'))).toEqual([expect.stringContaining('by its tag')]);
  const draft = { workspace_id: api.home.workspaceId, source_text: 'Boats', platforms: ['sandbox'], media_ids: [late.media_id] };
  expectProblem(await api.send('POST', '/api/v1/drafts', draft), 'validation_failed');
  expect((await handIn(Buffer.from('1\n00:00:05,000 --> 00:00:01,000\nBoats'), 'application/x-subrip')).status).toBe(422);
});

it('a video is served by ranges, as browsers request them', async () => {
  const bytes = await videoFile(3, { type: 'webm' });
  const media = (await use(await uploaded(bytes))).json();
  expect(media).toMatchObject({ renditions: [{ mime_type: 'video/webm' }] });
  const url = `/api/media/${media.media_id}/${media.renditions[0].sha256}`;
  const ask = async (range?: string) => {
    const { statusCode, headers, rawPayload } = await api.send('GET', url, undefined, range ? { range } : {});
    return { status: statusCode, range: headers['content-range'], type: headers['content-type'], body: rawPayload };
  };
  expect(await ask()).toMatchObject({ status: 200, type: 'video/webm', body: bytes });
  expect(await ask('bytes=100-199')).toMatchObject({
    status: 206,
    range: `bytes 100-199/${bytes.length}`,
    body: bytes.subarray(100, 200),
  });
  expect((await ask('bytes=-10')).body).toEqual(bytes.subarray(-10));
  expect((await ask(`bytes=${bytes.length}-`)).status).toBe(416);
});

it('HEAD of a video gives its headers, and reads none of it', async () => {
  const bytes = await videoFile(3, { type: 'webm' });
  const media = (await use(await uploaded(bytes))).json();
  const read = vi.spyOn(api.services.media, 'readPart');
  const url = `/api/media/${media.media_id}/${media.renditions[0].sha256}`;
  const { statusCode, headers } = await api.app.inject({ method: 'HEAD', url, headers: { authorization: api.agent.authorization } });
  const bytesRead = read.mock.calls.map(([, , from, to]) => to - from);
  read.mockRestore();
  expect([statusCode, headers['content-length'], headers['accept-ranges']]).toEqual([200, String(bytes.length), 'bytes']);
  // Only whether it is there.
  expect(bytesRead).toEqual([1]);
});

it('an upload belongs to its workspace', async () => {
  const address = await uploaded(await videoFile(1));
  const foreign = await givenAgent(api.services, (await givenWorkspace(api.services)).workspace);
  const headers = { authorization: foreign.authorization };
  const statuses = await Promise.all(['HEAD', 'PATCH', 'DELETE'].map(async (method) => (await tus(method, address, headers)).status));
  expect(statuses).toEqual([404, 404, 404]);
  const stolen = await api.send('POST', '/api/v1/media/from-upload', { upload_id: idOf(address) }, headers);
  expectProblem(stolen, 'not_found');
  expect((await tus('HEAD', address, { authorization: 'Bearer nonsense' })).status).toBe(401);
  expect((await begin(10, { authorization: 'Bearer nonsense' })).status).toBe(401);
  expectProblem(await api.send('POST', '/api/v1/media/from-upload', { upload_id: `${api.home.workspaceId}.../../keys` }), 'not_found');
});

it.each(['HEAD', 'PATCH', 'DELETE'])('%s of the own upload cannot be led to another workspace’s by its URL', async (method) => {
  const theirs = await uploaded(await videoFile(1));
  const foreign = await givenAgent(api.services, (await givenWorkspace(api.services)).workspace);
  const headers = { authorization: foreign.authorization, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  const begun = await begin(10, { authorization: foreign.authorization });
  const own = begun.headers.get('location') ?? '';
  for (const address of [`${own}?/${idOf(theirs)}`, `${own}?x=/${idOf(theirs)}/`]) {
    const answer = await tus(method, address, headers, method === 'PATCH' ? Buffer.from('') : undefined);
    expect([200, 204, 404]).toContain(answer.status);
    if (answer.status === 200) expect(answer.headers.get('upload-length')).toBe('10');
  }
  expect((await tus(method, own.replace(/\.[^.]*$/, '.x'), headers)).status).toBe(404);
  const { headers: kept } = await tus('HEAD', theirs);
  expect([kept.get('upload-offset'), kept.get('upload-length')]).toEqual([kept.get('upload-length'), expect.stringMatching(/^\d+$/)]);
});

it('an upload that was used is deleted, and the request that used it can be repeated', async () => {
  const key = { 'idempotency-key': crypto.randomUUID() };
  for (let count = 0; count < 21; count += 1) {
    const address = await uploaded(Buffer.from(SUBTITLES));
    const body = { upload_id: idOf(address) };
    const [first, again] = [
      await api.send('POST', '/api/v1/media/from-upload', body, count === 0 ? key : {}),
      count === 0 ? await api.send('POST', '/api/v1/media/from-upload', body, key) : null,
    ];
    expect(first.statusCode).toBe(201);
    if (again) expect(again.json()).toEqual(first.json());
    const left = await readdir(join(dataDir, 'uploads'));
    expect(left.filter((name) => name.startsWith(idOf(address)))).toEqual([]);
  }
});

it('an unused upload is deleted after a day, without another one', async () => {
  const address = await uploaded(Buffer.from(SUBTITLES));
  const left = async () => (await readdir(join(dataDir, 'uploads'))).filter((name) => name.startsWith(idOf(address)));
  const at = (hours: number) => ({ now: () => new Date(Date.now() + hours * 3_600_000) });
  await removeExpiredUploads({ ...api.services, clock: at(23) });
  expect(await left()).toHaveLength(2);
  await removeExpiredUploads({ ...api.services, clock: at(25) });
  expect(await left()).toEqual([]);
});

it('a file that is too large or not a video is refused', async () => {
  expect((await begin(1_000_001)).status).toBe(413);
  const problem = expectProblem(await use(await uploaded(Buffer.from('These are words, not a video.'))), 'media_unreadable');
  expect(problem.detail).toContain('not an MP4, MOV or WebM');
});

it('a deleted upload leaves no file on disk', async () => {
  const address = await uploaded(await videoFile(1));
  expect((await tus('DELETE', address)).status).toBe(204);
  const left = await readdir(join(dataDir, 'uploads'));
  expect(left.filter((name) => name.startsWith(idOf(address)))).toEqual([]);
});
