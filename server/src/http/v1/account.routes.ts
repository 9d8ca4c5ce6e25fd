import { ApiKey, Grant } from '../../access/grants/grant.entity.ts';
import { Workspace } from '../../access/workspace.entity.ts';
import type { Voice } from '../../access/workspace-policies.ts';
import { DAY_MS } from '../../clock.ts';
import { type Budget, budgetsFrom, budgetsPart } from '../../credits/budget-queries.ts';
import { balancesFrom, balancesPart, useByDayPart } from '../../credits/credit-queries.ts';
import { PRODUCTS } from '../../credits/products.ts';
import { hasSurcharge, type PlatformPrice, pricesBy, SURCHARGES, surchargesFrom } from '../../credits/surcharges.ts';
import { readTogether } from '../../db/read-together.ts';
import { idsOf } from '../../db/reading/query.ts';
import { rowsOf } from '../../db/reading/rows-of.ts';
import type { Places } from '../../db/tables.ts';
import { noticeInEnglish } from '../../drafts/resolve-approval-required.ts';
import { DomainError } from '../../errors.ts';
import { gateInEnglish } from '../../publishing/gates/gate.ts';
import { type PostCost, type Precheck, precheckUsage } from '../../publishing/precheck-usage.ts';
import { type AgentContext, defineOperation } from '../engine/operation.ts';
import { MeSchema, PrecheckBody, PrecheckSchema, UsageQuery, UsageSchema } from './account.schemas.ts';
import { approvalUrl } from './approvals.views.ts';
import { IdempotencyHeaders } from './common.schemas.ts';
import * as examples from './examples/workspace.ts';
import { ME } from './examples/workspace.ts';
import { targetView, timeOrNull } from './view-parts.ts';

const WORKSPACE = rowsOf(Workspace, (from, { workspaceId }: Places<{ workspaceId: string }>) => from.where('t.id', '=', workspaceId));
const GRANT = rowsOf(Grant, (from, { grantId }: Places<{ grantId: string }>) => from.where('t.id', '=', grantId));
const KEY = rowsOf(ApiKey, (from, { keyId }: Places<{ keyId: string }>) => from.where('t.id', '=', keyId), ['keyHash']);

export const readMeOperation = defineOperation({
  id: 'readMe',
  scope: null,
  tag: 'Access',
  summary: 'Read the grant behind the key',
  description: 'Returns the agent, workspace with its voice, scopes, limits and expiry of the key.',
  success: [{ status: 200, description: 'The grant.', schema: MeSchema, example: ME }],
  async run(ctx) {
    const { actor } = ctx;
    const { workspaces, grants, keys } = await readTogether(ctx.em, {
      workspaces: WORKSPACE(ctx.em, actor),
      grants: GRANT(ctx.em, actor),
      keys: KEY(ctx.em, actor),
    });
    const [[workspace], [grant], [key]] = [workspaces, grants, keys];
    // Erased since the request was authenticated.
    if (!workspace || !grant || !key) throw new DomainError('key_unknown');
    return {
      status: 200,
      body: {
        agent: { agent_id: actor.agentId, name: actor.agentName },
        grant_id: actor.grantId,
        key_id: actor.keyId,
        workspace: { workspace_id: workspace.id, name: workspace.name, time_zone: workspace.timeZone },
        voice: voiceView(workspace.voice),
        scopes: [...actor.scopes],
        sandbox_only: actor.isSandboxOnly,
        limits: { jobs_per_day: grant.jobsPerDay ?? null, credits_per_month: grant.creditsPerMonth ?? null },
        rotation_requested: Boolean(grant.rotationRequestedAt),
        created_at: grant.createdAt.toISOString(),
        expires_at: timeOrNull(grant.expiresAt),
        key_expires_at: key.expiresAt.toISOString(),
      },
    };
  },
});

function voiceView({ maxTags, bannedWords, wording = 'adapt', ...rest }: Voice) {
  return { ...rest, max_tags: maxTags, banned_words: bannedWords, wording };
}

