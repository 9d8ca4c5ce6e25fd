import DataLoader from 'dataloader';
import { findAccounts } from '../../access/accounts.ts';
import type { Grant } from '../../access/grants/grant.entity.ts';
import { type ApiKeyView, findAgents, findGrants, keysOf } from '../../access/grants/grant-queries.ts';
import { type Decider, decidersOf } from '../../access/members/member-queries.ts';
import type { Workspace } from '../../access/workspace.entity.ts';
import type { Approval } from '../../approvals/approval.entity.ts';
import {
  countWaitingOf,
  findApprovals,
  type InboxCounts,
  latestApprovalsOf,
  payloadsOfApprovals,
  previousDecidedOf,
} from '../../approvals/approval-queries.ts';
import { activeLinksOf, type ClientLinkView, clientLinksOf, sharedCountsOf } from '../../approvals/clients/client-links.ts';
import { approvalsGivenTo, decisionsOf, type NamedDecision } from '../../approvals/decision-queries.ts';
import { stageVotesOf } from '../../approvals/stage-votes.ts';
import { NO_VOTES } from '../../approvals/stages.ts';
import { type StandingView, standingByIds, standingOfWorkspaces } from '../../approvals/standing/read-standing.ts';
import { otherWritersOf, writersOf } from '../../approvals/writer-queries.ts';
import type { Caption } from '../../captions/caption.entity.ts';
import { captionsOfSets, currentCaptionsOf, firstRevisionsOf } from '../../captions/caption-queries.ts';
import type { CaptionSet } from '../../captions/caption-set.entity.ts';
import { NO_COMMENTS, threadsOf } from '../../comments/comment-queries.ts';
import { connectionsByIds } from '../../connections/connection-queries.ts';
import type { Context } from '../../context.ts';
import { budgetsOf } from '../../credits/budget-queries.ts';
import type { CreditHold } from '../../credits/credit.entities.ts';
import { type Balance, balancesOf, holdsOf } from '../../credits/credit-queries.ts';
import { creditUses, type UseWish } from '../../credits/credit-use.ts';
import { cutPage, type Page } from '../../db/keyset-page.ts';
import type { Draft } from '../../drafts/draft.entity.ts';
import { authorsOf } from '../../drafts/draft-authors.ts';
import { findDrafts } from '../../drafts/draft-queries.ts';
import { failuresOf } from '../../drafts/lock-draft.ts';
import { type MediaWithRenditions, mediaOf } from '../../media/media-queries.ts';
import type { Payload } from '../../payloads/payload.entity.ts';
import { currentPayloadsOf } from '../../payloads/payload-queries.ts';
import type { Attempt } from '../../publishing/attempt.entity.ts';
import type { FirstComment } from '../../publishing/first-comment.entity.ts';
import { explainJobs } from '../../publishing/jobs/explain-jobs.ts';
import { attemptsOf, findJobs, jobsOf, jobsOfApprovals, publicationsById, publicationsOf } from '../../publishing/jobs/job-queries.ts';
import { firstCommentsOf, type NamedRetraction, removedDraftsOf, retractionsOf } from '../../publishing/jobs/post-queries.ts';
import { type PromisedCredits, promisedCreditsOf } from '../../publishing/jobs/promised-credits.ts';
import { figuresOf, type WorkspaceFigures } from '../../publishing/jobs/workspace-figures.ts';
import type { Publication } from '../../publishing/publication.entity.ts';
import type { PublishJob } from '../../publishing/publish-job.entity.ts';
import { type MetricsAt, metricsOf } from '../../publishing/published/metric-queries.ts';
import { newestVerificationsOf } from '../../publishing/published/read-back-due-posts.ts';
import { manualResolutionsOf, type NamedManualResolution } from '../../publishing/reconciliation/settle-unknown.ts';
import { newestEditsOf, publishedPayloadsOf } from '../../publishing/review/edit-post.ts';
import { type GrantUsage, usageOfGrants } from '../../publishing/snapshot/load-authors.ts';
import { loadLostPermissions } from '../../publishing/snapshot/load-lost-permissions.ts';
import type { Verification } from '../../publishing/verification.entity.ts';
import { findWorkspaces, workspacesOfAccounts } from '../../workspaces/workspace-queries.ts';
import { approvalPages } from '../approvals/read-approvals.ts';

export type Loaders = ReturnType<typeof createLoaders>;

/**
 * One set per request. Every field that needs more than its own row uses one of these, so a page of any size costs
 * the same number of queries.
 */
export function createLoaders(ctx: Context) {
  return { ...draftLoaders(ctx), ...approvalLoaders(ctx), ...jobLoaders(ctx), ...accessLoaders(ctx) };
}

