import { Type } from 'typebox';
import { CONNECTION_HEALTHS, REST_REASONS } from '../../../connections/connection.entity.ts';
import { closedObject, id, nullableOneOf, nullableText, nullableTimestamp, oneOf, timestamp } from '../common.schemas.ts';

export const ListConnectionsQuery = closedObject(
  { workspace_id: Type.Optional(id('The workspace; that of the grant when left out.')) },
  'Whose accounts.',
);

const OwnLimitSchema = Type.Object(
  {
    field: Type.String({ description: 'What is limited, as in the rules of GET /v1/platforms.' }),
    max: Type.Integer({ description: 'The most that its server takes.' }),
    unit: Type.String({ description: 'What is counted.' }),
    url_weight: Type.Optional(Type.Integer({ description: 'What any web address counts as.' })),
  },
  { description: 'A limit of this account’s own server that replaces the platform’s general one.' },
);

export const ConnectionSchema = Type.Object(
  {
    connection_id: Type.String({ description: 'For `connection_ids` of a draft, `con_…`.' }),
    platform: Type.String({ description: 'Its platform; GET /v1/platforms has the rules.' }),
    handle: Type.String({ description: 'Its public name there.' }),
    health: oneOf(CONNECTION_HEALTHS, 'Whether it works; where not, a person has to connect it again.'),
    message: nullableText('What is wrong; null while it works.'),
    rests_until: nullableTimestamp('Nothing is sent through it before; null where it may be used now.'),
    rest_reason: nullableOneOf(
      REST_REASONS,
      '`quota` is used up, the platform has `rate_limited` the account, or it refuses this service itself (`service_refused`).',
    ),
    pictures: Type.String({ description: 'How pictures get there, as in GET /v1/platforms.' }),
    own_limits: Type.Array(OwnLimitSchema, { description: 'Empty where the platform’s rules hold.' }),
    connected_at: timestamp('When it was connected first.'),
  },
  { description: 'An account that a customer has connected.' },
);

export const ConnectionList = Type.Object(
  { connections: Type.Array(ConnectionSchema, { description: 'Oldest first.' }) },
  { description: 'The connected accounts.' },
);
