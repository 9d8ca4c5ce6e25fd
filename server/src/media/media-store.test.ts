import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskStore } from './disk-store.ts';
import { sha256Of } from './is-intact.ts';
import type { MediaStore } from './media-store.ts';
import { createS3Store } from './s3-store.ts';

const BYTES = Buffer.from('the bytes of a picture');
const HASH = sha256Of(BYTES);

let folder: string;
let bucket: Map<string, Buffer>;
let signatures: string[];
let status: number | null;
let server: Server;
let bucketUrl: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-media-'));
  bucket = new Map();
  signatures = [];
  status = null;
  // S3's PutObject and GetObject per its reference, with signature version 4.
  server = createServer(async (request, response) => {
    signatures.push(request.headers.authorization ?? '');
    const body = await buffer(request);
    const path = request.url ?? '';
    if (status) return response.writeHead(status).end('<Error/>');
    if (request.method === 'PUT') return bucket.set(path, body) && response.writeHead(200).end();
    if (request.method === 'DELETE') return bucket.delete(path) && response.writeHead(204).end();
    const prefix = new URL(path, 'http://bucket').searchParams.get('prefix');
    const keys = [...bucket.keys()].map((key) => key.replace('/pictures/', '')).filter((key) => key.startsWith(prefix ?? ''));
    if (prefix)
      return response
        .writeHead(200)
        .end(`<ListBucketResult>${keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')}</ListBucketResult>`);
    const found = bucket.get(path);
    return found ? response.writeHead(200).end(found) : response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  bucketUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pictures`;
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const s3 = (): MediaStore => createS3Store({ bucketUrl, region: 'eu-north-1', accessKeyId: 'AKEY', secretAccessKey: 'the secret' });

describe.each<[string, () => MediaStore]>([
  ['a folder', () => createDiskStore(folder)],
  ['a bucket', s3],
])('%s', (_name, open) => {
  it('returns what was stored, to the same account only', async () => {
    const store = open();
    await store.put('acc_1', HASH, BYTES);
    expect(await store.read('acc_1', HASH)).toEqual(BYTES);
    expect(await store.read('acc_2', HASH)).toBeNull();
    expect(await store.read('acc_1', sha256Of(Buffer.from('other')))).toBeNull();
  });

  it('removes everything of one account, and does nothing the second time', async () => {
    const store = open();
    const other = Buffer.from('other bytes');
    for (const account of ['acc_5', 'acc_51']) for (const bytes of [BYTES, other]) await store.put(account, sha256Of(bytes), bytes);
    for (let time = 0; time < 2; time += 1) await store.removeAll('acc_5');
    expect([await store.read('acc_5', HASH), await store.read('acc_5', sha256Of(other))]).toEqual([null, null]);
    expect(await store.read('acc_51', HASH)).toEqual(BYTES);
  });

  it('accepts the same image from twenty concurrent writers', async () => {
    const store = open();
    await Promise.all(Array.from({ length: 20 }, () => store.put('acc_3', HASH, BYTES)));
    expect(await store.read('acc_3', HASH)).toEqual(BYTES);
  });
});

it('a folder never exposes a partly written file, and returns no changed bytes', async () => {
  const store = createDiskStore(folder);
  await store.put('acc_4', HASH, BYTES);
  const place = join(folder, 'acc_4', HASH.slice(0, 2));
  expect(await readdir(place)).toEqual([HASH]);
  await writeFile(join(place, HASH), 'other bytes that a person put there');
  expect(await store.read('acc_4', HASH)).toBeNull();
});

it('a folder replaces a damaged file of the same size when it is handed in again', async () => {
  const store = createDiskStore(folder);
  const upload = join(folder, 'handed-in-again');
  const handInFile = async () => {
    await rm(upload, { force: true });
    await writeFile(upload, BYTES);
    await store.putFile('acc_7', HASH, upload);
  };
  for (const again of [() => store.put('acc_7', HASH, BYTES), handInFile]) {
    await again();
    await writeFile(join(folder, 'acc_7', HASH.slice(0, 2), HASH), BYTES.toString().toUpperCase());
    expect(await store.read('acc_7', HASH)).toBeNull();
    await again();
    expect(await store.read('acc_7', HASH)).toEqual(BYTES);
  }
});

it('a folder keeps its bytes when the upload they came from is written to afterwards', async () => {
  const store = createDiskStore(folder);
  const upload = join(folder, 'still-written-to');
  await writeFile(upload, BYTES);
  await store.putFile('acc_8', HASH, upload);
  await writeFile(upload, 'the bytes of another one');
  expect(await store.read('acc_8', HASH)).toEqual(BYTES);
});

it('a folder refuses a file that is not what was hashed, and keeps nothing of it', async () => {
  const store = createDiskStore(folder);
  const upload = join(folder, 'changed-meanwhile');
  await writeFile(upload, 'the bytes of another one');
  await expect(store.putFile('acc_9', HASH, upload)).rejects.toMatchObject({ code: 'media_unreadable' });
  expect(await readdir(join(folder, 'acc_9', HASH.slice(0, 2)))).toEqual([]);
});

it('a folder stores files that only its own user can read, wherever they come from', async () => {
  const store = createDiskStore(folder);
  const video = Buffer.from('the bytes of a video');
  const upload = join(folder, 'an-upload');
  await writeFile(upload, video, { mode: 0o644 });
  await store.put('acc_6', HASH, BYTES);
  await store.putFile('acc_6', sha256Of(video), upload);
  for (const sha256 of [HASH, sha256Of(video)])
    expect((await stat(join(folder, 'acc_6', sha256.slice(0, 2), sha256))).mode & 0o077, sha256).toBe(0);
});

it('a bucket is called with a signature and never with the secret, and its errors are reported', async () => {
  await s3().read('acc_1', HASH);
  expect(signatures.at(-1)).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKEY\/\d{8}\/eu-north-1\/s3\/aws4_request, SignedHeaders=.*, Signature=[0-9a-f]{64}$/,
  );
  expect(signatures.join()).not.toContain('the secret');
  status = 403;
  await expect(s3().read('acc_1', HASH)).rejects.toThrow('responded with 403');
  await expect(s3().put('acc_1', HASH, BYTES)).rejects.toThrow('responded with 403');
});
