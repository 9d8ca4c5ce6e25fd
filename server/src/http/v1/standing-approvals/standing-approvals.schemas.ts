import Type from 'typebox';
import { STANDING_ENDS } from '../../../approvals/standing/standing-states.ts';
import { nullable, nullableText, oneOf } from '../common.schemas.ts';

const PieceSchema = Type.Object(
  {
    text: nullableText('Text to the letter; null for a slot.'),
    slot: nullable(oneOf(['date', 'time', 'number', 'word'], 'What may stand here.'), 'Null for a text.'),
    words: Type.Array(Type.String(), { description: 'Every word that may stand here; none but for a word.' }),
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
    signed_by: nullableText('The name of whoever signed it.'),
    signed_at: nullableText('When it was signed.'),
    ends_at: nullableText('When it ends by itself.'),
    end_reason: nullable(oneOf(STANDING_ENDS, 'Why it has ended.'), 'Null while it stands.'),
    suspension: nullableText('Why it counts for nothing now, in half a sentence; null while it stands.'),
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
      { description: 'What may go where. Whatever differs from it is asked of a person.' },
    ),
  },
  { description: 'What a person has signed beforehand for posts of this agent.' },
);

export const StandingApprovalsSchema = Type.Object(
  { standing_approvals: Type.Array(StandingApprovalSchema, { description: 'Those that stand first; at most 50.' }) },
  { description: 'What people have signed beforehand for this agent.' },
);
