import { requireReach } from '../access/authorise.ts';
import { Approval } from '../approvals/approval.entity.ts';
import { currentCaptions, platformsWithoutCaption } from '../captions/caption-queries.ts';
import type { Context } from '../context.ts';
import type { Budget } from '../credits/budget-queries.ts';
import { type Balance, balancesFrom, balancesPart } from '../credits/credit-queries.ts';
import type { CreditUnit } from '../credits/products.ts';
import { surchargeIn } from '../credits/surcharges.ts';
import { readTogether } from '../db/read-together.ts';
import { idsOf } from '../db/reading/query.ts';
import { rowsOf } from '../db/reading/rows-of.ts';
import { literal, type Places } from '../db/tables.ts';
import { Draft, type PublishMode } from '../drafts/draft.entity.ts';
import { allowedDraftActions, type DraftAction, failuresOf } from '../drafts/lock-draft.ts';
import type { RequestNotice } from '../drafts/resolve-approval-required.ts';
import { DomainError } from '../errors.ts';
import { type Sentence, say } from '../languages/sentence.ts';
import { findTargets } from '../payloads/payload-queries.ts';
import { preparePayloads } from '../payloads/prepare-payloads.ts';
import type { PostCharge } from '../platforms/platform/charges.ts';
import { findFacets } from '../platforms/text/facets.ts';
import type { Gate } from './gates/gate.ts';
import type { GateSnapshot, PostCredits } from './gates/gate-snapshot.ts';
import type { TargetReadiness } from './gates/target-faults.ts';
import { evaluateGates, forecastOf } from './gates.ts';
import { authorFrom } from './jobs/create-job.ts';
import { targetReadiness } from './jobs/readiness.ts';
import { LIVE_STATES, PublishJob } from './publish-job.entity.ts';
import { resolveMode } from './review/content/prepare-content.ts';
import { readWithGates } from './snapshot/load-gate-snapshot.ts';
import type { TargetPayload } from './snapshot/load-targets.ts';
import { type Subject, subjectOfDraft, subjectOfJob, WORKSPACES } from './snapshot/subject.ts';

interface PrecheckInput {
  workspaceId: string;
  draftId: string;
  approvalRequired?: boolean | undefined;
  publishMode?: PublishMode | undefined;
}

export interface Precheck {
  draftId: string;
  workspaceId: string;
  isReady: boolean;
  approvalRequired: boolean;
  publishMode: PublishMode;
  credits: {
    unit: CreditUnit;
    required: number;
    /** The unit's buckets, in the order they are drawn from. */
    available: Balance[];
    /** One for each post without a reservation. */
    posts: PostCost[];
    /** The balance afterwards; negative if it is too low. */
    after: number;
    /** The workspace's monthly budget; null if there is none. */
    budget: Budget | null;
  };
  gates: Gate[];
  /** Each target's own readiness: a held one does not hold up the others. */
  targets: TargetReadiness[];
  notices: RequestNotice[];
  /** The draft's newest approval, in any state. */
  approval: Approval | null;
  /** What the caller may do with the draft next. */
  allowedActions: DraftAction[];
}

/** States from which nothing can be queued. */
const END: Partial<Record<Draft['state'], Sentence>> = {
  published: say`The draft is already published; create a new one to publish again.`,
  partially_published: say`The draft is already published on some platforms; retry its publish job for the others.`,
  publishing: say`The draft is already being published.`,
  archived: say`The draft was archived.`,
};

/** What would happen if the draft were queued now. Changes nothing and calls no platform. */
export async function precheckUsage(ctx: Context, input: PrecheckInput): Promise<Precheck> {
  const { workspace, draft, live, approval } = await readAsked(ctx, input);
  const { notices, ...asked } = await resolveMode(ctx, workspace, draft, {
    publishMode: input.publishMode ?? draft.publishMode,
    ...(input.approvalRequired === undefined ? {} : { approvalRequired: input.approvalRequired }),
    wasAsked: approval !== null,
  });

  const subject = live ? subjectOfJob(live) : asIfQueued(ctx, draft, asked.approvalRequired ? 'approval' : 'auto', approval);
  const before = { prepared: subject.sendingHash === null ? new Map([[subject.id, await asIfPrepared(ctx, draft)]]) : undefined };
  // The gates need the balances too: parts of the same name are read once.
  const parts = { balances: balancesPart(idsOf([subject.accountId])) };
  const { read, snapshots } = await readWithGates(ctx, parts, [subject], before);
  const snapshot = snapshots.get(subject.id);
  if (!snapshot) throw new Error(`${draft.id} has no gate snapshot.`);

  const gates = evaluateGates(snapshot);
  const end = END[draft.state];
  const { unit, required, available, budget } = snapshot.credits;
  const balances = balancesFrom(read.balances, ctx.clock.now()).get(draft.accountId) ?? [];
  return {
    draftId: draft.id,
    workspaceId: workspace.id,
    isReady: !end && forecastOf(gates) === 'pass',
    ...asked,
    credits: {
      unit,
      required,
      posts: postCosts(snapshot),
      available: balances.filter((balance) => balance.unit === unit),
      after: available - required,
      budget,
    },
    gates,
    targets: targetReadiness(snapshot),
    notices: end ? [...notices, { code: 'nothing_to_publish', message: end }] : notices,
    approval,
    allowedActions: allowedDraftActions(draft, ctx.actor, workspace, (await failuresOf(ctx, [draft])).get(draft.id)),
  };
}