const tag = 'Usage';

export const precheckOperation = defineOperation({
  id: 'precheckUsage',
  isCheck: true,
  scope: 'read',
  tag,
  summary: 'Check before publishing',
  description: 'Checks the credits and every gate as if the draft were queued now. Changes nothing and makes no external calls.',
  headers: IdempotencyHeaders,
  body: PrecheckBody,
  success: [{ status: 200, description: 'The result of the check.', schema: PrecheckSchema, example: examples.PRECHECK }],
  example: { body: examples.TO_PRECHECK },
  refuses: ['text_too_complex'],
  reads: true,
  async run(ctx, { body }) {
    const precheck = await precheckUsage(ctx, {
      workspaceId: body.workspace_id,
      draftId: body.draft_id,
      approvalRequired: body.approval_required,
      publishMode: body.publish_mode,
    });
    return { status: 200, body: precheckView(ctx, precheck) };
  },
});

export const usageOperation = defineOperation({
  id: 'readUsage',
  scope: 'read',
  tag,
  summary: 'Read credits and usage',
  description: 'Returns the account’s balances by bucket, and the usage of the key’s workspace by day.',
  query: UsageQuery,
  success: [{ status: 200, description: 'Balances, usage and products.', schema: UsageSchema, example: examples.USAGE }],
  example: { query: { days: 30 } },
  async run(ctx, { query }) {
    const { accountId, workspaceId } = ctx.actor;
    const now = ctx.clock.now();
    const to = new Date(now.getTime() + 1);
    const from = new Date(to.getTime() - (query.days ?? 30) * DAY_MS);
    const read = await readTogether(ctx.em, {
      balances: balancesPart(idsOf([accountId])),
      budgets: budgetsPart(idsOf([workspaceId]), now),
      surcharges: SURCHARGES,
      days: useByDayPart({ accountId, workspaceId, from, to }),
    });
    const prices = pricesBy(ctx.platforms, surchargesFrom(read.surcharges, ctx.platforms)).filter(hasSurcharge).map(priceView);
    const balances = balancesFrom(read.balances, now).get(accountId) ?? [];
    const budget = budgetView(budgetsFrom(read.budgets).get(workspaceId) ?? null);
    return {
      status: 200,
      body: { workspace_id: workspaceId, balances, budget, prices, use_by_day: read.days, products: PRODUCTS.map(productView) },
    };
  },
});

function precheckView(ctx: AgentContext, precheck: Precheck) {
  return {
    draft_id: precheck.draftId,
    workspace_id: precheck.workspaceId,
    ready: precheck.isReady,
    approval_required: precheck.approvalRequired,
    publish_mode: precheck.publishMode,
    credits: { ...precheck.credits, posts: precheck.credits.posts.map(postView), budget: budgetView(precheck.credits.budget) },
    gates: precheck.gates.map(gateInEnglish),
    targets: precheck.targets.map(targetView),
    notices: precheck.notices.map(noticeInEnglish),
    allowed_actions: precheck.allowedActions,
    ...approvalUrl(ctx, precheck.approval),
  };
}

function postView({ platform, connectionId, credits, surcharge }: PostCost) {
  return { platform, connection_id: connectionId, credits, surcharge, network_charge: null };
}

function priceView({ platform, credits, surcharge, creditsWithLink, surchargeWithLink }: PlatformPrice) {
  const withLink = { credits_with_link: creditsWithLink, surcharge_with_link: surchargeWithLink };
  return { platform, credits, surcharge, ...withLink, network_charges: [] };
}

function budgetView(budget: Budget | null) {
  if (!budget) return null;
  const { creditsPerMonth, used, left, renewsAt } = budget;
  return { credits_per_month: creditsPerMonth, used, left, renews_at: renewsAt.toISOString() };
}

function productView({ id, label, priceCents, quantity, unit, note }: (typeof PRODUCTS)[number]) {
  return { product: id, label, price_cents: priceCents, quantity, unit, note };
}
