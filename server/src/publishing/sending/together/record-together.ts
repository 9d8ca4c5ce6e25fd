import type { Context } from '../../../context.ts';
import { settleHolds } from '../../../credits/end-holds.ts';
import { idsOf, readTogether } from '../../../db/read-together.ts';
import { withNextQuestion } from '../../../db/reading/in-one-message.ts';
import { rowsOf } from '../../../db/reading/rows-of.ts';
import { lockFreeDrafts } from '../../../drafts/lock-draft.ts';
import { rollUpJob } from '../../jobs/roll-up-job.ts';
import { Publication } from '../../publication.entity.ts';
import { PublishJob } from '../../publish-job.entity.ts';
import { notePublished, type OutcomeSubject } from '../apply-outcome.ts';
import type { CallOutcome } from '../call-platform.ts';
import type { MadeTry } from '../record-outcome.ts';
import { waitForLittle } from './wait-for-little.ts';

export interface Answered {
  made: MadeTry;
  outcome: CallOutcome;
}

type Published = Extract<CallOutcome, { kind: 'published' }>;
type Out = OutcomeSubject & { answered: Answered; outcome: Published; siblings: readonly Publication[] };

/**
 * recordOutcome() for many that are out, in as many statements as for one. Only what went the plain way, which is nearly all: every other
 * outcome, what is fenced off and what somebody else holds is left out as it is, and recordOutcome() does what follows. Answers
 * those that it did.
 */
export async function recordTogether(ctx: Context, answered: readonly Answered[]): Promise<Answered[]> {
  await waitForLittle(ctx);
  const out = await readOut(
    ctx,
    answered.filter(({ outcome }) => outcome.kind === 'published'),
  );
  if (out.length === 0) return [];
  for (const each of out) await notePublished(ctx, each, each.outcome);
  for (const { job, draft, siblings } of new Map(out.map((each) => [each.job.id, each])).values())
    await rollUpJob(ctx, job, draft, siblings);
  await settleHolds(
    ctx,
    out.map(({ publication }) => publication.id),
  );
  await write(ctx, out);
  return out.map((each) => each.answered);
}

/** Those that are still for this worker to say, as they stand under the locks of their drafts. */
async function readOut(ctx: Context, answered: readonly Answered[]): Promise<Out[]> {
  if (answered.length === 0) return [];
  const drafts = await lockFreeDrafts(
    ctx,
    answered.map(({ made }) => made.draftId),
  );
  const parameters = [idsOf(answered.flatMap(({ made }) => (drafts.has(made.draftId) ? [made.jobId] : [])))];
  const { jobs, publications } = await readTogether(ctx.em, {
    jobs: rowsOf(ctx.em, PublishJob, { from: 'from publish_jobs t where t.id = any(?::text[])', parameters }),
    publications: rowsOf(ctx.em, Publication, {
      from: 'from publications t where t.job_id = any(?::text[]) and t.superseded_at is null order by t.id',
      parameters,
    }),
  });
  const byJob = Map.groupBy(publications, ({ jobId }) => jobId);
  return answered.flatMap((each) => {
    const { made, outcome } = each;
    const job = jobs.find(({ id }) => id === made.jobId);
    const draft = drafts.get(made.draftId);
    const siblings = byJob.get(made.jobId) ?? [];
    const publication = siblings.find(({ id }) => id === made.publicationId);
    if (!job || !draft || outcome.kind !== 'published') return [];
    if (publication?.state !== 'sent' || publication.lease !== made.lease) return [];
    return [{ answered: each, outcome, publication, job, draft, siblings }];
  });
}

async function write(ctx: Context, out: readonly Out[]): Promise<void> {
  const rows = out.map(({ publication, job, draft, answered: { made } }) => ({
    id: publication.id,
    providerId: publication.providerId,
    providerUrl: publication.providerUrl,
    attemptId: made.attemptId,
    jobId: job.id,
    jobState: job.state,
    draftId: draft.id,
    draftState: draft.state,
  }));
  await withNextQuestion(ctx.em, WRITE, [JSON.stringify(rows), ctx.clock.now()]);
}

const WRITE = `
  with now as materialized (select ?::text as rows, ?::timestamptz as at), out as (
    select t.*, now.at from now, json_to_recordset(now.rows::json) as t (id text, "providerId" text, "providerUrl" text, "attemptId" text,
      "jobId" text, "jobState" text, "draftId" text, "draftState" text)
  ), published as (
    update publications p set state = 'published', provider_id = o."providerId", provider_url = o."providerUrl", published_at = o.at,
      leased_until = null, next_attempt_at = null, failure_code = null, failure_message = null
    from out o where p.id = o.id
  ), jobs as (
    update publish_jobs j set state = o."jobState", updated_at = case when j.state = o."jobState" then j.updated_at else o.at end,
      went_out_at = coalesce(j.went_out_at, o.at)
    from out o where j.id = o."jobId" and (j.state <> o."jobState" or j.went_out_at is null)
  ), drafts as (
    update drafts d set state = o."draftState", updated_at = o.at from out o where d.id = o."draftId" and d.state <> o."draftState"
  )
  update attempts a set ended_at = o.at, outcome = 'published', message = null from out o where a.id = o."attemptId"`;