const DRAFT = rowsOf(Draft, (from, { draftId }: Places<{ draftId: string }>) => from.where('t.id', '=', draftId));

const LIVE_JOB = rowsOf(PublishJob, (from, { draftId }: Places<{ draftId: string }>) =>
  from.where('t.draft_id', '=', draftId).where('t.state', 'in', LIVE_STATES.map(literal)),
);

const NEWEST_APPROVAL = rowsOf(Approval, (from, { draftId }: Places<{ draftId: string }>) =>
  from.where('t.draft_id', '=', draftId).orderBy('t.id', 'desc').limit(literal(1)),
);

/** The draft with its earlier submission, in one query. */
async function readAsked(ctx: Context, { workspaceId, draftId }: PrecheckInput) {
  // Flushes this transaction's changes, which the queries below must see.
  await ctx.em.flush();
  const read = await readTogether(ctx.em, {
    workspaces: WORKSPACES(ctx.em, { workspaces: idsOf([workspaceId]) }),
    drafts: DRAFT(ctx.em, { draftId }),
    live: LIVE_JOB(ctx.em, { draftId }),
    approvals: NEWEST_APPROVAL(ctx.em, { draftId }),
  });
  const [workspace] = read.workspaces;
  await requireReach(ctx, { accountId: workspace?.accountId ?? '', workspaceId }, 'read');
  const [draft] = read.drafts;
  if (!workspace || draft?.workspaceId !== workspace.id) throw new DomainError('not_found');
  return { workspace, draft, live: read.live[0] ?? null, approval: read.approvals[0] ?? null };
}

/** The draft as a subject of its own; a decision on other content does not count. */
function asIfQueued(ctx: Context, draft: Draft, mode: 'approval' | 'auto', approval: Approval | null): Subject {
  const counts =
    mode === 'approval' &&
    approval?.contentHash === draft.contentHash &&
    ['approved', 'rejected', 'changes_requested'].includes(approval?.state ?? '');
  return subjectOfDraft(draft, { mode, approvalId: counts ? (approval?.id ?? null) : null, author: authorFrom(ctx), now: ctx.clock.now() });
}

/** The payloads as they would be built; without captions, the targets with the source text for the safety checks. */
async function asIfPrepared(ctx: Context, draft: Draft): Promise<TargetPayload[]> {
  const captions = await currentCaptions(ctx, draft.id);
  if (captions && platformsWithoutCaption(draft, captions).length === 0) {
    const { payloads } = await preparePayloads(ctx, draft, captions.captions);
    return payloads.map((payload) => ({ ...payload, draftId: draft.id }));
  }
  const facets = findFacets(draft.sourceText).filter(({ kind }) => kind === 'link');
  const part = { text: draft.sourceText, facets, length: 0, limit: 0, unit: 'utf16' as const };
  const linkCard = draft.link ? { url: draft.link, title: '' } : null;
  return (await findTargets(ctx, draft)).map(({ platform, connectionId }) => ({
    draftId: draft.id,
    platform: platform.id,
    connectionId,
    textHash: '',
    preview: { parts: [part], linkCard },
    violations: null,
  }));
}

/** What one post costs in credits, and what its network charges the operator. */
export interface PostCost extends PostCredits {
  /** The operator's surcharge in these credits. */
  surcharge: number;
  /** For information only: it is not charged here. Null where the network is free. */
  charge: PostCharge | null;
}

/** The cost of every post without a reservation. */
export function postCosts({ credits, targets }: Pick<GateSnapshot, 'credits' | 'targets'>): PostCost[] {
  return credits.posts.map((post) => {
    const target = targets.find(({ platform, connection }) => platform === post.platform && (connection?.id ?? null) === post.connectionId);
    return { ...post, surcharge: surchargeIn(post.credits), charge: target?.charge ?? null };
  });
}
