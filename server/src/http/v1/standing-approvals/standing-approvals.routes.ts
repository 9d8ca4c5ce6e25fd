import type { Static } from 'typebox';
import { type StandingView, standingOfWorkspaces } from '../../../approvals/standing/read-standing.ts';
import { joined, type Piece, type TargetTemplate } from '../../../approvals/standing/template.ts';
import type { Services } from '../../../context.ts';
import { addOperation } from '../../engine/add-operation.ts';
import type { HttpServer } from '../../engine/http-server.ts';
import { defineOperation } from '../../engine/operation.ts';
import * as story from '../examples/story.ts';
import { timeOrNull } from '../view-parts.ts';
import { type StandingApprovalSchema, StandingApprovalsSchema } from './standing-approvals.schemas.ts';

const EXAMPLE: Static<typeof StandingApprovalSchema> = {
  standing_approval_id: story.STANDING_ID,
  workspace_id: story.WORKSPACE,
  state: 'active',
  signed_by: 'Ada',
  signed_at: story.DECIDED_AT,
  ends_at: story.EXPIRES_AT,
  end_reason: null,
  suspension: null,
  per_day: 2,
  used_today: 0,
  credits: 10,
  credits_used: 0,
  targets: [
    {
      platform: 'sandbox',
      connection_id: story.CONNECTION_ID,
      link: null,
      pieces: [
        { text: 'Reminder: the choir sings at ', slot: null, words: [], min: null, max: null },
        { text: null, slot: 'time', words: [], min: null, max: null },
      ],
    },
  ],
};

const listStandingApprovalsOperation = defineOperation({
  id: 'listStandingApprovals',
  scope: 'read',
  tag: 'Approvals',
  summary: 'List standing approvals',
  description:
    'Standing approvals that people signed for your posts: a template with slots, limits and an end. A draft in `approval_queue` that matches one is published without review; any other goes to a person. Only people sign and end them.',
  success: [
    { status: 200, description: 'Those for this agent.', schema: StandingApprovalsSchema, example: { standing_approvals: [EXAMPLE] } },
  ],
  example: {},
  async run(ctx) {
    const { workspaceId } = ctx.actor;
    const views = (await standingOfWorkspaces(ctx, [workspaceId])).get(workspaceId) ?? [];
    return { status: 200, body: { standing_approvals: views.map(standingView) } };
  },
});

export function addStandingApprovalRoutes(app: HttpServer, services: Services): void {
  addOperation(app, services, 'GET', '/v1/standing-approvals', listStandingApprovalsOperation);
}

function standingView({ standing, signedBy, usedToday, creditsUsed, suspension }: StandingView): Static<typeof StandingApprovalSchema> {
  return {
    standing_approval_id: standing.id,
    workspace_id: standing.workspaceId,
    state: standing.state === 'active' ? 'active' : 'ended',
    signed_by: signedBy,
    signed_at: timeOrNull(standing.signedAt),
    ends_at: timeOrNull(standing.endsAt),
    end_reason: standing.endReason ?? null,
    suspension: suspension && String(suspension),
    per_day: standing.perDay,
    used_today: usedToday,
    credits: standing.credits,
    credits_used: creditsUsed,
    targets: standing.template.map(targetView),
  };
}

function targetView({ platform, connectionId, texts, rest }: TargetTemplate) {
  return {
    platform,
    connection_id: connectionId,
    link: typeof rest.link === 'string' ? rest.link : null,
    pieces: Object.values(texts).flatMap(joined).map(pieceView),
  };
}

function pieceView(piece: Piece) {
  const nothing = { text: null, slot: null, words: [], min: null, max: null };
  if (typeof piece === 'string') return { ...nothing, text: piece };
  if (piece.kind === 'number') return { ...nothing, slot: piece.kind, min: piece.min, max: piece.max };
  return { ...nothing, slot: piece.kind, words: piece.kind === 'word' ? piece.words : [] };
}
