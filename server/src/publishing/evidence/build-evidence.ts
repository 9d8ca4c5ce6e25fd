import canonicalize from 'canonicalize';
import { AuditEntry, AuditLink } from '../../audit/audit.entities.ts';
import { type ExportedEntry, exportedEntry } from '../../audit/export-audit.ts';
import { keptFromOf } from '../../audit/record-audit.ts';
import { connectionsByIds } from '../../connections/connection-queries.ts';
import type { Context } from '../../context.ts';
import { CreditEntry, type CreditHold } from '../../credits/credit.entities.ts';
import { holdsOf } from '../../credits/credit-queries.ts';
import { forkAsOwner } from '../../db/row-security/tenant-session.ts';
import { DraftAuthor } from '../../drafts/draft.entity.ts';
import { authorsOf } from '../../drafts/draft-authors.ts';
import type { LocalizedMessage } from '../../languages/sentence.ts';
import { payloadSetsOf } from '../../payloads/payload-queries.ts';
import type { JsonObject } from '../../platforms/platform.ts';
import type { Attempt } from '../attempt.entity.ts';
import type { FirstComment } from '../first-comment.entity.ts';
import { attemptsOf, loadJob, publicationsOf, revisionsOf } from '../jobs/job-queries.ts';
import { firstCommentsOf, type NamedRetraction, retractionsOf } from '../jobs/post-queries.ts';
import type { Publication } from '../publication.entity.ts';
import type { PublishJob } from '../publish-job.entity.ts';
import { verificationsOf } from '../published/read-back-due-posts.ts';
import { manualResolutionsOf, type NamedManualResolution } from '../reconciliation/settle-unknown.ts';
import type { Verification } from '../verification.entity.ts';
import { digestsOf } from './evidence-digests.ts';
import type { Evidence, EvidenceAttempt, EvidenceFacts, EvidencePayload, EvidencePublication } from './evidence-document.ts';
import { loadDecided } from './load-decided.ts';

/**
 * Builds a signed document with everything known about a job that the caller may read, verifiable without the
 * service. Read-only, and contains no secrets.
 */
export async function buildEvidence(ctx: Context, jobId: string): Promise<Evidence> {
  const job = await loadJob(ctx, jobId);
  const publications = (await publicationsOf(ctx, [job.id])).get(job.id) ?? [];
  const approval = await loadDecided(ctx, job);
  const facts: EvidenceFacts = {
    format: 'countersign-evidence/1',
    service: ctx.config.publicUrl,
    exported_at: ctx.clock.now().toISOString(),
    job: {
      job_id: job.id,
      draft_id: job.draftId,
      workspace_id: job.workspaceId,
      account_id: job.accountId,
      state: job.state,
      mode: job.mode,
      content_hash: job.contentHash,
      asked_by: inEnglish((await authorsOf(ctx, [job])).get(job.id) ?? { kind: 'person', name: 'The operator' }),
      authors: await loadWriters(ctx, job),
      revisions: await loadRevisions(ctx, job),
      scheduled_at: job.scheduledAt?.toISOString() ?? null,
      created_at: job.createdAt.toISOString(),
    },
    content: await loadContent(ctx, job, approval?.decisions.some(({ standing_approval: standing }) => standing) ?? false),
    approval,
    publications: await presentPublications(ctx, publications),
    ...(await loadAuditTrail(ctx, job, publications)),
  };
  // As it will be parsed: what JSON omits is not signed either.
  return seal(ctx, JSON.parse(JSON.stringify(facts)) as EvidenceFacts);
}

/** An unknown name uses its text for programs. */
const inEnglish = ({ kind, name }: { kind: string; name: LocalizedMessage }) => ({ kind, name: String(name) });

function seal(ctx: Context, facts: EvidenceFacts): Evidence {
  const { signer } = ctx.sealer;
  const digests = digestsOf({ ...facts });
  return { ...facts, seal: { digests, algorithm: 'Ed25519', key: signer.publicKey, signature: signer.sign(canonicalize(digests) ?? '') } };
}

