import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import { ownerOf } from '../db/request-concurrency.ts';
import { DomainError } from '../errors.ts';
import { FIELD_RULES } from '../field-rules.ts';
import { joined, say } from '../languages/sentence.ts';
import { createConcurrencyLimit } from '../long-work/concurrency-limit.ts';
import { type AnswerHead, limitSilence } from '../outbound/fetch-bounded.ts';
import { OutboundFault } from '../outbound/outbound-fault.ts';
import { unlessMissing } from './disk-store.ts';
import { prepareFile } from './prepare-media.ts';
import type { StoredMedia } from './rendition.entity.ts';

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
const MINUTE_MS = 60_000;
/** The least that arrives in a minute of a download that goes on. */
const LEAST_A_MINUTE = 65_536;
const LONGEST_HOURS = 6;
const LONGEST_MS = LONGEST_HOURS * 60 * MINUTE_MS;
const PREFIX = 'fetched-';
const PLACES = { atOnce: 8, mostOfOne: 2, waitMs: 15_000, mostWaiting: 80 };
/** In one process: downloads in their first minute, and those that take longer, which would delay pictures. */
const [shortOnes, longOnes] = [createConcurrencyLimit(PLACES), createConcurrencyLimit(PLACES)];
/** By account and address: a repeated request waits for the first one's download. */
const underWay = new Map<string, Promise<StoredMedia[]>>();

/**
 * Downloads a picture, a video or a document from the public internet, without any credentials, and stores it for the
 * account. A download goes on while bytes arrive, for at most 6 hours, also after its request has ended. The outbound
 * client checks the address, again at each redirect. `until` ends it earlier.
 * Throws `address_refused`, `media_not_fetched`, `service_busy`, and as prepareFile() does. Never call it in a transaction.
 */
export async function fetchMedia(ctx: Context, accountId: string, url: string, until?: AbortSignal): Promise<StoredMedia[]> {
  if (until) return fetchFile(ctx, accountId, url, until);
  const key = `${accountId} ${url}`;
  const fetching = underWay.get(key) ?? fetchFile(ctx, accountId, url).finally(() => underWay.delete(key));
  underWay.set(key, fetching);
  return fetching;
}

function fetchFile(ctx: Context, accountId: string, url: string, until?: AbortSignal): Promise<StoredMedia[]> {
  return inPlace(ownerOf(ctx), async (takesLong) => {
    const folder = join(ctx.config.dataDir, 'uploads');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await removeLeftovers(folder);
    const path = join(folder, PREFIX + randomUUID());
    try {
      await download(ctx, url, { path, until, takesLong });
      return await prepareFile(ctx, accountId, path);
    } finally {
      await rm(path, { force: true });
    }
  });
}

async function inPlace<T>(owner: string, work: (takesLong: () => Promise<void>) => Promise<T>): Promise<T> {
  let place = shortOnes;
  await place.enter(owner);
  try {
    return await work(async () => {
      if (place === longOnes) return;
      await longOnes.enter(owner);
      shortOnes.leave(owner);
      place = longOnes;
    });
  } finally {
    place.leave(owner);
  }
}

interface Download {
  path: string;
  until: AbortSignal | undefined;
  takesLong(): Promise<void>;
}

async function download({ outbound, config }: Context, url: string, { path, until, takesLong }: Download): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  let most = config.uploadBytes;
  let size = 0;
  let counted = 0;
  let whole: string | null = null;
  const silence = limitSilence(MINUTE_MS);
  const longest = AbortSignal.timeout(LONGEST_MS);
  const firstMinute = AbortSignal.timeout(MINUTE_MS);
  try {
    await outbound.fetch(url, {
      ...{ to: 'page', redirects: MOST_REDIRECTS, headers: { accept: [...PICTURES, ...OTHERS].join(',') } },
      ...{ timeoutMs: MINUTE_MS, signal: AbortSignal.any([silence.signal, longest, ...(until ? [until] : [])]), mostBytes: most },
      judge(head) {
        const type = requireMedia(head);
        if (PICTURES.includes(type)) most = FIELD_RULES.picture.mostBytes;
        whole = head.headers.get('content-length');
      },
      async receive(chunk) {
        size += chunk.length;
        if (size > most) throw new DomainError('media_not_fetched', { message: `The response is larger than ${most} bytes.` });
        await file.write(chunk);
        if (firstMinute.aborted) await takesLong();
        if (size - counted < LEAST_A_MINUTE) return;
        counted = size;
        silence.progress();
      },
    });
  } catch (error) {
    if (!(error instanceof OutboundFault)) throw error;
    if (error.kind === 'refused') throw new DomainError('address_refused', { message: error.words });
    const reason = longest.aborted
      ? say`It took longer than ${LONGEST_HOURS} hours.`
      : silence.signal.aborted && size > 0
        ? say`Less than ${LEAST_A_MINUTE / 1024} KiB arrived in a minute.`
        : error.words;
    const arrived = whole === null ? say`${size} bytes had arrived.` : say`${size} of ${whole} bytes had arrived.`;
    throw new DomainError('media_not_fetched', { message: size > 0 ? joined([reason, arrived]) : reason });
  } finally {
    silence.stop();
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
    if (Date.now() - mtimeMs > LONGEST_MS) await rm(join(folder, name), { force: true });
  }
}
