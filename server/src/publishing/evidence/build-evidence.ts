import canonicalize from 'canonicalize';
import { connectionsByIds } from '../../connections/connection-queries.ts';
import type { Context } from '../../context.ts';
import { DraftAuthor } from '../../drafts/draft-author.entity.ts';
import { authorsOf } from '../../drafts/draft-authors.ts';
import type { Words } from '../../languages/sentence.ts';
import { payloadSetsOf } from '../../payloads/payload-queries.ts';
import type { JsonObject } from '../../platforms/platform.ts';
import { loadJob, publicationsOf, revisionsOf } from '../jobs/job-queries.ts';
import type { PublishJob } from '../publish-job.entity.ts';
import { digestsOf } from './evidence-digests.ts';
import type { Evidence, EvidenceFacts, EvidencePayload } from './evidence-document.ts';
import { loadAuditTrail } from './load-audit-trail.ts';
import { loadDecided } from './load-decided.ts';
import { presentPublications } from './present-publications.ts';

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
const inEnglish = ({ kind, name }: { kind: string; name: Words }) => ({ kind, name: String(name) });

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