async function loadContent(ctx: Context, { id, draftId, contentHash }: PublishJob, withPosts: boolean): Promise<EvidencePayload[]> {
  const payloads = (await payloadSetsOf(ctx, [{ id, draftId, contentHash }])).get(id) ?? [];
  const connections = await connectionsByIds(
    ctx,
    payloads.flatMap(({ connectionId }) => connectionId ?? []),
  );
  return payloads.map(({ id: payloadId, platform, connectionId, body, payloadHash, post, preview }) => ({
    payload_id: payloadId,
    platform,
    connection_id: connectionId ?? null,
    account: connections.get(connectionId ?? '')?.handle ?? null,
    payload: body,
    payload_hash: payloadHash,
    ...(preview.keptPercent !== undefined && { kept_percent: preview.keptPercent }),
    ...(withPosts && post && { post: { ...post } as unknown as JsonObject }),
  }));
}

async function loadWriters(ctx: Context, { draftId }: PublishJob): Promise<NonNullable<EvidenceFacts['job']['authors']>> {
  const rows = await ctx.em.find(DraftAuthor, { draftId, revision: { $gt: 0 } }, { orderBy: { id: 'asc' } });
  const names = await authorsOf(ctx, rows);
  return rows.flatMap(({ id, revision }) => {
    const author = names.get(id);
    return author ? [{ ...inEnglish(author), revision }] : [];
  });
}

async function loadRevisions(ctx: Context, job: PublishJob): Promise<NonNullable<EvidenceFacts['job']['revisions']>> {
  const revisions = (await revisionsOf(ctx, [job.id])).get(job.id) ?? [];
  const names = await authorsOf(ctx, revisions);
  return revisions.map(({ id, number, contentHash, approvalId = null, grantId, userId, createdAt }) => ({
    revision: number,
    content_hash: contentHash,
    approval_id: approvalId,
    by: inEnglish((grantId || userId ? names.get(id) : undefined) ?? { kind: 'service', name: 'The service' }),
    at: createdAt.toISOString(),
  }));
}

/** More than any job has; a document stays a document. */
const MOST = 1_000;

/**
 * The audit entries of a job, its draft, its approval and its publications, oldest first, with their places in the
 * chain. Read with the owner role, since agents cannot read the log except for entries of their own jobs. The caller
 * has authorised the job and holds no open transaction.
 */
async function loadAuditTrail(
  ctx: Context,
  job: PublishJob,
  publications: readonly Publication[],
): Promise<{ audit: ExportedEntry[]; audit_kept_from?: string }> {
  const subjects = [job.id, job.draftId, ...(job.approvalId ? [job.approvalId] : []), ...publications.map(({ id }) => id)];
  const em = forkAsOwner(ctx.orm);
  const entries = await em.find(
    AuditEntry,
    { accountId: job.accountId, subjectId: { $in: subjects } },
    { orderBy: { id: 'asc' }, limit: MOST },
  );
  const links = await em.find(AuditLink, { entryId: { $in: entries.map(({ id }) => id) } });
  const byEntry = new Map(links.map((link) => [link.entryId, link]));
  const keptFrom = await keptFromOf(ctx, job.accountId);
  const audit = entries.map((entry) => exportedEntry(entry, byEntry.get(entry.id)));
  // Nothing is missing for a younger job.
  return keptFrom && keptFrom > job.createdAt ? { audit, audit_kept_from: keptFrom.toISOString() } : { audit };
}

