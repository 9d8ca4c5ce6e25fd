import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERRORS, type ErrorCode } from '../error-table.ts';
import { removeExpiredUploads } from '../media/tus-uploads.ts';
import { useApi } from '../testing/api.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { testConfig } from '../testing/test-services.ts';

const database = useTestDatabase();
const dataDir = await mkdtemp(join(tmpdir(), 'uploads-'));
const api = useApi(database, { services: () => ({ config: testConfig(database, { dataDir, uploadBytes: 1_000_000 }) }) });
afterAll(() => rm(dataDir, { recursive: true }));

let origin: string;
beforeAll(async () => {
  origin = await api.app.listen({ port: 0, host: '127.0.0.1' });
});

const UPLOADS = '/api/v1/media/uploads';
const BYTES = 'application/offset+octet-stream';

type Headers = Record<string, string | undefined>;

/** A request by tus 1.0; a header that is undefined is not sent. */
async function tus(method: string, path: string, sent: Headers = {}, body?: Buffer) {
  const all: Headers = { authorization: api.agent.authorization, 'tus-resumable': '1.0.0', ...sent };
  const headers = Object.entries(all).filter((header): header is [string, string] => header[1] !== undefined);
  return fetch(new URL(path, origin), { method, headers, ...(body && { body: new Uint8Array(body) }) });
}

async function begin(bytes = 10): Promise<string> {
  const begun = await tus('POST', UPLOADS, { 'upload-length': String(bytes) });
  expect(begun.status).toBe(201);
  return begun.headers.get('location') ?? '';
}

const part = (offset: number, more: Headers = {}): Headers => ({ 'upload-offset': String(offset), 'content-type': BYTES, ...more });

async function expectRefused(answer: Response, code: ErrorCode, detail: string, remedy: string | RegExp): Promise<void> {
  const { status } = ERRORS[code];
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(await answer.json()).toMatchObject({ code, status, detail, remedy: expect.stringMatching(remedy) });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('tus-resumable')).toBe('1.0.0');
}

const VERSION = /^Send Tus-Resumable: 1\.0\.0/;
const NO_VERSION = 'Tus-Resumable must be 1.0.0.';

describe('a refused upload is a problem document:', () => {
  it.each<[string, Headers, ErrorCode, string, RegExp]>([
    ['no version', { 'tus-resumable': undefined, 'upload-length': '10' }, 'tus_version_unsupported', NO_VERSION, VERSION],
    ['another version', { 'tus-resumable': '0.2.2', 'upload-length': '10' }, 'tus_version_unsupported', NO_VERSION, VERSION],
    ['no length', {}, 'bad_user_input', 'Upload-Length is missing.', /in bytes/],
    ['a length that is no number', { 'upload-length': 'ten' }, 'bad_user_input', 'The header upload-length is invalid.', /tus 1\.0/],
    ['too long', { 'upload-length': '1000001' }, 'payload_too_large', 'An upload has at most 1 megabytes.', /smaller/],
    [
      'metadata',
      { 'upload-length': '1', 'upload-metadata': 'a b c' },
      'bad_user_input',
      'The header upload-metadata is invalid.',
      /tus 1\.0/,
    ],
    ['parallel', { 'upload-length': '10', 'upload-concat': 'partial' }, 'bad_user_input', 'Upload-Concat is not supported.', /one upload/],
  ])('one that begins with %s', async (_name, headers, code, detail, remedy) => {
    const answer = await tus('POST', UPLOADS, headers);
    if (code === 'tus_version_unsupported') expect(answer.headers.get('tus-version')).toBe('1.0.0');
    await expectRefused(answer, code, detail, remedy);
  });

  it.each<[string, Headers, ErrorCode, string, RegExp]>([
    ['no offset', part(0, { 'upload-offset': undefined }), 'bad_user_input', 'Upload-Offset is missing.', /HEAD/],
    ['another offset', part(3), 'invalid_state', 'Upload-Offset is not the number of bytes that have arrived.', /HEAD/],
    [
      'a body of another type',
      part(0, { 'content-type': 'text/plain' }),
      'unsupported_media_type',
      ERRORS.unsupported_media_type.message,
      /octet/,
    ],
    ['no version', part(0, { 'tus-resumable': undefined }), 'tus_version_unsupported', NO_VERSION, VERSION],
  ])('a part with %s', async (_name, headers, code, detail, remedy) => {
    await expectRefused(await tus('PATCH', await begin(), headers, Buffer.from('bytes')), code, detail, remedy);
  });

  it('a part longer than the rest', async () => {
    const answer = await tus('PATCH', await begin(4), part(0), Buffer.from('bytes'));
    await expectRefused(answer, 'payload_too_large', 'The part is longer than the rest of the upload.', /Upload-Length/);
  });

  it.each(['PATCH', 'DELETE'])('%s of an upload that does not exist', async (method) => {
    const answer = await tus(method, `${UPLOADS}/${api.home.workspaceId}.${randomUUID()}`, part(0));
    await expectRefused(answer, 'not_found', 'There is no such upload; an upload is kept for 24 hours.', /./);
  });

  it('one without a key', async () => {
    const answer = await tus('POST', UPLOADS, { authorization: undefined, 'upload-length': '10' });
    await expectRefused(answer, 'unauthenticated', ERRORS.unauthenticated.message, /Authorization/);
  });
});

