import { setTimeout } from 'node:timers/promises';
import { LockMode } from '@mikro-orm/postgresql';
import { recordAudit } from '../../audit/record-audit.ts';
import { markBroken } from '../../connections/check-due-connections.ts';
import { Connection } from '../../connections/connection.entity.ts';
import type { Context, Services } from '../../context.ts';
import { workThrough } from '../../db/database-faults.ts';
import { systemContext } from '../../db/system-context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { say } from '../../languages/sentence.ts';
import { fromStoredMessage, type StoredMessage, toStoredMessage } from '../../languages/stored-message.ts';
import type { RetractOutcome } from '../../platforms/platform.ts';
import { nextState } from '../../state-table.ts';
import { callAboutPost, followUp } from '../call-about-post.ts';
import { FirstComment } from '../first-comment.entity.ts';
import { recordRetractionEvent } from '../jobs/job-events.ts';
import { publicationsOfPost } from '../jobs/post-queries.ts';
import { Publication } from '../publication.entity.ts';
import { PublishJob } from '../publish-job.entity.ts';
import { RETRACTION_TRANSITIONS, Retraction } from '../retraction.entity.ts';
import { CALL_MS } from '../sending/call-platform.ts';
import { heldUntil, retryDelayMs } from '../sending/retry-delay.ts';

const MOST = 20;
const AT_ONCE = 5;
/** If a caller dies while working on one, another takes over after this time. */
const TAKEN_MS = 2 * CALL_MS;
/** Proxies end a request after 30 to 60 s. */
const MOST_WAIT_MS = 15_000;
/** How long a removal waits for the outcome of the post's first comment, and how often it is checked meanwhile. */
const WAIT_FOR_COMMENT_MS = 120_000;
const COMMENT_MS = 5_000;

/** Carries out signed removals that are due. Removing is repeatable, so several workers do no harm. */
export async function carryOutRetractions(services: Services, most = MOST): Promise<number> {
  const now = services.clock.now();
  const due = await services.orm.em
    .fork()
    .find(Retraction, { state: 'signed', nextAttemptAt: { $lte: now } }, { limit: most, orderBy: { nextAttemptAt: 'asc' } });
  const ids = due.map(({ id }) => id);
  await workThrough(services.log, ids, { atOnce: AT_ONCE, failure: 'a post could not be removed' }, (id) =>
    carryOutRetraction(services, id),
  );
  return due.length;
}

/**
 * Asks the network to remove the post of a signed removal that is due, and records the response. Returns the
 * removal.
 */
export async function carryOutRetraction(services: Services, retractionId: string): Promise<Retraction> {
  const taken = await inTransaction(systemContext(services), (tx) => claimRetraction(tx, retractionId));
  if (!taken) return services.orm.em.fork().findOneOrFail(Retraction, retractionId);
  const publication = await services.orm.em.fork().findOneOrFail(Publication, taken.publicationId);
  return followUp({ kind: 'removal', verb: 'remove from', publication }, async (count) => {
    const outcome = askedOf(services, publication, await callAboutPost(services, publication, 'retract'));
    count(outcome.kind);
    return inTransaction(systemContext(services), (tx) => recordOutcome(tx, retractionId, outcome));
  });
}

/**
 * The same for a person who waits, but no longer than proxies do. Then the removal is still `signed` and the call continues;
 * if this process ends first, a worker starts again.
 */
export async function carryOutAtOnce(services: Services, retractionId: string, waitMs = MOST_WAIT_MS): Promise<void> {
  const done = carryOutRetraction(services, retractionId).catch((error: unknown) => {
    services.log.error({ err: error, retractionId }, 'a signed removal could not be carried out at once');
  });
  await Promise.race([done, setTimeout(waitMs, undefined, { ref: false })]);
}

