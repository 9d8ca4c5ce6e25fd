import type { Context } from '../context.ts';
import { ownerOf } from '../db/request-concurrency.ts';
import { DomainError } from '../errors.ts';
import { FIELD_RULES } from '../field-rules.ts';
import { createConcurrencyLimit } from '../long-work/concurrency-limit.ts';
import type { AnswerHead } from '../outbound/fetch-bounded.ts';
import { OutboundFault } from '../outbound/outbound-fault.ts';

const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'application/octet-stream'];
const MOST_REDIRECTS = 3;
const TIMEOUT_MS = 15_000;
/** In one process: each is in memory while it is read, and a slow server occupies a slot for its whole timeout. */
const line = createConcurrencyLimit({ atOnce: 8, mostOfOne: 2, waitMs: TIMEOUT_MS, mostWaiting: 80 });

/**
 * Downloads an image from the public internet, without any credentials. The outbound client decides about the
 * address, and again at each redirect. Throws `address_refused`, `media_not_fetched`, `service_busy`. Never in a
 * transaction.
 */
export function fetchPicture(ctx: Pick<Context, 'outbound' | 'actor'>, url: string): Promise<Buffer> {
  return line.run(ownerOf(ctx), () => fetchInTurn(ctx, url));
}

async function fetchInTurn({ outbound }: Pick<Context, 'outbound'>, url: string): Promise<Buffer> {
  try {
    const { bytes } = await outbound.fetch(url, {
      ...{ to: 'page', redirects: MOST_REDIRECTS, timeoutMs: TIMEOUT_MS, headers: { accept: TYPES.join(',') } },
      mostBytes: FIELD_RULES.picture.mostBytes,
      judge: requirePicture,
    });
    return bytes;
  } catch (error) {
    if (!(error instanceof OutboundFault)) throw error;
    throw new DomainError(error.kind === 'refused' ? 'address_refused' : 'media_not_fetched', { message: error.message });
  }
}

/** The actual type is determined from the bytes later; this only avoids downloading a page or a film. */
function requirePicture({ status, headers }: AnswerHead): void {
  const [type = ''] = (headers.get('content-type') ?? '').toLowerCase().split(';', 1);
  if (status !== 200) throw new DomainError('media_not_fetched', { message: `The address answered ${status}.` });
  if (!TYPES.includes(type.trim()))
    throw new DomainError('media_not_fetched', { message: 'The address leads to something that is no picture.' });
}
