import { Type } from 'typebox';
import { FIELD_RULES } from '../../field-rules.ts';
import { closedObject, oneOf } from '../v1/common.schemas.ts';

const token = Type.String({ minLength: 20, maxLength: 100, description: 'From behind the # of the link.' });

export const ClientLinkBody = closedObject({ token }, 'A link that was shared.');

export const ClientCodeBody = closedObject(
  { token, code: Type.String({ minLength: 1, maxLength: 40, description: 'As typed; spaces do not matter.' }) },
  'The code that was mailed.',
);

export const ClientDecisionBody = closedObject(
  {
    token,
    approval_id: Type.String({ maxLength: 100, description: 'What is decided on, `apr_…`.' }),
    content_hash: Type.String({ maxLength: 100, description: 'What was seen.' }),
    decision: oneOf(['approved', 'changes_requested'], 'Clients cannot reject; they request changes.'),
    comment: Type.Optional(Type.String({ maxLength: FIELD_RULES.decision.comment.maxLength, description: 'In their words.' })),
    name: Type.Optional(Type.String({ maxLength: FIELD_RULES.client.name.maxLength, description: 'Of the client, for the record.' })),
  },
  'What a client decides.',
);

export const ClientWithdrawalBody = closedObject(
  { token, approval_id: Type.String({ maxLength: 100, description: 'What they decided on, `apr_…`.' }) },
  'A client withdraws their decision.',
);

export const ClientPictureBody = closedObject(
  {
    token,
    media_id: Type.String({ pattern: '^med_[0-9a-f-]{36}$', description: 'The picture.' }),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Which form of it.' }),
  },
  'A picture of a shared post.',
);

export const ClientCommentBody = closedObject(
  {
    token,
    draft_id: Type.String({ maxLength: 100, description: 'What it is about, `drf_…`.' }),
    thread_id: Type.Optional(Type.String({ maxLength: 100, description: 'The thread that is answered; a new one when left out.' })),
    quote: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: FIELD_RULES.comment.quote.maxLength,
        description: 'Words of the post that it is about, exactly.',
      }),
    ),
    platform: Type.Optional(Type.String({ maxLength: 40, description: 'The platform whose caption contains it.' })),
    text: Type.String({ minLength: 1, maxLength: FIELD_RULES.comment.text.maxLength, description: 'The text of the comment.' }),
    key: Type.Optional(
      Type.String({ minLength: 16, maxLength: 100, description: 'A new key for each comment; a repeated request stores it once.' }),
    ),
  },
  'A comment of a client on a shared post.',
);
