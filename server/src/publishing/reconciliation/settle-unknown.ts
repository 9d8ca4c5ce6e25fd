import { requirePerson, requireWorkspaceOrArchived } from '../../access/authorise.ts';
import { User } from '../../access/user.entity.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { Connection } from '../../connections/connection.entity.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { lockDraft } from '../../drafts/lock-draft.ts';
import { DomainError, type FieldError } from '../../errors.ts';
import { FIELD_RULES } from '../../field-rules.ts';
import { type LocalizedMessage, say } from '../../languages/sentence.ts';
import { newId } from '../../new-id.ts';
import { Payload } from '../../payloads/payload.entity.ts';
import { editedBy } from '../../platforms/platform/edits.ts';
import { loadPublication, publicationsIn } from '../jobs/load-job.ts';
import { rollUpJob } from '../jobs/roll-up-job.ts';
import type { Publication } from '../publication.entity.ts';
import type { PublishJob } from '../publish-job.entity.ts';
import { fail, type Post, publish } from '../sending/apply-outcome.ts';
import { ManualResolution, type Verdict } from './manual-resolution.entity.ts';

interface ManualResolutionWords {
  verdict: Verdict;
  /** How the person knows. */
  reason: string;
  /** The post's address, or a link that shows that it does not exist. */
  link?: string | null;
  /** The platform's own id of the post, if there is no link to it. */
  providerId?: string | null;
}

const { reason: REASON, link: LINK } = FIELD_RULES.settlement;
const MOST_ID = 512;

/** A person's settlement needs evidence that others can verify. Throws once, with every fault. */
function checkManualResolution({ verdict, reason, link, providerId }: ManualResolutionWords): void {
  const faults: FieldError[] = [];
  const length = reason.trim().length;
  if (length < REASON.minLength || length > REASON.maxLength)
    faults.push({
      pointer: '/input/reason',
      message: say`must say how you checked, in ${REASON.minLength} to ${REASON.maxLength} characters.`,
    });
  if (link && !isWebAddress(link))
    faults.push({ pointer: '/input/link', message: say`must be a complete address that begins with https://.` });
  if (providerId && providerId.length > MOST_ID)
    faults.push({ pointer: '/input/providerId', message: say`must not be longer than ${MOST_ID} characters.` });
  if (verdict === 'published' && !link && !providerId)
    faults.push({ pointer: '/input/link', message: say`must lead to the post; where there is no address, give the network’s id of it.` });
  if (faults.length > 0) throw new DomainError('validation_failed', { fields: faults });
}

/** It becomes a link in the console, so only web addresses are accepted. */
function isWebAddress(text: string): boolean {
  if (text.length > LINK.maxLength || /\s/u.test(text) || !URL.parse(text)) return false;
  const { protocol, username } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && username === '';
}

export interface SettleUnknownInput extends ManualResolutionWords {
  publicationId: string;
}

/**
 * A person who has checked the network settles a publication with an unknown outcome: its credit is spent or
 * refunded, once. A later settlement, by another person or by the platform's own late result, is refused with
 * `invalid_state`. Owners and approvers only, with a reason; never agents. Needs a transaction.
 */
export async function settleUnknown(ctx: Context, input: SettleUnknownInput): Promise<PublishJob> {
  assertTransaction(ctx);
  const { job } = await loadPublication(ctx, input.publicationId);
  await requireWorkspaceOrArchived(ctx, job.workspaceId, 'decide');
  const person = requirePerson(ctx);
  checkManualResolution(input);

  // Every outcome takes this lock: what is read from here on is final.
  const draft = await lockDraft(ctx, job.draftId);
  await ctx.em.refresh(job);
  const publications = await publicationsIn(ctx, job.id);
  const publication = publications.find(({ id }) => id === input.publicationId);
  if (publication?.state !== 'unknown') throw notUnknown(publication?.state ?? 'gone');

  const reason = input.reason.trim();
  const link = input.link || null;
  const subject = { publication, job, draft };
  if (input.verdict === 'published') await publish(ctx, subject, await postOf(ctx, publication, input));
  else await fail(ctx, subject, 'settled_absent', say`${person.name} checked, and it was not published: ${reason}`);
  ctx.em.create(ManualResolution, {
    id: newId('stl'),
    accountId: job.accountId,
    publicationId: publication.id,
    userId: person.userId,
    verdict: input.verdict,
    reason,
    evidenceUrl: link,
    createdAt: ctx.clock.now(),
  });
  await ctx.em.flush();
  await rollUpJob(ctx, job, draft, publications);
  await recordAudit(ctx, {
    accountId: job.accountId,
    action: 'publication.settled',
    subjectId: publication.id,
    details: { jobId: job.id, verdict: input.verdict, reason, evidenceUrl: link, providerId: input.providerId || null },
  });
  return job;
}

/**
 * The post that the person found: an edit keeps that of its post. Elsewhere the network's own id is in the address, or unknown;
 * then the post can be neither read nor removed from here.
 */
async function postOf(ctx: Context, publication: Publication, { providerId, link }: SettleUnknownInput): Promise<Post> {
  const { body } = await ctx.em.findOneOrFail(Payload, publication.payloadId);
  const edited = editedBy(body);
  const url = link || edited?.url || null;
  const known = edited?.providerId ?? (providerId || null);
  if (known || !url) return { providerId: known, url };
  const connection = await ctx.em.findOne(Connection, publication.connectionId ?? '');
  const id = connection && ctx.platforms.get(publication.platform)?.idFromLink?.(new URL(url), connection);
  return { providerId: id ?? null, url };
}

export function notUnknown(state: string): DomainError {
  return new DomainError('invalid_state', {
    message: say`The outcome of the publication is known: it is ${state}. Only unknown outcomes can be settled or checked.`,
    details: { from: state },
  });
}

/** A settlement and the name of the person who made it. */
export interface NamedManualResolution {
  settlement: ManualResolution;
  by: LocalizedMessage;
}

/** How people settled publications, by publication id; only those that were settled. Two queries. */
export async function manualResolutionsOf(ctx: Context, publicationIds: readonly string[]): Promise<Map<string, NamedManualResolution>> {
  const settlements = await ctx.em.find(ManualResolution, { publicationId: { $in: [...new Set(publicationIds)] } });
  if (settlements.length === 0) return new Map();
  const users = await ctx.em.find(User, { id: { $in: settlements.map(({ userId }) => userId) } });
  const names = new Map(users.map(({ id, name }) => [id, name]));
  return new Map(
    settlements.map((settlement) => [settlement.publicationId, { settlement, by: names.get(settlement.userId) ?? say`Someone` }]),
  );
}
