import { Connection, type RestReason } from '../../connections/connection.entity.ts';
import type { ConnectionView } from '../../connections/connection-queries.ts';
import type { Context } from '../../context.ts';
import { type Sentence, say } from '../../languages/sentence.ts';
import type { JsonObject, Platform } from '../../platforms/platform.ts';
import { moveJob } from '../jobs/roll-up-job.ts';
import { asFailure, type Publication } from '../publication.entity.ts';
import type { PublishJob } from '../publish-job.entity.ts';
import { takeQuota } from './take-quota.ts';

/** Publications that wait for the same moment are spread over this period. */
const SPREAD_MS = 2_000;

export interface LimitedSend {
  job: PublishJob;
  publication: Publication;
  /** Locked and current. */
  connection: ConnectionView;
  platform: Platform;
  body: JsonObject;
}

/**
 * Enforces the platform's limits before sending: while the connection is paused, or where a quota is used up, this
 * publication waits, and only those of the same connection with it. Returns whether it may continue. The caller
 * flushes.
 */
export async function respectRateLimits(ctx: Context, send: LimitedSend): Promise<boolean> {
  if (await fitsIntoLimits(ctx, send)) {
    Object.assign(send.publication, { failureCode: null, failureMessage: null });
    return true;
  }
  await postpone(ctx, send, send.connection.restsUntil ?? ctx.clock.now());
  return false;
}

/**
 * Whether the platform's limits permit it now; counts it if so. Otherwise the connection's row contains the end of
 * the pause.
 */
async function fitsIntoLimits(ctx: Context, { connection, platform, body }: Omit<LimitedSend, 'job' | 'publication'>): Promise<boolean> {
  if (connection.restsUntil && connection.restsUntil > ctx.clock.now()) return false;
  const { isTaken, fullUntil } = await takeQuota(ctx, {
    platform: platform.id,
    connectionId: connection.id,
    quotas: platform.quotas ?? [],
    cost: platform.quotaCost?.(body) ?? 1,
  });
  // Recorded now, so the gates report it before another attempt fails.
  if (fullUntil) await pauseConnection(ctx, connection, fullUntil);
  return isTaken;
}

async function pauseConnection(ctx: Context, connection: ConnectionView, until: Date): Promise<void> {
  const rest = { restsUntil: until, restReason: 'quota' as const };
  Object.assign(connection, rest);
  await ctx.em.nativeUpdate(Connection, connection.id, rest);
}

const RESTS: Record<RestReason, (label: string, handle: string) => Sentence> = {
  quota: (label, handle) => say`${label} accepts no further posts from ${handle} for now: its own limit is reached.`,
  rate_limited: (label, handle) => say`${label} is rate-limiting ${handle}.`,
  service_refused: (label, handle) => say`${label} is currently rejecting this service. Nothing is wrong with ${handle}.`,
};

/** No attempt was made, so none is counted; it is requeued. */
async function postpone(ctx: Context, { job, publication, connection, platform }: LimitedSend, until: Date): Promise<void> {
  const reason = connection.restReason ?? 'rate_limited';
  publication.nextAttemptAt = new Date(until.getTime() + Math.round(Math.random() * SPREAD_MS));
  publication.failureCode = reason;
  Object.assign(publication, asFailure(RESTS[reason](platform.label, connection.handle)));
  if (job.state === 'queued') moveJob(ctx, job, 'ready');
  await ctx.queue.enqueue(ctx.em, publication, publication.nextAttemptAt);
}