it('a file that is too large is refused in the language of the person', async () => {
  const answer = await tus('POST', UPLOADS, { 'upload-length': '1000001', 'accept-language': 'de' });
  expect(await answer.json()).toMatchObject({ detail: 'Ein Upload hat höchstens 1 Megabyte.' });
});

it('HEAD of an upload that does not exist is 404 in this version of the protocol', async () => {
  const answer = await tus('HEAD', `${UPLOADS}/${api.home.workspaceId}.${randomUUID()}`);
  expect([answer.status, answer.headers.get('tus-resumable')]).toEqual([404, '1.0.0']);
});

it('a page of another origin can read the protocol’s headers of a refusal', async () => {
  const { headers } = await tus('PATCH', await begin(), part(3, { origin: 'https://posts.example.org' }), Buffer.from('bytes'));
  const exposed = headers.get('access-control-expose-headers')?.toLowerCase().split(/, ?/);
  expect(exposed).toEqual(expect.arrayContaining(['tus-resumable', 'tus-version', 'upload-offset', 'x-request-id']));
});

it('a part that is refused before it has arrived reaches a client that closes its connection', async () => {
  const { authorization } = api.agent;
  const headers = { authorization, 'tus-resumable': '1.0.0', 'upload-offset': '3', 'content-type': BYTES };
  const sending = httpRequest(new URL(await begin(), origin), { method: 'PATCH', agent: false, headers });
  Readable.from(Array.from({ length: 160 }, () => Buffer.alloc(65_536))).pipe(sending);
  const [answer] = (await once(sending, 'response')) as [IncomingMessage];
  expect([answer.statusCode, await json(answer)]).toMatchObject([409, { code: 'invalid_state' }]);
});

it('what has arrived of a part is kept when the connection is lost', async () => {
  const address = await begin(100_000);
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  const head = { host: 'x', authorization: api.agent.authorization, 'tus-resumable': '1.0.0', ...part(0), 'content-length': '100000' };
  socket.write(
    `PATCH ${address} HTTP/1.1\r\n${Object.entries(head)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  );
  socket.write(Buffer.alloc(60_000));
  await expect.poll(async () => (await stat(join(dataDir, 'uploads', address.split('/').at(-1) ?? ''))).size).toBe(60_000);
  socket.destroy();
  expect((await tus('HEAD', address)).headers.get('upload-offset')).toBe('60000');
  expect((await tus('PATCH', address, part(60_000), Buffer.alloc(40_000))).status).toBe(204);
});

describe('a fault of the disk is not taken for an upload that does not exist', () => {
  /** A folder in place of a file cannot be read or written. */
  async function begunWithout(file: (address: string) => string): Promise<string> {
    const address = await begin();
    const path = join(dataDir, 'uploads', file(address.split('/').at(-1) ?? ''));
    await rm(path);
    await mkdir(path);
    return address;
  }

  it.each(['HEAD', 'PATCH'])('for %s', async (method) => {
    const answer = await tus(method, await begunWithout((id) => `${id}.json`), part(0));
    expect([answer.status, answer.headers.get('tus-resumable')]).toEqual([500, '1.0.0']);
    if (method === 'PATCH') await expectRefused(answer, 'internal_error', ERRORS.internal_error.message, /request id/);
  });

  it('when an upload is used', async () => {
    const address = await begunWithout((id) => `${id}.json`);
    const used = await api.send('POST', '/api/v1/media/from-upload', { upload_id: address.split('/').at(-1) });
    expect(used.json()).toMatchObject({ code: 'internal_error' });
  });

  it('when one is deleted', async () => {
    const address = await begunWithout((id) => id);
    await expectRefused(await tus('DELETE', address), 'internal_error', ERRORS.internal_error.message, /./);
  });

  it('when expired ones are deleted: a folder that does not exist has none, another fault is an error', async () => {
    const folder = await mkdtemp(join(dataDir, 'other-'));
    const { clock } = api.services;
    const config = { dataDir: folder, uploadBytes: 1 };
    await removeExpiredUploads({ config, clock });
    await writeFile(join(folder, 'uploads'), 'not a folder');
    await expect(removeExpiredUploads({ config, clock })).rejects.toThrow('ENOTDIR');
  });
});
