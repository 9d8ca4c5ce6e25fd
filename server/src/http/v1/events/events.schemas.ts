import { Type } from 'typebox';
import { EVENT_TYPES } from '../../../events/event-types.ts';
import { closedObject, id, nullableText, timestamp } from '../common.schemas.ts';

export const WAIT_SECONDS = 30;

export const Wait = Type.Integer({
  minimum: 0,
  maximum: WAIT_SECONDS,
  description: `Seconds to wait for news, at most ${WAIT_SECONDS}; without it the answer comes at once.`,
});

const LISTED = Object.entries(EVENT_TYPES).map(([name, sentence]) => `\`${name}\`: ${sentence}`);

export const ListEventsQuery = closedObject(
  {
    workspace_id: Type.Optional(id('The workspace; that of the grant when left out.')),
    after: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'Only what came after this number, the `last_sequence` of the answer before; 0 for all that is kept.',
      }),
    ),
    types: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        description: 'Only these, with commas between them, for instance `approval.decided,job.published`.',
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'How many; 100 when left out.' })),
    wait: Type.Optional(Wait),
  },
  'Which events.',
);

export const EventSchema = Type.Object(
  {
    event_id: Type.String({ description: 'The event, `evt_…`; it comes under this id however often it comes.' }),
    type: Type.Unsafe<keyof typeof EVENT_TYPES>({
      type: 'string',
      description: `What happened. There may be more than these one day: leave those alone that you do not know. ${LISTED.join(' ')}`,
    }),
    timestamp: timestamp('When it happened.'),
    sequence: Type.Integer({ description: 'Its number in the workspace, in the order in which things happened.' }),
    workspace_id: Type.String({ description: 'Where it happened.' }),
    subject_id: Type.String({
      description:
        'What it happened to: an approval, job, publication, draft, connection, grant, webhook endpoint, standing approval, workspace or account.',
    }),
    draft_id: nullableText('The draft that it is about; null where it is about none.'),
    data: Type.Record(Type.String(), Type.Unsafe<string | number | boolean | null>({}), {
      description: 'States, hashes and further ids, by type. Never words of a post: read those by the link.',
    }),
    allowed_actions: Type.Array(Type.String(), { description: 'The actions available next, given the scope.' }),
    link: Type.String({ description: 'Where to read its current state.' }),
  },
  { description: 'Something that happened.' },
);

export const EventPage = Type.Object(
  {
    events: Type.Array(EventSchema, { description: 'Oldest first.' }),
    last_sequence: Type.Integer({ description: 'Up to where you have read now: the next `after`.' }),
    has_more: Type.Boolean({ description: 'Whether there is more already.' }),
  },
  { description: 'Events in their order.' },
);
