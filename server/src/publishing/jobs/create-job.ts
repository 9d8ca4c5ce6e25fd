import { recordAudit } from '../../audit/record-audit.ts';
import type { Context } from '../../context.ts';
import { CREDITS_ON } from '../../credits/surcharges.ts';
import { insertNew } from '../../db/insert-rows.ts';
import { numbered, query } from '../../db/reading/query.ts';
import { tables } from '../../db/tables.ts';
import { sendWithoutWaiting } from '../../db/transaction.ts';
import { noteAsker, restartAuthorship } from '../../drafts/draft-authors.ts';
import type { LockedDraft } from '../../drafts/lock-draft.ts';
import { newId } from '../../new-id.ts';
import type { Payload } from '../../payloads/payload.entity.ts';
import { hasLink } from '../../platforms/platform/charges.ts';
import { PublishJob, PublishJobRevision } from '../publish-job.entity.ts';

/** The author of a queued job; both null for the operator. */
export interface JobAuthor {
  grantId: string | null;
  userId: string | null;
}

/** The content of a job. */
export interface JobContent {
  mode: 'approval' | 'auto';
  author: JobAuthor;
  approvalId: string | null;
  payloads: readonly Payload[];
  /** The draft was created in this transaction by the caller: it has no earlier job, and its author is recorded. */
  isNew?: boolean;
}

export function authorFrom({ actor }: Context): JobAuthor {
  return { grantId: actor.kind === 'agent' ? actor.grantId : null, userId: actor.kind === 'user' ? actor.userId : null };
}

/** Creates a draft's new job after earlier ones have ended. */
export async function createJob(ctx: Context, draft: LockedDraft, content: JobContent): Promise<PublishJob> {
  const now = ctx.clock.now();
  const { accountId, workspaceId } = draft;
  const job = ctx.em.create(PublishJob, {
    id: newId('job'),
    accountId,
    workspaceId,
    draftId: draft.id,
    ...contentColumns(draft, content),
    revision: 1,
    state: 'blocked',
    createdAt: now,
    updatedAt: now,
  });
  await fill(ctx, job, draft, content);
  if (!content.isNew) {
    await restartAuthorship(ctx, draft, content.author);
    await query(
      ctx.em,
      tables
        .updateTable('publish_jobs')
        .set({ superseded_by: job.id })
        .where('id', '<>', job.id)
        // Each half by its index; a condition with `or` would read every job of the service.
        .where('id', 'in', ({ selectFrom }) =>
          selectFrom('publish_jobs as own')
            .select('own.id')
            .where('own.draft_id', '=', draft.id)
            .unionAll(
              selectFrom('publish_jobs as j')
                .innerJoin('publish_jobs as earlier', 'earlier.superseded_by', 'j.id')
                .select('earlier.id')
                .where('j.draft_id', '=', draft.id),
            ),
        ),
    );
  }
  await recordAudit(ctx, { accountId, action: 'publish_job.created', subjectId: job.id, details: factsOf(job, content) });
  return job;
}

/** New content for a job that was emptied; it becomes `blocked`. */
export async function reviseJob(ctx: Context, job: PublishJob, draft: LockedDraft, content: JobContent): Promise<PublishJob> {
  const from = job.contentHash;
  Object.assign(job, { ...contentColumns(draft, content), revision: job.revision + 1, updatedAt: ctx.clock.now() });
  await fill(ctx, job, draft, content);
  await noteAsker(ctx, draft, content.author);
  const details = { ...factsOf(job, content), revision: job.revision, from };
  await recordAudit(ctx, { accountId: job.accountId, action: 'publish_job.revised', subjectId: job.id, details });
  return job;
}

function contentColumns({ id, contentHash, scheduledAt }: LockedDraft, { mode, author, approvalId }: JobContent) {
  if (!contentHash) throw new Error(`${id} is queued without content.`);
  return { ...author, mode, approvalId, contentHash, scheduledAt: scheduledAt ?? null };
}

function factsOf({ draftId, contentHash, mode }: PublishJob, { payloads }: JobContent) {
  return { draftId, contentHash, mode, publications: payloads.length };
}

/** Creates the revision, and a publication for each of its payloads at today's cost. */
async function fill(
  ctx: Context,
  job: PublishJob,
  { editsPublicationId }: LockedDraft,
  { mode, approvalId, payloads, isNew }: JobContent,
): Promise<void> {
  const { accountId, workspaceId, contentHash, revision: number, scheduledAt } = job;
  const createdAt = ctx.clock.now();
  // The old rows must be cleared before the new ones.
  if (!isNew) await ctx.em.flush();
  ctx.em.create(PublishJobRevision, {
    ...{ id: newId('rvn'), accountId, workspaceId, jobId: job.id, number, contentHash, mode, approvalId, scheduledAt, createdAt },
    ...authorFrom(ctx),
  });
  if (isNew) insertNew(ctx);
  else await ctx.em.flush();
  const rows = payloads.map(({ id, platform, connectionId = null, preview }) => ({
    ...{ id: newId('pub'), payloadId: id, connectionId, platform },
    ...{
      accountId,
      workspaceId,
      jobId: job.id,
      createdAt,
      hasLink: hasLink(preview),
      // An edit is not another post.
      isFree: ctx.platforms.get(platform)?.isFree === true || Boolean(editsPublicationId),
    },
  }));
  sendWithoutWaiting(ctx, [{ sql: PUBLICATIONS, values: [JSON.stringify(rows)] }]);
}

const PUBLICATIONS = numbered(`
  insert into publications (id, account_id, workspace_id, job_id, payload_id, connection_id, platform, credits, state, created_at, check_first)
  select p.id, p."accountId", p."workspaceId", p."jobId", p."payloadId", p."connectionId", p.platform, ${CREDITS_ON}, 'pending', p."createdAt",
    (select jsonb_set(o.check_first, '{isChanged}', 'true') from publications o
      where o.job_id = p."jobId" and o.check_first is not null and o.platform = p.platform
        and o.connection_id is not distinct from p."connectionId" limit 1)
  from json_to_recordset(?::json) as p (id text, "accountId" text, "workspaceId" text, "jobId" text, "payloadId" text, "connectionId" text,
      platform text, "hasLink" boolean, "isFree" boolean, "createdAt" timestamptz)
    left join platform_surcharges s on s.platform = p.platform`);
