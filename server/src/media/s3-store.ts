import { openAsBlob } from 'node:fs';
import { AwsClient } from 'aws4fetch';
import type { MediaBucketConfig } from '../config/operator-services-config.ts';
import { isIntact } from './is-intact.ts';
import type { MediaStore } from './media-store.ts';

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
    async removeAll(accountId) {
      const prefix = `${accountId}/`;
      for (;;) {
        // ListObjectsV2: up to 1,000 keys at a time.
        const listing = await client.fetch(`${bucketUrl}?list-type=2&prefix=${encodeURIComponent(prefix)}`, {
          signal: AbortSignal.timeout(TIMEOUT_MS),
          redirect: 'error',
        });
        const page = await listing.text();
        if (!listing.ok) throw new Error(`The object store responded with ${listing.status} to the call for the files of an account.`);
        const keys = [...page.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key).filter((key) => key.startsWith(prefix));
        if (keys.length === 0) return;
        for (const key of keys) {
          const response = await call(accountId, key.slice(prefix.length), { method: 'DELETE' });
          await response.arrayBuffer();
          if (!response.ok) throw new Error(`The object store responded with ${response.status} to the removal of a file.`);
        }
      }
    },
  };
}
