import { Type } from 'typebox';
import { requireWorkspace } from '../../access/authorise.ts';
import { DRAFT_STATES } from '../../drafts/draft.entity.ts';
import { presentEvents } from '../../drafts/present-events.ts';
import { DomainError } from '../../errors.ts';
import { checkCursor, eventsAfter } from '../../events/event-queries.ts';
import { EVENT_TYPES, type EventType, isEventType } from '../../events/event-types.ts';
import { defineOperation } from '../engine/operation.ts';
import { closedObject, id, nullableOneOf, nullableText, timestamp } from './common.schemas.ts';
import { EVENTS } from './examples/events.ts';

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
    draft_state: nullableOneOf(
      DRAFT_STATES,
      'The state of that draft when this was composed: for a page or stream now, for a webhook when its event was queued. Null without a draft.',
    ),
    data: Type.Record(Type.String(), Type.Unsafe<string | number | boolean | null>({}), {
      description:
        'States, hashes and further ids, by type. Every event of a draft that edits a published post has `edits_publication_id`, the `pub_…` of that post. Never words of a post: read those by the link.',
    }),
    allowed_actions: Type.Array(Type.String(), {
      description:
        'What you may do next with its draft, by `draft_state` and your scopes: the same as in the draft. What a publish job allows is in the job.',
    }),
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

const MOST = 100;

export const listEventsOperation = defineOperation({
  id: 'listEvents',
  scope: 'read',
  tag: 'Events',
  summary: 'Read what has happened',
  description:
    'What happened in the workspace, by number and complete: continue from `last_sequence` without missing any. Kept for 90 days: a number behind which some are gone is refused with `cursor_too_old`. With `wait` it answers as soon as there is something. As a stream, with `Last-Event-ID`: GET /v1/events/stream.',
  refuses: ['cursor_too_old'],
  query: ListEventsQuery,
  success: [
    {
      status: 200,
      description: 'The next events.',
      schema: EventPage,
      example: { events: [EVENTS['job.published']], last_sequence: 42, has_more: false },
    },
  ],
  example: { query: { after: 41, wait: 30 } },
  async run(ctx, { query }) {
    const workspaceId = query.workspace_id ?? ctx.actor.workspaceId;
    await requireWorkspace(ctx, workspaceId, 'read');
    const [after, limit] = [query.after ?? 0, query.limit ?? MOST];
    const last = await checkCursor(ctx, workspaceId, after);
    const found = await eventsAfter(ctx, workspaceId, { after, limit: limit + 1, types: readTypes(query.types) });
    const events = found.slice(0, limit);
    const hasMore = found.length > limit;
    // Skips what was filtered by type or belongs to another agent, so it is not scanned again.
    const lastSequence = hasMore ? (events.at(-1)?.sequence ?? last) : Math.max(last, events.at(-1)?.sequence ?? 0);
    return {
      status: 200,
      body: { events: await presentEvents(ctx, events), last_sequence: lastSequence, has_more: hasMore },
    };
  },
  wait: {
    seconds: ({ query }) => query.wait ?? 0,
    isNews: (news, { actor }) => news.type === 'events' && news.workspaceId === actor.workspaceId,
    isWorthIt: ({ events }) => events.length === 0,
  },
});

function readTypes(text: string | undefined): EventType[] | null {
  if (text === undefined) return null;
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !isEventType(name));
  if (unknown.length === 0) return names.filter(isEventType);
  const message = `There is no event of the type ${unknown.join(', ')}.`;
  throw new DomainError('validation_failed', { message, fields: [{ pointer: '/types', message: 'must name types of events.' }] });
}
