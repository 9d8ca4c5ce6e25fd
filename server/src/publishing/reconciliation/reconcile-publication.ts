import { requirePerson, requireWorkspaceOrArchived } from '../../access/authorise.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { Connection } from '../../connections/connection.entity.ts';
import { freshCredentials } from '../../connections/renew-credentials.ts';
import type { Context, Services } from '../../context.ts';
import { withRetries } from '../../db/retry-transaction.ts';
import { systemContext } from '../../db/system-context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { Draft } from '../../drafts/draft.entity.ts';
import { lockDraft } from '../../drafts/lock-draft.ts';
import { joined } from '../../languages/sentence.ts';
import { fromStoredMessage, type StoredMessage, toStoredMessage } from '../../languages/stored-message.ts';
import { Payload } from '../../payloads/payload.entity.ts';
import { editedBy } from '../../platforms/platform/edits.ts';
import type { Intent, JsonObject, LookupResult } from '../../platforms/platform.ts';
import { Attempt } from '../attempt.entity.ts';
import { staysClosed } from '../gates.ts';
import { loadPublication } from '../jobs/load-job.ts';
import { Publication, type PublicationState } from '../publication.entity.ts';
import { PublishJob } from '../publish-job.entity.ts';
import { CALL_MS } from '../sending/call-platform.ts';
import { type Finding, recordLookup, settledAt } from '../sending/record-lookup.ts';
import { mayResume, resumePartialPost } from '../sending/resume-partial-post.ts';
import { lockFollowingGate } from '../snapshot/load-gate-snapshot.ts';
import { notUnknown } from './settle-unknown.ts';

/**
 * Asks the platform for the outcome of an intent and records the result. Sends nothing, except the remaining
 * parts of a partly published thread. Returns the state afterwards; null if there was nothing to check.
 */
export async function reconcilePublication(services: Services, publicationId: string): Promise<PublicationState | null> {
  const em = services.orm.em.fork();
  const publication = await em.findOne(Publication, publicationId);
  if (publication?.state !== 'unknown') return null;
  const payload = await em.findOneOrFail(Payload, publication.payloadId);
  const connection = await em.findOneOrFail(Connection, publication.connectionId ?? '');
  const asked = await ask(services, publication, payload);
  const finding = asked.kind === 'partial' ? await completeUnlessHeld(services, { publication, payload, connection }, asked) : asked;
  const { lease } = publication;
  return withRetries(services, () => inTransaction(systemContext(services), (tx) => recordLookup(tx, { publicationId, lease }, finding)));
}

/**
 * The rest of a thread is held by the same gates as a first comment: a stopped service, as after a restore, or a pause. Then the
 * post stays unknown, with the reason. Once its permission has ended, a person decides.
 */
async function completeUnlessHeld(
  services: Services,
  part: Parameters<typeof resumePartialPost>[1],
  { message, sentence = null }: StoredMessage,
): Promise<Finding> {
  if (!mayResume(services, part.publication)) return { kind: 'unsure', message };
  // The request for the rest may still arrive, and next to it a repeated one would be a second post.
  if (!(await hasSettled(services, part.publication))) return { kind: 'unsure', message, sentence };
  const closed = await inTransaction(systemContext(services), async (tx) => {
    const { draftId } = await tx.em.findOneOrFail(PublishJob, part.publication.jobId);
    await lockDraft(tx, draftId);
    return lockFollowingGate(tx, part.publication);
  });
  const words = fromStoredMessage({ message, sentence });
  if (closed && staysClosed(closed)) return { kind: 'unsure', ...toStoredMessage(joined([words, closed.message])) };
  if (closed) return { kind: 'held', ...toStoredMessage(joined([words, closed.message, closed.remedy])) };
  return resumePartialPost(services, part, message);
}

async function hasSettled({ orm, platforms, clock }: Services, publication: Publication): Promise<boolean> {
  const network = platforms.get(publication.platform);
  const last = await orm.em.fork().findOneOrFail(Attempt, { publicationId: publication.id, number: publication.attempts });
  return network !== undefined && settledAt(network, publication, last) <= clock.now().getTime();
}

async function ask(services: Services, publication: Publication, payload: Payload): Promise<LookupResult> {
  if (!publication.intent) return { kind: 'unsure', message: 'There is nothing to ask the platform for.' };
  return lookFor(services, publication, payload, publication.intent);
}

/** Asks the platform for the post of an intent. What it cannot be asked is unsure. */
export async function lookFor(services: Services, publication: Publication, payload: Payload, intent: Intent): Promise<LookupResult> {
  const platform = services.platforms.get(publication.platform);
  try {
    if (!platform) throw new Error(`There is no platform ${publication.platform}.`);
    const replaced = editedBy(payload.body) && (await loadReplaced(services, publication));
    const credentials = await freshCredentials(services, publication.connectionId ?? '', AbortSignal.timeout(CALL_MS));
    return await platform.find(payload.body, credentials, intent, replaced);
  } catch (error) {
    services.log.warn({ err: error, publicationId: publication.id }, 'a platform could not be queried');
    return { kind: 'unsure', message: error instanceof Error ? error.message : String(error) };
  }
}

/** The payload whose words an edit replaces; null if it is deleted. */
async function loadReplaced({ orm }: Services, { jobId }: Publication): Promise<JsonObject | null> {
  const em = orm.em.fork();
  const { draftId } = await em.findOneOrFail(PublishJob, jobId);
  const { editsPublicationId } = await em.findOneOrFail(Draft, draftId);
  const replaced = editsPublicationId && (await em.findOne(Publication, editsPublicationId));
  return replaced ? (await em.findOneOrFail(Payload, replaced.payloadId)).body : null;
}

/**
 * Asks the platform again for a publication's outcome, at a person's request. Sends nothing. Owners and approvers
 * only. Opens its own transactions: the platform is asked outside of any. Returns the state afterwards; null if
 * another result came first.
 */
export async function recheck(ctx: Context, publicationId: string): Promise<{ job: PublishJob; state: PublicationState | null }> {
  const { job } = await loadPublication(ctx, publicationId);
  await requireWorkspaceOrArchived(ctx, job.workspaceId, 'decide');
  requirePerson(ctx);
  await inTransaction(ctx, async (tx) => {
    const { publication } = await loadPublication(tx, publicationId);
    if (publication.state !== 'unknown') throw notUnknown(publication.state);
    await recordAudit(tx, {
      accountId: job.accountId,
      action: 'publication.looked_up',
      subjectId: publicationId,
      details: { jobId: job.id },
    });
  });
  return { job, state: await reconcilePublication(ctx, publicationId) };
}
