import { requireWorkspace } from '../access/authorise.ts';
import { latestApproval } from '../approvals/approval-queries.ts';
import { currentCaptions, platformsWithoutCaption } from '../captions/caption-queries.ts';
import type { Context } from '../context.ts';
import { type Balance, readBalances } from '../credits/credit-queries.ts';
import type { CreditUnit } from '../credits/products.ts';
import type { Draft, PublishMode } from '../drafts/draft.entity.ts';
import { loadDraft } from '../drafts/draft-queries.ts';
import type { Notice } from '../drafts/notice.ts';
import { DomainError } from '../errors.ts';
import { findTargets } from '../payloads/find-targets.ts';
import { preparePayloads } from '../payloads/prepare-payloads.ts';
import type { Gate } from './gates/gate.ts';
import { evaluateGates } from './gates.ts';
import { authorFrom } from './jobs/fill-job.ts';
import { liveJobOf } from './jobs/live-job.ts';
import { readinessFrom } from './jobs/readiness.ts';
import { resolveMode } from './review/content/resolve-mode.ts';
import { loadSnapshots } from './snapshot/load-gate-snapshot.ts';
import type { TargetPayload } from './snapshot/load-targets.ts';
import { type Subject, subjectOfDraft, subjectOfJob } from './snapshot/subject.ts';

export interface PrecheckInput {
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
    /** What would be left; negative where it does not suffice. */
    after: number;
  };
  gates: Gate[];
  notices: Notice[];
}

/** States from which nothing is queued any more. */
const END: Partial<Record<Draft['state'], string>> = {
  published: 'The draft is published already; make a new one to publish again.',
  partially_published: 'The draft is out on some platforms already; what failed can be tried again by its publish job.',
  publishing: 'The draft is on its way already.',
  archived: 'The draft was put away.',
};

/** What would happen if the draft were queued now. Changes nothing, calls nobody. */
export async function precheckUsage(ctx: Context, input: PrecheckInput): Promise<Precheck> {
  const workspace = await requireWorkspace(ctx, input.workspaceId, 'read');
  const draft = await loadDraft(ctx, input.draftId, 'read');
  if (draft.workspaceId !== workspace.id) throw new DomainError('not_found');
  const { notices, ...asked } = await resolveMode(ctx, workspace, draft, {
    publishMode: input.publishMode ?? draft.publishMode,
    ...(input.approvalRequired === undefined ? {} : { approvalRequired: input.approvalRequired }),
  });

  const live = await liveJobOf(ctx, draft.id);
  const subject = live ? subjectOfJob(live) : await asIfQueued(ctx, draft, asked.approvalRequired ? 'approval' : 'auto');
  const prepared = subject.sendingHash === null ? new Map([[subject.id, await asIfPrepared(ctx, draft)]]) : undefined;
  const snapshot = (await loadSnapshots(ctx, [subject], { prepared })).get(subject.id);
  if (!snapshot) throw new Error(`${draft.id} has no gate snapshot.`);

  const gates = evaluateGates(snapshot);
  const end = END[draft.state];
  const { unit, required, available } = snapshot.credits;
  const balances = (await readBalances(ctx, draft.accountId)).filter((balance) => balance.unit === unit);
  return {
    draftId: draft.id,
    workspaceId: workspace.id,
    isReady: !end && readinessFrom(gates).state === 'ready',
    ...asked,
    credits: { unit, required, available: balances, after: available - required },
    gates,
    notices: end ? [...notices, { code: 'nothing_to_publish', message: end }] : notices,
  };
}

/** The draft as a subject of its own; a decision on other content does not count. */
async function asIfQueued(ctx: Context, draft: Draft, mode: 'approval' | 'auto'): Promise<Subject> {
  const approval = mode === 'approval' ? await latestApproval(ctx, draft.id) : null;
  const counts =
    approval && approval.contentHash === draft.contentHash && ['approved', 'rejected', 'changes_requested'].includes(approval.state);
  return subjectOfDraft(draft, { mode, approvalId: counts ? approval.id : null, author: authorFrom(ctx), now: ctx.clock.now() });
}

/** The payloads as they would be built; where words are missing, the targets with the source text for the safety checks. */
async function asIfPrepared(ctx: Context, draft: Draft): Promise<TargetPayload[]> {
  const captions = await currentCaptions(ctx, draft.id);
  if (captions && platformsWithoutCaption(draft, captions).length === 0) {
    const { payloads } = await preparePayloads(ctx, draft, captions.captions);
    return payloads.map((payload) => ({ ...payload, draftId: draft.id }));
  }
  const part = { text: draft.sourceText, facets: [], length: 0, limit: 0, unit: 'utf16' as const };
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