const NOTHING_WAITS: InboxCounts = { approvals: 0, removals: 0, news: 0 };
const NOTHING_TO_KNOW: WorkspaceFigures = { goingOut: 0, heldBack: 0, planned: 0, unknown: 0, failed: 0 };

type Made = Pick<Draft, 'id' | 'grantId' | 'userId'>;

function draftLoaders(ctx: Context) {
  return {
    draft: batchById((ids) => findDrafts(ctx, ids), null),
    author: batchByRow((rows: readonly Made[]) => authorsOf(ctx, rows), null),
    captions: batchById(async (draftIds) => captionsOnly(await currentCaptionsOf(ctx, draftIds)), [] as Caption[]),
    captionsOfSet: batchById((setIds) => captionsOfSets(ctx, setIds), [] as Caption[]),
    firstRevisions: batchRevisions(ctx),
    comments: batchById((ids) => threadsOf(ctx, ids), NO_COMMENTS),
    draftPayloads: batchByRow((drafts: readonly Draft[]) => currentPayloadsOf(ctx, drafts), [] as Payload[]),
    draftMedia: batchByRow((drafts: readonly WithMedia[]) => mediaOfDrafts(ctx, drafts), [] as MediaWithRenditions[]),
    connection: batchById((ids) => connectionsByIds(ctx, ids), null),
  };
}

/** A draft, or a revision of one. */
type WithMedia = Pick<Draft, 'id' | 'mediaIds'>;

async function mediaOfDrafts(ctx: Context, drafts: readonly WithMedia[]): Promise<Map<string, MediaWithRenditions[]>> {
  const known = await mediaOf(ctx, [...new Set(drafts.flatMap(({ mediaIds }) => mediaIds ?? []))]);
  const byId = new Map(known.map((picture) => [picture.media.id, picture]));
  return new Map(drafts.map(({ id, mediaIds }) => [id, (mediaIds ?? []).flatMap((mediaId) => byId.get(mediaId) ?? [])]));
}

function captionsOnly(current: Awaited<ReturnType<typeof currentCaptionsOf>>): Map<string, Caption[]> {
  return new Map([...current].map(([draftId, { captions }]) => [draftId, captions]));
}

function approvalLoaders(ctx: Context) {
  return {
    approvalPayloads: batchByRow((approvals: readonly Approval[]) => payloadsOfApprovals(ctx, approvals), [] as Payload[]),
    approvals: approvalPages(ctx),
    approval: batchById((ids) => findApprovals(ctx, ids), null),
    latestApproval: batchById((draftIds) => latestApprovalsOf(ctx, draftIds), null),
    waiting: batchById((workspaceIds) => countWaitingOf(ctx, workspaceIds), NOTHING_WAITS),
    previousApproval: batchById((approvalIds) => previousDecidedOf(ctx, approvalIds), null),
    writers: batchById((draftIds) => writersOf(ctx, draftIds), [] as string[]),
    otherWritersOf: batchById((approvalIds) => otherWritersOf(ctx, approvalIds), [] as string[]),
    decisions: batchById((approvalIds) => decisionsOf(ctx, approvalIds), [] as NamedDecision[]),
    stageVotes: batchById((approvalIds) => stageVotesOf(ctx, approvalIds), NO_VOTES),
    approvalsGiven: batchById((approvalIds) => approvalsGivenTo(ctx, approvalIds), 0),
    clientLinks: batchById((workspaceIds) => clientLinksOf(ctx, workspaceIds), [] as ClientLinkView[]),
    standing: batchById((ids) => standingByIds(ctx, ids), null),
    standingOfWorkspace: batchById((workspaceIds) => standingOfWorkspaces(ctx, workspaceIds), [] as StandingView[]),
    sharedCount: batchById((linkIds) => sharedCountsOf(ctx, linkIds), 0),
    isActiveLink: batchById((linkIds) => activeLinksOf(ctx, linkIds), false),
  };
}

