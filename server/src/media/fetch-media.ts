import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import { ownerOf } from '../db/request-concurrency.ts';
import { DomainError } from '../errors.ts';
import { FIELD_RULES } from '../field-rules.ts';
import { createConcurrencyLimit } from '../long-work/concurrency-limit.ts';
import type { AnswerHead } from '../outbound/fetch-bounded.ts';
import { OutboundFault } from '../outbound/outbound-fault.ts';
import { unlessMissing } from './disk-store.ts';

const PICTURES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];
const OTHERS = [
  'video/mp4',
  'video/quicktime',
  'video/webm',
  'application/pdf',
  'application/octet-stream',
  'text/vtt',
  'application/x-subrip',
];
const MOST_REDIRECTS = 3;
/** Without progress. */
const TIMEOUT_MS = 15_000;
/** For a complete video; the caller waits for it. */
const LONGEST_MS = 300_000;
const PREFIX = 'fetched-';
/** In one process: a slow server occupies a slot for its whole timeout. */
const line = createConcurrencyLimit({ atOnce: 8, mostOfOne: 2, waitMs: TIMEOUT_MS, mostWaiting: 80 });

type Fetching = Pick<Context, 'outbound' | 'actor' | 'config'>;

/**
 * Downloads a picture, a video or a document from the public internet to a file, without any credentials, and
 * removes the file once `use` has ended. The outbound client checks the address, again at each redirect. `until` ends it earlier.
 * Throws `address_refused`, `media_not_fetched`, `service_busy`. Never call it in a transaction.
 */
export function fetchMedia<T>(ctx: Fetching, url: string, use: (path: string) => Promise<T>, until?: AbortSignal): Promise<T> {
  return line.run(ownerOf(ctx), async () => {
    const folder = join(ctx.config.dataDir, 'uploads');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await removeLeftovers(folder);
    const path = join(folder, PREFIX + randomUUID());
    try {
      await download(ctx, url, { path, until });
      return await use(path);
    } finally {
      await rm(path, { force: true });
    }
  });
}

async function download(
  { outbound, config }: Fetching,
  url: string,
  { path, until }: { path: string; until: AbortSignal | undefined },
): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  let most = config.uploadBytes;
  let size = 0;
  const longest = AbortSignal.timeout(LONGEST_MS);
  try {
    await outbound.fetch(url, {
      ...{ to: 'page', redirects: MOST_REDIRECTS, headers: { accept: [...PICTURES, ...OTHERS].join(',') } },
      ...{ timeoutMs: TIMEOUT_MS, signal: until ? AbortSignal.any([until, longest]) : longest, mostBytes: most },
      judge(head) {
        const type = requireMedia(head);
        if (PICTURES.includes(type)) most = FIELD_RULES.picture.mostBytes;
      },
      async receive(chunk) {
        size += chunk.length;
        if (size > most) throw new DomainError('media_not_fetched', { message: `The response is larger than ${most} bytes.` });
        await file.write(chunk);
      },
    });
  } catch (error) {
    if (!(error instanceof OutboundFault)) throw error;
    throw new DomainError(error.kind === 'refused' ? 'address_refused' : 'media_not_fetched', { message: error.message });
  } finally {
    await file.close();
  }
}

/** The actual type is determined from the bytes later; this only avoids downloading a page. */
function requireMedia({ status, headers }: AnswerHead): string {
  const [type = ''] = (headers.get('content-type') ?? '').toLowerCase().split(';', 1);
  if (status !== 200) throw new DomainError('media_not_fetched', { message: `The address responded with status ${status}.` });
  if (![...PICTURES, ...OTHERS].includes(type.trim()))
    throw new DomainError('media_not_fetched', { message: 'The address does not lead to a picture, video or document.' });
  return type.trim();
}

/** Removes files of a process that was killed during a download. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(PREFIX)) continue;
    const { mtimeMs = Date.now() } = (await unlessMissing(stat(join(folder, name)))) ?? {};
    if (Date.now() - mtimeMs > 2 * LONGEST_MS) await rm(join(folder, name), { force: true });
  }
}
