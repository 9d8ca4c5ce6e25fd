import { LockMode } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { DAY_MS } from '../../clock.ts';
import { Connection } from '../../connections/connection.entity.ts';
import type { Context, Services } from '../../context.ts';
import { workThrough } from '../../db/database-faults.ts';
import { query } from '../../db/reading/query.ts';
import { systemContext } from '../../db/system-context.ts';
import { anyOf, tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import { newId } from '../../new-id.ts';
import type { MetricsReading, PlatformQuota } from '../../platforms/platform.ts';
import { callAboutPost } from '../call-about-post.ts';
import { metricsMomentAt, nextMetricsMoment, PostMetric } from '../post-metric.entity.ts';
import { Publication } from '../publication.entity.ts';
import { CALL_MS } from '../sending/call-platform.ts';
import { takeQuota } from '../sending/take-quota.ts';
import { Verification } from '../verification.entity.ts';

/** Limits of one run of a process. */
const MOST = 100;
const AT_ONCE = 5;
/** If a process dies during a reading, another takes over after this time. */
const TAKEN_MS = 2 * CALL_MS;
const AGAIN_MS = 15 * 60_000;
/** A reading that has failed for this long is skipped. */
const TOO_LATE_MS = DAY_MS;

/**
 * Per connected account and across all processes, like those of sends: readings leave most of the network's
 * limit to sends.
 */
const QUOTAS: readonly PlatformQuota[] = [
  { max: 60, perSeconds: 3_600, scope: 'connection', source: 'docs/decisions/470', checkedOn: '2026-11-28', confidence: 'operator' },
];

/**
 * Reads the metrics of published posts that are due. Safe in many workers at once, and after a kill: each
 * moment has at most one reading. Returns the number of posts that were due.
 */
export async function readDueMetrics(services: Services): Promise<number> {
  const due = await inTransaction(systemContext(services), takeDue);
  await workThrough(services.log, due, { atOnce: AT_ONCE, failure: 'figures could not be read' }, (id) => readMetricsOf(services, id));
  return due.length;
}

async function takeDue(tx: Context): Promise<string[]> {
  const now = tx.clock.now();
  const due = await query(
    tx.em,
    tables
      .selectFrom('publications')
      .select('id')
      .where('metrics_at', '<=', now)
      .where(({ not, exists }) => not(exists(pausedAccount(now))))
      .orderBy('metrics_at')
      .limit(MOST)
      .forUpdate()
      .skipLocked(),
  );
  const ids = due.map(({ id }) => id);
  await putOff(tx, ids, new Date(now.getTime() + TAKEN_MS));
  return ids;
}

/**
 * For `exists` in a query of `publications`: their account is paused (rate-limited, or the network refuses the service).
 * Readings wait like its sends.
 */
export const pausedAccount = (now: Date) =>
  tables
    .selectFrom('connections')
    .select('connections.id')
    .where(sql<boolean>`connections.id = publications.connection_id`)
    .where('connections.rests_until', '>', now);

/** Counts a reading of this kind for the post's account. Returns null, or when the next one fits if those of the hour are used up. */
export async function takeReading(
  tx: Context,
  kind: 'metrics' | 'read back',
  { connectionId }: Pick<Publication, 'connectionId'>,
): Promise<Date | null> {
  if (!connectionId) return null;
  await tx.em.findOne(Connection, connectionId, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const user = { platform: kind, connectionId: `${kind} of ${connectionId}`, quotas: QUOTAS, cost: 1 };
  const { isTaken, fullUntil } = await takeQuota(tx, user);
  return isTaken ? null : fullUntil;
}

async function putOff(tx: Context, ids: readonly string[], until: Date): Promise<void> {
  if (ids.length === 0) return;
  await query(tx.em, tables.updateTable('publications').set({ metrics_at: until }).where('id', '=', anyOf(ids)));
}

async function readMetricsOf(services: Services, publicationId: string): Promise<void> {
  const publication = await services.orm.em.fork().findOneOrFail(Publication, publicationId);
  const isFree = await inTransaction(systemContext(services), async (tx) => {
    const fullUntil = await takeReading(tx, 'metrics', publication);
    if (fullUntil) await putOff(tx, [publicationId], fullUntil);
    return fullUntil === null;
  });
  if (!isFree) return;
  const reading = await ask(services, publication);
  await inTransaction(systemContext(services), (tx) => recordMetrics(tx, publicationId, reading));
}

async function ask(services: Services, publication: Publication): Promise<MetricsReading> {
  const call = await callAboutPost(services, publication, 'readMetrics');
  switch (call.kind) {
    case 'answered':
      return call.answer;
    case 'unsupported':
      return { kind: 'refused', ...toStoredMessage(say`The figures of this network are not read.`) };
    case 'disconnected':
    case 'broken':
      return { ...call, kind: 'refused' };
    case 'failed':
      return { ...call, kind: 'unavailable' };
  }
}

async function recordMetrics(tx: Context, publicationId: string, reading: MetricsReading): Promise<void> {
  const publication = await tx.em.findOneOrFail(Publication, publicationId, { lockMode: LockMode.PESSIMISTIC_WRITE });
  // The post was removed meanwhile.
  if (!publication.metricsAt) return;
  const now = tx.clock.now();
  const publishedAt = publication.publishedAt ?? now;
  const dueAt = metricsMomentAt(publishedAt, now);
  const next = nextMetricsMoment(publishedAt, now);
  if (reading.kind === 'read') {
    if (dueAt) await keepFigures(tx, publication, dueAt, reading.figures);
    Object.assign(publication, { metricsAt: next, metricsFailure: null });
    return;
  }
  if (reading.kind === 'gone') {
    // A moderator may approve it later.
    Object.assign(publication, { metricsAt: next, metricsFailure: toStoredMessage(say`The post is no longer there.`) });
    if (tx.platforms.get(publication.platform)?.readBack && !(await isKnownToBeGone(tx, publication))) publication.verifyAt = now;
    return;
  }
  const { message, sentence } = reading;
  Object.assign(publication, { metricsAt: next, metricsFailure: { message, sentence: sentence ?? null } });
  if (reading.kind === 'refused') return;
  const { retryAfterSeconds } = reading;
  const again = new Date(now.getTime() + Math.max(AGAIN_MS, (retryAfterSeconds ?? 0) * 1_000));
  if (dueAt && now.getTime() - dueAt.getTime() < TOO_LATE_MS && (!next || again < next)) publication.metricsAt = again;
  await tx.em.flush();
  // The network limits the rate: all other readings of the account wait too, its sends do not.
  if (retryAfterSeconds === null || !publication.connectionId) return;
  const waiting = tables.updateTable('publications').set({ metrics_at: again }).where('metrics_at', '<', again);
  await query(tx.em, waiting.where('connection_id', '=', publication.connectionId));
}

/** Otherwise the post is read back at once, which reports that it is gone. */
async function isKnownToBeGone(tx: Context, { id: publicationId }: Publication): Promise<boolean> {
  const where = { publicationId, result: { $ne: 'unreadable' } } as const;
  const [newest] = await tx.em.find(Verification, where, { orderBy: { id: 'desc' }, limit: 1 });
  return newest?.result === 'gone';
}

/** A moment that was read is not overwritten. */
async function keepFigures(
  tx: Context,
  { id: publicationId, accountId, workspaceId }: Publication,
  dueAt: Date,
  figures: Extract<MetricsReading, { kind: 'read' }>['figures'],
): Promise<void> {
  const readAt = tx.clock.now();
  const known = await tx.em.count(PostMetric, { publicationId, dueAt });
  if (known > 0) return;
  for (const { name, metric, value } of figures) {
    tx.em.create(PostMetric, { id: newId('met'), accountId, workspaceId, publicationId, dueAt, name, metric, value, readAt });
  }
  await tx.em.flush();
}
