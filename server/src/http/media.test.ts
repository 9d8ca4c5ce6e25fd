import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { FIELD_RULES } from '../field-rules.ts';
import { countRows, expectProblem, useApi } from '../testing/api.ts';
import { givenConnectionRow } from '../testing/content.ts';
import { givenAgent, givenWorkspace } from '../testing/factories.ts';
import { noisyPicture, photograph, SMALLEST_PNG } from '../testing/pictures.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { holdFile } from './engine/json-body.ts';

const database = useTestDatabase();
const api = useApi(database);
const TEXT = 'The harbour opens again on Saturday at eight.';

const upload = (bytes: Buffer, query = '', headers: Record<string, string> = {}) =>
  api.send('POST', `/api/v1/media${query}`, bytes, { 'content-type': 'image/jpeg', ...headers });
const post = (url: string, body: Record<string, unknown>) => api.send('POST', url, { workspace_id: api.home.workspaceId, ...body });

it('a picture is uploaded, used in a draft, and part of the signed content by its hash', async () => {
  await givenConnectionRow(api.services, api.home.workspace);
  const media = (await upload(await photograph(300, 200), '?alt_text=Boats%20at%20dawn')).json();
  expect(media).toMatchObject({ alt_text: 'Boats at dawn', renditions: [{ mime_type: 'image/jpeg', width: 200, height: 300 }] });
  const draft = (
    await post('/api/v1/drafts', { source_text: TEXT, platforms: ['sandbox'], media_ids: [media.media_id], publish_mode: 'approval_queue' })
  ).json();
  expect(draft).toMatchObject({ status: 'in_review', media_ids: [media.media_id] });
  const [payload] = (await post('/api/v1/payloads', { draft_id: draft.draft_id })).json().payloads;
  const { sha256 } = media.renditions[0];
  expect(payload).toMatchObject({ valid: true, payload: { images: [{ media_id: media.media_id, sha256, alt_text: 'Boats at dawn' }] } });
  const [image] = payload.preview.images;
  const shown = { alt_text: 'Boats at dawn', width: 200, height: 300, mime_type: 'image/jpeg' };
  expect(image).toEqual({ url: `/api/media/${media.media_id}/${sha256}`, ...shown });

  const file = await api.send('GET', image.url);
  expect(file.headers).toMatchObject({ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' });
  expect(file.rawPayload.length).toBe(media.renditions[0].byte_size);
});

it('a person’s upload is refused before its body is read, unless they are signed in', async () => {
  const send = (url: string, payload: Buffer, type: string) =>
    api.app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } });
  const large = Buffer.alloc(FIELD_RULES.picture.mostBytes + 1);
  expectProblem(await send(`/api/media?workspace_id=${api.home.workspaceId}`, large, 'image/png'), 'unauthenticated');
  expectProblem(await send('/api/media/from-upload', Buffer.from('{}'), 'application/json'), 'unauthenticated');
});

it('holds three files of one account at once, and those of other accounts next to them', async () => {
  const response = () => ({ raw: new ServerResponse(new IncomingMessage(new Socket())) });
  const [first, second, third, fourth, other] = Array.from({ length: 5 }, response);
  const held: string[] = [];
  const hold = (name: string, owner: string, reply = response()) => holdFile(owner, reply).then(() => void held.push(name));
  await Promise.all([hold('first', 'acc_1', first), hold('second', 'acc_1', second), hold('third', 'acc_1', third)]);
  const waiting = hold('fourth', 'acc_1', fourth);
  await hold('other', 'acc_2', other);
  expect(held).toEqual(['first', 'second', 'third', 'other']);
  first?.raw.emit('close');
  await waiting;
  expect(held.at(-1)).toBe('fourth');
  for (const reply of [second, third, fourth, other]) reply?.raw.emit('close');
});

it('a picture has a thumbnail in lists, and is never enlarged', async () => {
  const media = (await upload(await photograph(900, 600))).json();
  const url = `/api/media/${media.media_id}/${media.renditions[0].sha256}`;
  const sizeAt = async (side: string) => {
    const { headers, rawPayload } = await api.send('GET', `${url}?side=${side}`);
    expect(headers['content-type']).toBe('image/webp');
    const { width, height } = await sharp(rawPayload).metadata();
    return [width, height];
  };
  expect(await sizeAt('80')).toEqual([80, 120]);
  expect(await sizeAt('160')).toEqual([160, 240]);
  expect(await sizeAt('640')).toEqual([600, 900]);
  expectProblem(await api.send('GET', `${url}?side=5000`), 'validation_failed');
});

it('a picture larger than any platform shows is reduced, and its original size is stored', async () => {
  const media = (await upload(await noisyPicture(100, 12_000).jpeg().toBuffer())).json();
  expect(media).toMatchObject({ reduced_from: { width: 100, height: 12_000 }, renditions: [{ width: 35, height: 4_096 }] });
  const described = await api.send('POST', `/api/v1/media/${media.media_id}/describe`, { alt_text: 'A long list of ferries.' });
  expect(described.json().reduced_from).toEqual(media.reduced_from);
  expect((await upload(SMALLEST_PNG)).json().reduced_from).toBeNull();
});

