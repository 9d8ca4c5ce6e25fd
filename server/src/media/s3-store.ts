import { openAsBlob } from 'node:fs';
import { AwsClient } from 'aws4fetch';
import type { MediaBucketConfig } from '../config/operator-services-config.ts';
import { isIntact } from './is-intact.ts';
import type { MediaStore, StoredFile } from './media-store.ts';

const TIMEOUT_MS = 20_000;
/** For a complete video on a slow connection. */
const FILE_TIMEOUT_MS = 1_800_000;
const RETRIES = 2;

/** Objects in a bucket, for web and worker processes on several machines. */
export function createS3Store({ bucketUrl, ...credentials }: MediaBucketConfig): MediaStore {
  const client = new AwsClient({ ...credentials, service: 's3', retries: RETRIES });
  const call = (accountId: string, sha256: string, init: RequestInit, timeoutMs = TIMEOUT_MS): Promise<Response> =>
    client.fetch(`${bucketUrl}/${accountId}/${sha256}`, { ...init, signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
  return {
    async put(accountId, sha256, bytes) {
      const response = await call(accountId, sha256, { method: 'PUT', body: new Uint8Array(bytes) });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`The object store responded with ${response.status} to a picture.`);
    },
    async putFile(accountId, sha256, path) {
      // Streamed from the disk while it is sent; the bucket compares the hash.
      const headers = { 'x-amz-content-sha256': sha256 };
      const response = await call(accountId, sha256, { method: 'PUT', headers, body: await openAsBlob(path) }, FILE_TIMEOUT_MS);
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`The object store responded with ${response.status} to a video.`);
    },
    async read(accountId, sha256) {
      const response = await call(accountId, sha256, { method: 'GET' });
      const bytes = Buffer.from(await response.arrayBuffer());
      if (response.status === 404) return null;
      if (!response.ok) throw new Error(`The object store responded with ${response.status} to the call for a picture.`);
      return isIntact(bytes, sha256) ? bytes : null;
    },
    async readPart(accountId, sha256, from, to) {
      const response = await call(accountId, sha256, { method: 'GET', headers: { range: `bytes=${from}-${to - 1}` } });
      const bytes = Buffer.from(await response.arrayBuffer());
      if (response.status === 404) return null;
      // RFC 9110, section 15.5.17: there is nothing at this offset.
      if (response.status === 416) return Buffer.alloc(0);
      if (response.status === 206) return bytes;
      if (!response.ok) throw new Error(`The object store responded with ${response.status} to the call for a part of a file.`);
      return bytes.subarray(from, to);
    },
    list: (accountId) => list(accountId),
    remove,
    async removeAll(accountId) {
      for await (const { sha256 } of list(accountId)) await remove(accountId, sha256);
    },
  };

  async function remove(accountId: string, sha256: string): Promise<void> {
    const response = await call(accountId, sha256, { method: 'DELETE' });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`The object store responded with ${response.status} to the removal of a file.`);
  }

  /** ListObjectsV2: up to 1,000 objects at a time. */
  async function* list(accountId: string): AsyncGenerator<StoredFile> {
    const prefix = `${accountId}/`;
    let next: string | null = null;
    do {
      const parameters = new URLSearchParams({ 'list-type': '2', prefix, ...(next !== null && { 'continuation-token': next }) });
      const listing = await client.fetch(`${bucketUrl}?${parameters}`, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
      const page = await listing.text();
      if (!listing.ok) throw new Error(`The object store responded with ${listing.status} to the call for the files of an account.`);
      for (const [, object = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const sha256 = textOf(object, 'Key').slice(prefix.length);
        yield { sha256, byteSize: Number(textOf(object, 'Size')), storedAt: new Date(textOf(object, 'LastModified')) };
      }
      next = textOf(page, 'NextContinuationToken') || null;
    } while (next !== null);
  }
}

/** The text of an element, with the entities that a continuation token may have. */
function textOf(xml: string, element: string): string {
  const text = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1] ?? '';
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