function jobLoaders(ctx: Context) {
  return {
    job: batchById((ids) => findJobs(ctx, ids), null),
    latestJob: batchById((draftIds) => jobsOf(ctx, draftIds), null),
    jobOfApproval: batchById((approvalIds) => jobsOfApprovals(ctx, approvalIds), null),
    explanation: batchByRow((jobs: readonly PublishJob[]) => explainJobs(ctx, jobs), null),
    hasLostPermission: batchByRow((jobs: readonly PublishJob[]) => loadLostPermissions(ctx, jobs), false as const),
    publications: batchById((jobIds) => publicationsOf(ctx, jobIds), [] as Publication[]),
    attempts: batchById((publicationIds) => attemptsOf(ctx, publicationIds), [] as Attempt[]),
    settlement: batchById<NamedManualResolution>((publicationIds) => manualResolutionsOf(ctx, publicationIds), null),
    firstComment: batchById<FirstComment>((publicationIds) => firstCommentsOf(ctx, publicationIds), null),
    edit: batchById((publicationIds) => newestEditsOf(ctx, publicationIds), null),
    publishedPayload: batchById((publicationIds) => publishedPayloadsOf(ctx, publicationIds), null),
    retraction: batchById<NamedRetraction>((publicationIds) => retractionsOf(ctx, publicationIds), null),
    failures: batchByRow((drafts: readonly Draft[]) => failuresOf(ctx, drafts), undefined),
    isRemoved: batchById((draftIds) => removedDraftsOf(ctx, draftIds), false),
    metrics: batchById((publicationIds) => metricsOf(ctx, publicationIds), [] as MetricsAt[]),
    verification: batchById<Verification>((publicationIds) => newestVerificationsOf(ctx, publicationIds), null),
    hold: batchById<CreditHold>((publicationIds) => holdsOf(ctx, publicationIds), null),
    publication: batchById((publicationIds) => publicationsById(ctx, publicationIds), null),
    figures: batchById((workspaceIds) => figuresOf(ctx, workspaceIds), NOTHING_TO_KNOW),
    promisedCredits: batchById((accountIds) => promisedCreditsOf(ctx, accountIds), [] as PromisedCredits[]),
    budget: batchById((workspaceIds) => budgetsOf(ctx, workspaceIds), null),
    creditUse: new DataLoader((wishes: readonly UseWish[]) => creditUses(ctx, wishes)),
    balances: batchById((accountIds) => balancesOf(ctx, accountIds), [] as Balance[]),
  };
}

function accessLoaders(ctx: Context) {
  return {
    workspace: batchById((ids) => findWorkspaces(ctx, ids), null),
    workspacesOfAccount: batchById((accountIds) => workspacesOfAccounts(ctx, accountIds), [] as Workspace[]),
    account: batchById((ids) => findAccounts(ctx, ids), null),
    deciders: batchById((accountIds) => decidersOf(ctx, accountIds), [] as Decider[]),
    agent: batchById((ids) => findAgents(ctx, ids), null),
    grant: batchById<Grant>((ids) => findGrants(ctx, ids), null),
    keys: batchById((grantIds) => keysOf(ctx, grantIds), [] as ApiKeyView[]),
    grantUsage: batchById((grantIds) => usageOfGrants(ctx, grantIds), { jobsToday: 0, creditsThisMonth: 0 } as GrantUsage),
  };
}

/** First pages of revisions; those of the same size are read together. */
function batchRevisions(ctx: Context) {
  return new DataLoader<RevisionsKey, Page<CaptionSet>, string>(
    async (keys) => {
      const bySize = Map.groupBy(keys, ({ limit }) => limit);
      const pages = new Map<number, Map<string, Page<CaptionSet>>>();
      for (const [limit, same] of bySize) {
        const draftIds = same.map(({ draftId }) => draftId);
        pages.set(limit, await firstRevisionsOf(ctx, draftIds, limit));
      }
      return keys.map(({ draftId, limit }) => pages.get(limit)?.get(draftId) ?? cutPage<CaptionSet>([], limit, () => ''));
    },
    { cacheKeyFn: ({ draftId, limit }) => `${draftId} ${limit}` },
  );
}

interface RevisionsKey {
  draftId: string;
  limit: number;
}

type Rows<Value> = Promise<ReadonlyMap<string, Value>>;

/** Batches ids requested at the same time into one call of `find`; ids without a row yield `missing`. */
function batchById<Value, Missing = null>(
  find: (ids: readonly string[]) => Rows<Value>,
  missing: Missing,
): DataLoader<string, Value | Missing> {
  return new DataLoader(async (ids) => {
    const found = await find(ids);
    return ids.map((id) => found.get(id) ?? missing);
  });
}

/** The same for functions that need the rows themselves; the result is by the row's id. */
function batchByRow<Row extends { id: string }, Value, Missing = null>(
  find: (rows: readonly Row[]) => Rows<Value>,
  missing: Missing,
): DataLoader<Row, Value | Missing, string> {
  return new DataLoader<Row, Value | Missing, string>(
    async (rows) => {
      const found = await find(rows);
      return rows.map((row) => found.get(row.id) ?? missing);
    },
    { cacheKeyFn: (row) => row.id },
  );
}
