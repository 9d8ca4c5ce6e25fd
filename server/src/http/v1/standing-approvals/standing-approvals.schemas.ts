import Type from 'typebox';
import { STANDING_ENDS } from '../../../approvals/standing/standing-states.ts';
import { nullable, nullableText, oneOf } from '../common.schemas.ts';

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

export const StandingApprovalSchema = Type.Object(
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
