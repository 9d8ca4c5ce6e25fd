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
    text: nullableText('Fixed text; null for a slot.'),
    slot: nullable(oneOf(['date', 'time', 'number', 'word'], 'Type of the slot.'), 'The slot; null for fixed text.'),
    words: Type.Array(Type.String(), { description: 'Words that the slot accepts; empty for other types.' }),
    min: nullable(Type.Number(), 'Minimum; null except for numbers.'),
    max: nullable(Type.Number(), 'Maximum; null except for numbers.'),
  },
  { description: 'A piece of the template: fixed text or a slot.' },
);

const StandingApprovalSchema = Type.Object(
  {
    standing_approval_id: Type.String({ description: 'The standing approval, `sta_…`.' }),
    workspace_id: Type.String({ description: 'The workspace in which it applies.' }),
    state: oneOf(['active', 'ended'], 'Whether it can still approve posts.'),
    signed_by: nullableText('The name of the person who signed it.'),
    signed_at: nullableText('When it was signed.'),
    ends_at: nullableText('When it expires.'),
    end_reason: nullable(oneOf(STANDING_ENDS, 'Why it ended.'), 'The reason for its end; null while active.'),
    suspension: nullableText('Why it is currently suspended; null if it is not.'),
    per_day: Type.Integer({ description: 'Maximum number of posts per day, in the workspace’s time zone.' }),
    used_today: Type.Integer({ description: 'Number of posts approved by it today, published or pending.' }),
    credits: Type.Integer({ description: 'Maximum number of credits in total.' }),
    credits_used: Type.Integer({ description: 'Credits used so far.' }),
    targets: Type.Array(
      Type.Object({
        platform: Type.String({ description: 'The platform.' }),
        connection_id: Type.String({ description: 'The connected account. Only this one is accepted.' }),
        link: nullableText('The post’s link. Only this one is accepted; null means none.'),
        pieces: Type.Array(PieceSchema, { description: 'The pieces of the template, in order.' }),
      }),
      { description: 'The permitted content per target. Anything else requires a person’s decision.' },
    ),
  },
  { description: 'An approval, signed in advance by a person, for posts of this agent that follow a template.' },
);

export const StandingApprovalsSchema = Type.Object(
  { standing_approvals: Type.Array(StandingApprovalSchema, { description: 'Standing approvals, active ones first; at most 50.' }) },
  { description: 'The standing approvals for this agent.' },
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
    'Lists the standing approvals that people signed for your posts, each with a template with slots, limits and an expiry. A draft in mode `approval_queue` that matches one is approved without review; any other requires a person’s decision. Only people can sign and end standing approvals.',
  success: [
    {
      status: 200,
      description: 'The standing approvals for this agent.',
      schema: StandingApprovalsSchema,
      example: { standing_approvals: [EXAMPLE] },
    },
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
