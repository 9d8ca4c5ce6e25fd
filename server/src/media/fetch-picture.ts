import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { FIELD_RULES } from '../field-rules.ts';
import type { AnswerHead } from '../outbound/fetch-bounded.ts';
import { OutboundFault } from '../outbound/outbound-fault.ts';

const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'application/octet-stream'];
const MOST_REDIRECTS = 3;
const TIMEOUT_MS = 15_000;
/** At once in one process: each is held in memory while it is read. */
const MOST_AT_ONCE = 8;
/** Of one account: a server that dribbles holds a place for as long as it may take. */
const MOST_OF_ACCOUNT = 2;
const underWay: string[] = [];

/**
 * The bytes of a picture of the public internet, given nothing of ours. Which address may be called is decided by the one way
 * out, and again at each redirect. Throws `address_refused`, `media_not_fetched`, `service_busy`. Never in a transaction.
 */
export async function fetchPicture({ outbound }: Pick<Context, 'outbound'>, accountId: string, url: string): Promise<Buffer> {
  const own = underWay.filter((id) => id === accountId).length;
  if (own >= MOST_OF_ACCOUNT || underWay.length >= MOST_AT_ONCE)
    throw new DomainError('service_busy', { message: 'Too many pictures are being fetched just now.' });
  underWay.push(accountId);
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
  } finally {
    underWay.splice(underWay.indexOf(accountId), 1);
  }
}

/** What it really is is read from its bytes afterwards; this only spares the reading of a page or a film. */
function requirePicture({ status, headers }: AnswerHead): void {
  const [type = ''] = (headers.get('content-type') ?? '').toLowerCase().split(';', 1);
  if (status !== 200) throw new DomainError('media_not_fetched', { message: `The address answered ${status}.` });
  if (!TYPES.includes(type.trim()))
    throw new DomainError('media_not_fetched', { message: 'The address leads to something that is no picture.' });
}