it('names the faults of a description by the fields that were sent', async () => {
  const media = (await upload(SMALLEST_PNG)).json();
  const describe = (body: object) => api.send('POST', `/api/v1/media/${media.media_id}/describe`, body);
  const cover = await describe({ cover: { media_id: media.media_id } });
  expect(expectProblem(cover, 'validation_failed').errors).toMatchObject([{ pointer: '/cover' }]);
  const long = 'x'.repeat(FIELD_RULES.picture.altText.maxLength + 1);
  expect(expectProblem(await describe({ alt_text: long }), 'validation_failed').errors).toMatchObject([{ pointer: '/alt_text' }]);
  const draft = { source_text: TEXT, platforms: ['sandbox'], media_ids: [media.media_id], alt_texts: [long] };
  expect(expectProblem(await post('/api/v1/drafts', draft), 'validation_failed').errors).toMatchObject([{ pointer: '/alt_texts/0' }]);
});

it('other pictures are other content: the approval is superseded and requested again', async () => {
  const [one, two] = [(await upload(SMALLEST_PNG)).json(), (await upload(await photograph(30, 20))).json()];
  const draft = (
    await post('/api/v1/drafts', { source_text: TEXT, platforms: ['sandbox'], media_ids: [one.media_id], publish_mode: 'approval_queue' })
  ).json();
  const change = (media_ids: string[], revision: number) =>
    api.send('PATCH', `/api/v1/drafts/${draft.draft_id}`, { media_ids }, { 'if-match': `"${revision}"` });
  const changed = (await change([two.media_id], draft.revision)).json();
  expect(changed.content_hash).not.toBe(draft.content_hash);
  expect(changed.approval).toMatchObject({ state: 'pending' });
  expect(changed.approval.approval_id).not.toBe(draft.approval.approval_id);
  expect((await change([], changed.revision)).json()).toMatchObject({ media_ids: [] });
});

it('a platform gets the largest rendition that it accepts; one without pictures makes the post invalid', async () => {
  const media = (await upload(await noisyPicture(1900, 1900).jpeg({ quality: 100 }).toBuffer())).json();
  const draft = (
    await post('/api/v1/drafts', { source_text: TEXT, platforms: ['sandbox', 'bluesky', 'youtube'], media_ids: [media.media_id] })
  ).json();
  await post('/api/v1/captions', { draft_id: draft.draft_id });
  const [sandbox, bluesky, youtube] = (await post('/api/v1/payloads', { draft_id: draft.draft_id })).json().payloads;
  const sizes = media.renditions.map(({ byte_size }: { byte_size: number }) => byte_size);
  const { image } = bluesky.payload.records[0].embed.images[0];
  expect(image.size).toBe(Math.max(...sizes.filter((size: number) => size <= 2_000_000)));
  expect(bluesky.violations).toEqual([]);
  expect(sandbox.payload.images[0].sha256).toBe(media.renditions[0].sha256);
  expect(youtube.violations.map(({ code }: { code: string }) => code)).toContain('media_not_supported');
});

it('a repeated request with the same key creates one picture', async () => {
  const headers = { 'idempotency-key': 'picture-1' };
  const [first, second] = [await upload(SMALLEST_PNG, '', headers), await upload(SMALLEST_PNG, '', headers)];
  expect(second.body).toBe(first.body);
  expectProblem(await upload(await photograph(30, 20), '', headers), 'idempotency_key_reused');
});

it('invalid, oversized and foreign files are refused, and nothing is stored', async () => {
  const stranger = await givenWorkspace(api.services);
  const other = await givenAgent(api.services, stranger.workspace);
  const mine = (await upload(SMALLEST_PNG)).json();
  const before = await countRows(database.orm);
  expectProblem(await upload(Buffer.from('no picture')), 'media_unreadable');
  expectProblem(await upload(Buffer.alloc(0)), 'media_unreadable');
  expectProblem(await upload(Buffer.alloc(20 * 1024 * 1024 + 1)), 'payload_too_large');
  const html = expectProblem(await upload(SMALLEST_PNG, '', { 'content-type': 'text/html' }), 'unsupported_media_type');
  expect(html.remedy).toContain('Upload a video or a document to /v1/media/uploads');
  const drafts = await api.send('POST', '/api/v1/drafts', 'x', { 'content-type': 'application/pdf' });
  expect(expectProblem(drafts, 'unsupported_media_type').remedy).toBe('Send JSON as application/json.');
  const cut = await upload((await photograph(300, 200)).subarray(0, 4_000));
  expect(expectProblem(cut, 'media_unreadable').detail).not.toMatch(/vips|buffer|error/i);
  const subtitles = await upload(Buffer.from('Not subtitles.'), '', { 'content-type': 'text/vtt' });
  expect(expectProblem(subtitles, 'media_unreadable').detail).toMatch(/nor SRT or WebVTT subtitles/);
  expectProblem(await upload(SMALLEST_PNG, `?workspace_id=${stranger.workspaceId}`), 'not_found');
  expectProblem(
    await upload(SMALLEST_PNG, '', { authorization: other.authorization, 'content-type': 'image/png' }).then(() =>
      api.send('GET', `/api/v1/media/${mine.media_id}`, undefined, { authorization: other.authorization }),
    ),
    'not_found',
  );
  const foreign = await api.send(
    'POST',
    '/api/v1/drafts',
    { workspace_id: stranger.workspaceId, source_text: TEXT, platforms: ['sandbox'], media_ids: [mine.media_id] },
    { authorization: other.authorization },
  );
  expect(expectProblem(foreign, 'validation_failed').errors).toMatchObject([{ pointer: '/media_ids/0' }]);
  const after = await countRows(database.orm);
  expect(after.drafts).toBe(before.drafts);
  expect(after.media).toBe((before.media ?? 0) + 1);
});
