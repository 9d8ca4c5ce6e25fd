import { Type } from 'typebox';
import { DELIVERY_STATES, WEBHOOK_ENDINGS, WEBHOOK_STATES } from '../../webhooks/webhook-endpoint.entity.ts';
import {
  closedObject,
  id,
  NextCursor,
  nullableInteger,
  nullableOneOf,
  nullableText,
  nullableTimestamp,
  oneOf,
  PAGE_FIELDS,
  timestamp,
} from './common.schemas.ts';

const Url = Type.String({
  format: 'http-url',
  maxLength: 2_048,
  description: 'Where to send: an https:// address on the public internet.',
});
const Secret = Type.String({
  maxLength: 120,
  description:
    'Your own secret that messages are signed with: `whsec_` and the base64 of 24 to 64 random bytes. It is kept sealed, and never shown again to anybody.',
});
const TYPES_TEXT = 'Only these types of events, as GET /v1/events names them; all of them when left out or null.';
const Types = Type.Unsafe<string[] | null>({
  type: ['array', 'null'],
  items: { type: 'string', minLength: 1, maxLength: 64 },
  maxItems: 64,
  description: TYPES_TEXT,
});

export const EndpointParams = Type.Object({ endpoint_id: id('The endpoint, `whe_…`.') });

export const AddEndpointBody = closedObject(
  {
    workspace_id: Type.Optional(id('The workspace; that of the grant when left out.')),
    url: Url,
    secret: Secret,
    types: Type.Optional(Types),
  },
  'A new endpoint.',
);

export const ChangeEndpointBody = Type.Object(
  { url: Type.Optional(Url), secret: Type.Optional(Secret), types: Type.Optional(Types) },
  { additionalProperties: false, minProperties: 1, description: 'What is left out stays as it is.' },
);

export const ListEndpointsQuery = closedObject(
  { workspace_id: Type.Optional(id('The workspace; that of the grant when left out.')) },
  'Whose endpoints.',
);

export const ListDeliveriesQuery = closedObject(
  { state: Type.Optional(oneOf(DELIVERY_STATES, 'Only those in this state.')), ...PAGE_FIELDS },
  'Which messages.',
);

export const RedeliverBody = closedObject(
  {
    delivery_id: Type.Optional(id('This one, `whd_…`, whatever became of it.')),
    failed_since: Type.Optional(
      timestamp('Every message that failed an attempt since then and is not delivered, also where a later attempt is due.'),
    ),
  },
  'What to send again: exactly one of the two.',
);

export const EndpointSchema = Type.Object(
  {
    endpoint_id: Type.String({ description: 'The endpoint, `whe_…`.' }),
    workspace_id: Type.String({ description: 'The workspace whose events it receives.' }),
    url: Type.String({ description: 'Where messages go.' }),
    types: Type.Unsafe<string[] | null>({ type: ['array', 'null'], items: { type: 'string' }, description: 'Null is all types.' }),
    state: oneOf(
      WEBHOOK_STATES,
      '`unproven` until it has answered a challenge with the `challenge` in its body; `active`; `stopped`, see `reason`.',
    ),
    reason: nullableOneOf(
      WEBHOOK_ENDINGS,
      'Why it is stopped: `revoked` with its access, `gone` (it answered 410), `failing` for three days; null while it is not.',
    ),
    public_key: Type.String({ description: 'Checks the `v1a` signatures, which need no secret: `whpk_…` (Ed25519).' }),
    old_secret_until: nullableTimestamp('Until then messages are signed with the secret before, too.'),
    failures: Type.Integer({ description: 'Attempts that failed since the last that did not.' }),
    failing_since: nullableTimestamp('Since when; null while it works.'),
    last_success_at: nullableTimestamp('When it last took a message.'),
    created_at: timestamp('When it was added.'),
    _links: Type.Object(
      { self: Type.Object({ href: Type.String({ description: 'Absolute address.' }) }, { description: 'The endpoint.' }) },
      { description: 'Where to go on.' },
    ),
  },
  { description: 'An address that receives events.' },
);

export const EndpointList = Type.Object(
  { webhook_endpoints: Type.Array(EndpointSchema, { description: 'Oldest first.' }) },
  { description: 'The endpoints of this key.' },
);

export const RemovedEndpoint = Type.Object(
  { endpoint_id: Type.String({ description: 'The endpoint that there was.' }), removed: Type.Boolean({ description: 'True.' }) },
  { description: 'It is gone.' },
);

export const DeliverySchema = Type.Object(
  {
    delivery_id: Type.String({ description: 'The message to this endpoint, `whd_…`.' }),
    webhook_id: Type.String({ description: 'Its `webhook-id`, the same on every attempt.' }),
    type: Type.String({ description: 'The type of the event; `endpoint.challenge` or `endpoint.test`.' }),
    state: oneOf(DELIVERY_STATES, '`pending` comes or comes again, `failed` is tried no more by itself.'),
    attempts: Type.Integer({ description: 'How often it was sent.' }),
    next_attempt_at: nullableTimestamp('When it is sent next.'),
    last_status: nullableInteger('What the receiver answered last; null where no answer came.'),
    last_fault: nullableText('What was wrong with that.'),
    created_at: timestamp('When it was written.'),
    delivered_at: nullableTimestamp('When it was taken.'),
    body: Type.String({ description: 'As it is sent, byte for byte.' }),
  },
  { description: 'One message to one endpoint.' },
);

export const DeliveryPage = Type.Object(
  { deliveries: Type.Array(DeliverySchema, { description: 'Newest first; kept for 30 days.' }), next_cursor: NextCursor },
  { description: 'A page of the log.' },
);

export const Redelivered = Type.Object(
  { redelivered: Type.Integer({ description: 'How many messages are sent again.' }) },
  { description: 'What was put on its way.' },
);
