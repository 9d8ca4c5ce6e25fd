import type { Static } from 'typebox';
import Type from 'typebox';
import { type StandingView, standingOfWorkspaces } from '../../approvals/standing/read-standing.ts';
import { STANDING_ENDS } from '../../approvals/standing/standing-approval.entity.ts';
import { joined, type Piece, type TargetTemplate } from '../../approvals/standing/template.ts';
import { defineOperation } from '../engine/operation.ts';
import { nullable, nullableText, oneOf } from './common.schemas.ts';
import * as fixture from './examples/fixture.ts';
import { timeOrNull } from './view-parts.ts';

const PieceSchema = Type.Object(
  {
    text: nullableText('Text to the letter; null for a slot.'),
    slot: nullable(oneOf(['date', 'time', 'number', 'word'], 'What the slot accepts.'), 'Null for fixed text.'),
    words: Type.Array(Type.String(), { description: 'The words the slot accepts; empty unless it is a slot for words.' }),
    min: nullable(Type.Number(), 'The smallest number; null but for a number.'),
    max: nullable(Type.Number(), 'The largest number; null but for a number.'),
  },
  { description: 'A stretch of the template: text to the letter, or a slot.' },
);

const StandingApprovalSchema = Type.Object(
  {
    standing_approval_id: Type.String({ description: 'Identifies it: `sta_…`.' }),
    workspace_id: Type.String({ description: 'Where it counts.' }),
    state: oneOf(['active', 'ended'], 'Whether posts go out by it.'),
    signed_by: nullableText('The name of the person who signed it.'),
    signed_at: nullableText('When it was signed.'),
    ends_at: nullableText('When it ends by itself.'),
    end_reason: nullable(oneOf(STANDING_ENDS, 'Why it has ended.'), 'Null while it is active.'),
    suspension: nullableText('Why it is not in effect now; null while it is.'),
    per_day: Type.Integer({ description: 'Most posts in a day, by the clock of the workspace.' }),
    used_today: Type.Integer({ description: 'Posts of today that went out by it, or are about to.' }),
    credits: Type.Integer({ description: 'Most credits in all.' }),
    credits_used: Type.Integer({ description: 'Credits that it took so far.' }),
    targets: Type.Array(
      Type.Object({
        platform: Type.String({ description: 'The platform.' }),
        connection_id: Type.String({ description: 'The account there, and no other.' }),
        link: nullableText('The link, and no other.'),
        pieces: Type.Array(PieceSchema, { description: 'Its texts, one after the other.' }),
      }),
      { description: 'The allowed content by target. Anything that differs goes to a person.' },
    ),
  },
  { description: 'What a person has signed beforehand for posts of this agent.' },
);

export const StandingApprovalsSchema = Type.Object(
  { standing_approvals: Type.Array(StandingApprovalSchema, { description: 'Active ones first; at most 50.' }) },
  { description: 'What people have signed beforehand for this agent.' },
);

const EXAMPLE: Static<typeof StandingApprovalSchema> = {
  standing_approval_id: fixture.STANDING_ID,
  workspace_id: fixture.WORKSPACE,
  state: 'active',
  signed_by: 'Ada',
  signed_at: fixture.DECIDED_AT,
  ends_at: fixture.EXPIRES_AT,
  end_reason: null,
  suspension: null,
  per_day: 2,
  used_today: 0,
  credits: 10,
  credits_used: 0,
  targets: [
    {
      platform: 'sandbox',
      connection_id: fixture.CONNECTION_ID,
      link: null,
      pieces: [
        { text: 'Reminder: the choir sings at ', slot: null, words: [], min: null, max: null },
        { text: null, slot: 'time', words: [], min: null, max: null },
      ],
    },
  ],
};

export const listStandingApprovalsOperation = defineOperation({
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
