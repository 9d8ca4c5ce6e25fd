import { DriverException } from '@mikro-orm/postgresql';
import { HOUR_MS } from '../../clock.ts';
import {
  areDue,
  freshCredentials,
  type ReadSealed,
  RefreshPendingError,
  ServiceRefusedError,
  UnreadableCredentialsError,
} from '../../connections/renew-credentials.ts';
import type { Services } from '../../context.ts';
import { isDatabaseUnavailable } from '../../db/database-faults.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import { imageAddress } from '../../media/image-address.ts';
import { isStoredIntact } from '../../media/is-intact.ts';
import type { MediaStore } from '../../media/media-store.ts';
import { isLarge, Rendition } from '../../media/rendition.entity.ts';
import { limitSilence } from '../../outbound/fetch-bounded.ts';
import { ConnectError, type Intent, type JsonObject, type Outcome, type Platform, type SendHooks } from '../../platforms/platform.ts';
import { inSpan } from '../../tracing.ts';
import type { CallOutcome, Claim, Sending } from './attempt-types.ts';
import { keepLease, LeaseLostError } from './lease.ts';

/** The time limit of one platform call, started again by each part of a file that is read or sent. */
export const CALL_MS = 60_000;
/** For a large file on a slow connection: a gigabyte at a little more than one megabit per second. */
export const LONGEST_CALL_MS = 2 * HOUR_MS;

interface Sent {
  platform: Platform;
  accountId: string;
  connectionId: string;
  body: JsonObject;
  intent: Intent;
}

/** The only place that sends a post. No transaction is open. */
export async function sendPost(
  services: Services,
  { platform, accountId, connectionId, body, intent }: Sent,
  { onSending, onUploaded, signal, readSealed }: Pick<SendHooks, 'onSending' | 'onUploaded' | 'signal'> & { readSealed?: ReadSealed },
): Promise<Outcome> {
  const credentials = await freshCredentials(services, connectionId, signal, { read: readSealed });
  const limit = limitSilence(CALL_MS, LONGEST_CALL_MS);
  try {
    const outcome = await platform.publish(body, credentials, intent, {
      async onSending(learned) {
        await onSending(learned);
        limit.progress();
      },
      onUploaded,
      onProgress: limit.progress,
      ...imagesOfAccount(services, accountId, limit.progress),
      signal: AbortSignal.any([signal, limit.signal]),
    });
    if (outcome.kind !== 'unauthorized' || !(await areDue(services, connectionId).catch(() => true))) return outcome;
    // They expired during a long upload, or the database cannot say: the refusal of the next call is about the account.
    return { ...outcome, kind: 'unavailable', retryAfterSeconds: null };
  } finally {
    limit.stop();
  }
}

interface Calling {
  signal: AbortSignal;
  markSent(sending: Sending): Promise<boolean>;
  readSealed: ReadSealed;
}

/** Sends a claimed publication and returns its outcome. Null: the lease was lost. */
export async function callPlatform(services: Services, claim: Claim, calling: Calling): Promise<CallOutcome | null> {
  const { jobId, attemptId, platform } = claim;
  const attributes = { 'countersign.job.id': jobId, 'countersign.attempt.id': attemptId, 'countersign.platform': platform };
  return inSpan(`send to ${platform}`, { attributes }, async (span) => {
    let sealedCredentials: string | undefined;
    const readSealed: ReadSealed = async (connectionId) => {
      const found = await calling.readSealed(connectionId);
      sealedCredentials = found?.sealedCredentials;
      return found;
    };
    const outcome = await call(services, claim, { ...calling, readSealed });
    span.set({ 'countersign.outcome': outcome?.kind ?? 'lease_lost' });
    return outcome && { ...outcome, sealedCredentials };
  });
}