async function claimRetraction(tx: Context, retractionId: string): Promise<Retraction | null> {
  const now = tx.clock.now();
  const retraction = await tx.em.findOneOrFail(Retraction, retractionId, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (retraction.state !== 'signed' || !retraction.nextAttemptAt || retraction.nextAttemptAt > now) return null;
  const publication = await tx.em.findOneOrFail(Publication, retraction.publicationId);
  const connection = await tx.em.findOne(Connection, {
    id: publication.connectionId ?? '',
    disconnectedAt: null,
    health: { $ne: 'healthy' },
  });
  if (connection) {
    const { healthMessage: message, healthSentence: sentence = null } = connection;
    await awaitConnection(tx, { retraction, publication }, { message: message ?? '', sentence });
    return null;
  }
  if (await isCommentUnderWay(tx, retraction)) {
    retraction.nextAttemptAt = new Date(now.getTime() + COMMENT_MS);
    return null;
  }
  Object.assign(retraction, { attempts: retraction.attempts + 1, nextAttemptAt: new Date(now.getTime() + TAKEN_MS) });
  await tx.em.flush();
  return retraction;
}

/**
 * Whether the post's first comment is being sent or looked up, where it would outlive the post: without its id, it
 * could not be removed. A post that must go does not wait for long.
 */
async function isCommentUnderWay(tx: Context, { publicationId, decidedAt }: Retraction): Promise<boolean> {
  const post = await publicationsOfPost(tx.em, publicationId);
  // Locked: a worker that sends it has checked for a removal under this lock.
  const comment = await tx.em.findOne(
    FirstComment,
    { publicationId: { $in: post.map(({ id }) => id) } },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  if (!comment || tx.clock.now().getTime() - (decidedAt ?? tx.clock.now()).getTime() >= WAIT_FOR_COMMENT_MS) return false;
  const { platform } = await tx.em.findOneOrFail(Publication, publicationId);
  const isOpen = comment.state === 'sending' || (comment.state === 'unknown' && comment.nextAttemptAt);
  return Boolean(isOpen && tx.platforms.get(platform)?.comments?.retract);
}

/** Once a person has connected the account again, the removal goes on; until then they are notified once of what is wrong. */
async function awaitConnection(
  tx: Context,
  { retraction, publication }: { retraction: Retraction; publication: Publication },
  { message, sentence = null }: StoredMessage,
): Promise<void> {
  const isNews = retraction.message !== message;
  const nextAttemptAt = heldUntil(retraction.decidedAt ?? retraction.createdAt, tx.clock.now());
  Object.assign(retraction, { message, sentence, nextAttemptAt });
  await tx.em.flush();
  if (!isNews) return;
  recordRetractionEvent(tx, retraction, { job: await tx.em.findOneOrFail(PublishJob, publication.jobId), publication });
}

const notRemovable = ({ platforms }: Services, platform: string) =>
  say`Posts on ${platforms.get(platform)?.label ?? platform} cannot be removed from here.`;

type Asked = RetractOutcome | Extract<Awaited<ReturnType<typeof callAboutPost>>, { kind: 'broken' }>;

function askedOf(services: Services, publication: Publication, call: Awaited<ReturnType<typeof callAboutPost<'retract'>>>): Asked {
  switch (call.kind) {
    case 'answered':
      return call.answer;
    case 'unsupported':
      return { kind: 'refused', ...toStoredMessage(notRemovable(services, publication.platform)) };
    case 'disconnected':
      return { ...call, kind: 'refused' };
    case 'broken':
      return call;
    case 'failed':
      return { ...call, kind: 'unavailable' };
  }
}

/** There is nothing left to read back: neither of the publication nor of the edits of its post. */
async function stopReadingBack(tx: Context, { workspaceId, platform, connectionId, providerId }: Publication): Promise<void> {
  const samePost = { workspaceId, platform, connectionId, providerId, state: 'published', supersededAt: null } as const;
  await tx.em.nativeUpdate(Publication, samePost, { verifyAt: null, metricsAt: null });
}

async function recordOutcome(tx: Context, retractionId: string, outcome: Asked): Promise<Retraction> {
  const retraction = await tx.em.findOneOrFail(Retraction, retractionId, { lockMode: LockMode.PESSIMISTIC_WRITE });
  // Without a time, its account was erased meanwhile.
  if (retraction.state !== 'signed' || !retraction.nextAttemptAt) return retraction;
  const now = tx.clock.now();
  if (outcome.kind === 'removed' || ('isPostGone' in outcome && outcome.isPostGone)) retraction.isPostGone = true;
  const publication = await tx.em.findOneOrFail(Publication, retraction.publicationId);
  if (outcome.kind === 'broken' && (await markBroken(tx, outcome.connection, outcome.health, fromStoredMessage(outcome))) !== 'outdated') {
    await awaitConnection(tx, { retraction, publication }, outcome);
    return retraction;
  }
  // Also where the account was connected again during the call.
  if (outcome.kind === 'unavailable' || outcome.kind === 'broken') {
    const { message, sentence } = outcome;
    const delayMs = retryDelayMs(retraction.attempts, 'retryAfterSeconds' in outcome ? outcome.retryAfterSeconds : null);
    Object.assign(retraction, { message, sentence, nextAttemptAt: new Date(now.getTime() + delayMs) });
    return retraction;
  }
  retraction.state = nextState('removal', RETRACTION_TRANSITIONS, retraction.state, outcome.kind);
  Object.assign(retraction, { endedAt: now, nextAttemptAt: null, message: null, sentence: null });
  if (outcome.kind === 'refused') Object.assign(retraction, { message: outcome.message, sentence: outcome.sentence });
  if (retraction.isPostGone) await stopReadingBack(tx, publication);
  recordRetractionEvent(tx, retraction, { job: await tx.em.findOneOrFail(PublishJob, publication.jobId), publication });
  await tx.em.flush();
  await recordAudit(tx, {
    accountId: retraction.accountId,
    action: `retraction.${outcome.kind}`,
    subjectId: publication.id,
    details: { jobId: publication.jobId, retractionId, attempts: retraction.attempts },
  });
  return retraction;
}
