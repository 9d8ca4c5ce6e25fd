import { Type } from 'typebox';
import { FIELD_RULES } from '../../field-rules.ts';
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

const RULES = FIELD_RULES.webhook;

const Url = Type.String({
  format: 'http-url',
  maxLength: RULES.url.maxLength,
  description: 'URL of the receiver: an https:// address on the public internet.',
});
const Secret = Type.String({
  maxLength: RULES.secret.maxLength,
  description:
    'Your own signing secret: `whsec_` followed by the base64 encoding of 24 to 64 random bytes. Stored encrypted and never returned.',
});
const TYPES_TEXT = 'Event types to send, as in GET /v1/events; all if omitted or null.';
const Types = Type.Unsafe<string[] | null>({
  type: ['array', 'null'],
  items: { type: 'string', minLength: 1, maxLength: 64 },
  maxItems: 64,
  description: TYPES_TEXT,
});

export const EndpointParams = Type.Object({ endpoint_id: id('The endpoint, `whe_…`.') });

export const AddEndpointBody = closedObject(
  {
    workspace_id: Type.Optional(id('The workspace. Default: the grant’s workspace.')),
    url: Url,
    secret: Secret,
    types: Type.Optional(Types),
  },
  'A new endpoint.',
);

export const ChangeEndpointBody = Type.Object(
  { url: Type.Optional(Url), secret: Type.Optional(Secret), types: Type.Optional(Types) },
  { additionalProperties: false, minProperties: 1, description: 'Omitted fields are unchanged.' },
);

export const ListEndpointsQuery = closedObject(
  { workspace_id: Type.Optional(id('The workspace. Default: the grant’s workspace.')) },
  'Filters.',
);

export const ListDeliveriesQuery = closedObject(
  { state: Type.Optional(oneOf(DELIVERY_STATES, 'Return only deliveries in this state.')), ...PAGE_FIELDS },
  'Filters.',
);

export const RedeliverBody = closedObject(
  {
    delivery_id: Type.Optional(id('A single delivery, `whd_…`, in any state.')),
    failed_since: Type.Optional(
      timestamp('All undelivered messages with a failed attempt since this time, including those with another attempt scheduled.'),
    ),
  },
  'The messages to send again. Pass exactly one of the two fields.',
);

export const EndpointSchema = Type.Object(
  {
    endpoint_id: Type.String({ description: 'The endpoint, `whe_…`.' }),
    workspace_id: Type.String({ description: 'The workspace whose events are sent.' }),
    url: Type.String({ description: 'URL of the receiver.' }),
    types: Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string' },
      description: 'Event types to send; null for all.',
    }),
    state: oneOf(
      WEBHOOK_STATES,
      '`unproven` until it responds to a challenge with the `challenge` in the body; `active`; or `stopped`, see `reason`.',
    ),
    reason: nullableOneOf(
      WEBHOOK_ENDINGS,
      'Why it is stopped: `revoked` (its grant ended), `gone` (it responded 410) or `failing` (no success for three days); null if it is not stopped.',
    ),
    public_key: Type.String({ description: 'Public key to verify the `v1a` signatures, without a secret: `whpk_…` (Ed25519).' }),
    old_secret_until: nullableTimestamp(
      'When messages cease to be signed with the previous secret as well; null if they are not signed with it.',
    ),
    failures: Type.Integer({ description: 'Number of consecutive failed attempts.' }),
    failing_since: nullableTimestamp('When the consecutive failures began; null if there are none.'),
    last_success_at: nullableTimestamp('When a message was last delivered; null if never.'),
    created_at: timestamp('When the endpoint was added.'),
    _links: Type.Object(
      { self: Type.Object({ href: Type.String({ description: 'Absolute URL.' }) }, { description: 'The endpoint.' }) },
      { description: 'Related resources.' },
    ),
  },
  { description: 'An endpoint that receives events.' },
);

export const EndpointList = Type.Object(
  { webhook_endpoints: Type.Array(EndpointSchema, { description: 'Oldest first.' }) },
  { description: 'The webhook endpoints of this key’s grant.' },
);

export const RemovedEndpoint = Type.Object(
  { endpoint_id: Type.String({ description: 'The removed endpoint.' }), removed: Type.Boolean({ description: 'Always `true`.' }) },
  { description: 'The endpoint was removed.' },
);

export const DeliverySchema = Type.Object(
  {
    delivery_id: Type.String({ description: 'The delivery, `whd_…`.' }),
    webhook_id: Type.String({ description: 'The message’s `webhook-id`, the same for every attempt.' }),
    type: Type.String({ description: 'Event type, or `endpoint.challenge` or `endpoint.test`.' }),
    state: oneOf(DELIVERY_STATES, '`pending`: an attempt is due or scheduled; `delivered`; `failed`: no further automatic attempts.'),
    attempts: Type.Integer({ description: 'Number of attempts.' }),
    next_attempt_at: nullableTimestamp('When the next attempt is due; null if none is.'),
    last_status: nullableInteger('HTTP status of the last response; null if there was none.'),
    last_fault: nullableText('Why the last attempt failed; null otherwise.'),
    created_at: timestamp('When the message was created.'),
    delivered_at: nullableTimestamp('When the message was delivered; null if it was not.'),
    body: Type.String({ description: 'The body, byte for byte as sent.' }),
  },
  { description: 'A message to one endpoint.' },
);

export const DeliveryPage = Type.Object(
  { deliveries: Type.Array(DeliverySchema, { description: 'Deliveries of the last 30 days, newest first.' }), next_cursor: NextCursor },
  { description: 'A page of deliveries.' },
);

export const Redelivered = Type.Object(
  { redelivered: Type.Integer({ description: 'Number of messages queued.' }) },
  { description: 'The result of the redelivery.' },
);