/** Each publication with its attempts, outcome and credits. */
async function presentPublications(ctx: Context, publications: readonly Publication[]): Promise<EvidencePublication[]> {
  const ids = publications.map(({ id }) => id);
  const attempts = await attemptsOf(ctx, ids);
  const settlements = await manualResolutionsOf(ctx, ids);
  const verifications = await verificationsOf(ctx, ids);
  const retractions = await retractionsOf(ctx, ids);
  const comments = await firstCommentsOf(ctx, ids);
  const holds = await holdsOf(ctx, ids);
  const entries = await ctx.em.find(CreditEntry, { holdId: { $in: [...holds.values()].map(({ id }) => id) } }, { orderBy: { id: 'asc' } });
  const byHold = Map.groupBy(entries, ({ holdId }) => holdId ?? '');
  return publications.map((publication) => {
    const hold = holds.get(publication.id);
    return {
      ...ownFacts(publication),
      attempts: (attempts.get(publication.id) ?? []).map(attemptView),
      verifications: (verifications.get(publication.id) ?? []).map(verificationView),
      ...firstCommentPart(comments.get(publication.id)),
      ...retractionPart(retractions.get(publication.id)),
      settlement: settlementView(settlements.get(publication.id)),
      credit: hold ? { hold: holdView(hold), entries: (byHold.get(hold.id) ?? []).map(entryView) } : null,
    };
  });
}

function ownFacts(
  publication: Publication,
): Omit<EvidencePublication, 'attempts' | 'verifications' | 'first_comment' | 'retraction' | 'settlement' | 'credit'> {
  const { intent, failureCode, failureMessage } = publication;
  return {
    publication_id: publication.id,
    payload_id: publication.payloadId,
    platform: publication.platform,
    connection_id: publication.connectionId ?? null,
    state: publication.state,
    intent: intent ? { id: intent.id, created_at: intent.createdAt, keys: intent.keys } : null,
    provider_id: publication.providerId ?? null,
    provider_url: publication.providerUrl ?? null,
    published_at: publication.publishedAt?.toISOString() ?? null,
    failure: failureCode ? { code: failureCode, message: failureMessage ?? '' } : null,
    credits: publication.credits,
  };
}

function attemptView({ number, startedAt, endedAt, outcome, message, gates }: Attempt): EvidenceAttempt {
  return {
    number,
    started_at: startedAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
    outcome: outcome ?? null,
    answer: message ?? null,
    gates: gates ?? null,
  };
}

function verificationView({
  result,
  seenBy = null,
  differences,
  compared = null,
  notReadable = null,
  message = null,
  createdAt,
}: Verification) {
  return { result, seen_by: seenBy, differences, compared, not_readable: notReadable, message, at: createdAt.toISOString() };
}

function firstCommentPart(comment: FirstComment | undefined): Pick<EvidencePublication, 'first_comment'> {
  if (!comment) return {};
  const { id, state, attempts, providerId, providerUrl, message, endedAt } = comment;
  return {
    first_comment: {
      ...{ first_comment_id: id, state, attempts, provider_id: providerId ?? null, provider_url: providerUrl ?? null },
      ...{ message: message ?? null, ended_at: endedAt?.toISOString() ?? null },
    },
  };
}

function retractionPart(named: NamedRetraction | undefined): Pick<EvidencePublication, 'retraction'> {
  if (!named) return {};
  const { retraction, requestedBy, decidedBy } = named;
  const { id, state, contentHash, reason, decidedAt, endedAt, message } = retraction;
  return {
    retraction: {
      retraction_id: id,
      state,
      content_hash: contentHash,
      reason,
      requested_by: String(requestedBy),
      decided_by: decidedBy === null ? null : String(decidedBy),
      decided_at: decidedAt?.toISOString() ?? null,
      ended_at: endedAt?.toISOString() ?? null,
      message: message ?? null,
    },
  };
}

function settlementView(settled: NamedManualResolution | undefined): EvidencePublication['settlement'] {
  if (!settled) return null;
  const { verdict, reason, evidenceUrl, userId, createdAt } = settled.settlement;
  return { verdict, reason, evidence_url: evidenceUrl ?? null, by: String(settled.by), user_id: userId, at: createdAt.toISOString() };
}

function holdView({ id, bucket, credits, state, createdAt, endedAt }: CreditHold) {
  return { hold_id: id, bucket, credits, state, created_at: createdAt.toISOString(), ended_at: endedAt?.toISOString() ?? null };
}

function entryView({ id, bucket, kind, availableDelta, heldDelta, createdAt }: CreditEntry) {
  return { entry_id: id, bucket, kind, available_delta: availableDelta, held_delta: heldDelta, at: createdAt.toISOString() };
}