async function call(services: Services, claim: Claim, { signal, markSent, readSealed }: Calling): Promise<CallOutcome | null> {
  const platform = services.platforms.get(claim.platform);
  if (!platform) throw new Error(`There is no platform ${claim.platform}.`);
  const lease = keepLease(services, claim, markSent);
  try {
    const { accountId, body, intent } = claim;
    return await sendPost(
      services,
      { platform, accountId, connectionId: claim.connection.id, body, intent },
      { onSending: lease.markSent, onUploaded: lease.keep, signal: AbortSignal.any([signal, lease.signal]), readSealed },
    );
  } catch (error) {
    if (error instanceof LeaseLostError) return null;
    const withoutCredentials = outcomeWithoutCredentials(error);
    if (withoutCredentials) return withoutCredentials;
    const message = error instanceof Error ? error.message : String(error);
    const { accountId, draftId, publicationId, platform: platformId } = claim;
    const about = { err: error, accountId, draftId, publicationId, platform: platformId };
    if (isOwnFault(error)) services.log.warn(about, 'the database went away during a call');
    else services.log.error(about, 'a connector threw instead of returning an outcome');
    // After the request was sent, it may have been published: the outcome is unknown.
    return lease.isSent() ? { kind: 'unknown', message } : { kind: 'unavailable', message, retryAfterSeconds: null };
  } finally {
    lease.stop();
  }
}

/** Whether our own database failed, which holds the lease, rather than the platform. */
function isOwnFault(error: unknown): boolean {
  return error instanceof DriverException && isDatabaseUnavailable(error);
}

type WithoutCredentials = Extract<CallOutcome, { kind: 'unreadable' | 'unauthorized' | 'service_refused' | 'unavailable' }>;

/** The outcome if a connection's credentials were not available, so nothing was sent; null for any other error. */
export function outcomeWithoutCredentials(error: unknown): WithoutCredentials | null {
  if (error instanceof UnreadableCredentialsError) return { kind: 'unreadable', message: error.message };
  if (error instanceof ConnectError) return { kind: 'unauthorized', ...toStoredMessage(error.words) };
  if (error instanceof ServiceRefusedError) return { kind: 'service_refused', ...toStoredMessage(error.words) };
  if (error instanceof RefreshPendingError)
    return { kind: 'unavailable', ...toStoredMessage(error.words), retryAfterSeconds: error.retryAfterSeconds };
  return null;
}

const VIDEO_GONE = 'The video of the post is gone from the store. Upload it again and submit the draft again.';
const GONE = 'A picture of the post is gone from the store. Hand it in again and submit the draft again.';

/** The platform's access to the signed images; without them it would be another post. */
export function imagesOfAccount(
  services: Services,
  accountId: string,
  onProgress = (): void => {},
): Pick<SendHooks, 'openImage' | 'imageAddress' | 'readMedia'> {
  const intact = new Map<string, Promise<boolean>>();
  const store: Pick<MediaStore, 'readPart'> = {
    async readPart(...part) {
      const bytes = await services.media.readPart(...part);
      onProgress();
      return bytes;
    },
  };
  /** Once for each call of a platform, before anything of the file is sent. */
  const isIntactFile = (sha256: string): Promise<boolean> => {
    const isIntact = intact.get(sha256) ?? isStoredIntact(store, accountId, sha256);
    intact.set(sha256, isIntact);
    return isIntact;
  };
  return {
    async openImage(sha256) {
      const bytes = await services.media.read(accountId, sha256);
      if (!bytes) throw new Error(GONE);
      return bytes;
    },
    async imageAddress(sha256) {
      const rendition = await services.orm.em.fork().findOne(Rendition, { accountId, sha256 }, { orderBy: { id: 'asc' } });
      if (!rendition) throw new Error(GONE);
      // Networks fetch it in parts, which are not verified.
      if (isLarge(rendition.mimeType) && !(await isIntactFile(sha256))) throw new Error(VIDEO_GONE);
      return imageAddress(services, rendition);
    },
    async readMedia(sha256, from, to) {
      const part = (await isIntactFile(sha256)) && (await store.readPart(accountId, sha256, from, to));
      if (!part || part.length !== to - from) throw new Error(VIDEO_GONE);
      return part;
    },
  };
}
