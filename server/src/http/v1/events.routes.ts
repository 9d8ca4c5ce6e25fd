import { Type } from 'typebox';
import { requireWorkspace } from '../../access/authorise.ts';
import { DRAFT_STATES } from '../../drafts/draft.entity.ts';
import { presentEvents } from '../../drafts/present-events.ts';
import { DomainError } from '../../errors.ts';
import { checkCursor, eventsAfter } from '../../events/event-queries.ts';
import { EVENT_TYPES, type EventType, isEventType } from '../../events/event-types.ts';
import { defineOperation } from '../engine/operation.ts';
import { WAIT_SECONDS } from '../engine/waiting.ts';
import { closedObject, id, nullableOneOf, nullableText, timestamp } from './common.schemas.ts';
import { EVENTS } from './examples/events.ts';

export const Wait = Type.Integer({
  minimum: 0,
  maximum: WAIT_SECONDS,
  description: `Seconds to wait for a change, at most ${WAIT_SECONDS}; if omitted, the response is immediate.`,
});

const LISTED = Object.entries(EVENT_TYPES).map(([name, sentence]) => `\`${name}\`: ${sentence}`);

const Types = Type.String({
  minLength: 1,
  maxLength: 1_000,
  description: 'Return only these types, separated by commas, for example `approval.decided,job.published`.',
});

export const ListEventsQuery = closedObject(
  {
    workspace_id: Type.Optional(id('The workspace. Default: the grant’s workspace.')),
    after: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'Return only events after this sequence number: `last_sequence` of the previous response, or 0 for all stored events.',
      }),
    ),
    types: Type.Optional(Types),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Page size. Default: 100.' })),
    wait: Type.Optional(Wait),
  },
  'Filters.',
);

/** `after` is read with `Last-Event-ID`, whose form it has. */
export const StreamEventsQuery = closedObject(
  { workspace_id: ListEventsQuery.properties.workspace_id, after: Type.Optional(Type.String()), types: Type.Optional(Types) },
  'Filters.',
);

export const EventSchema = Type.Object(
  {
    event_id: Type.String({ description: 'The event, `evt_…`; the same id on every delivery.' }),
    type: Type.Unsafe<keyof typeof EVENT_TYPES>({
      type: 'string',
      description: `Type of the event. New types may be added: ignore those you do not know. ${LISTED.join(' ')}`,
    }),
    timestamp: timestamp('When the event occurred.'),
    sequence: Type.Integer({ description: 'Sequence number of the event in the workspace, in order of occurrence.' }),
    workspace_id: Type.String({ description: 'The workspace.' }),
    subject_id: Type.String({
      description:
        'Id of the subject: an approval, job, publication, draft, connection, grant, webhook endpoint, standing approval, workspace or account.',
    }),
    draft_id: nullableText('The draft concerned; null if there is none.'),
    draft_state: nullableOneOf(
      DRAFT_STATES,
      'State of that draft when this representation was created: in a page or stream now, in a webhook when the event was queued. Null without a draft.',
    ),
    data: Type.Record(Type.String(), Type.Unsafe<string | number | boolean | null>({}), {
      description:
        'States, hashes and further ids, depending on the type. Every event of a draft that edits a published post has `edits_publication_id`, the id `pub_…` of that post. Never contains the text of posts; follow `link` to read it.',
    }),
    allowed_actions: Type.Array(Type.String(), {
      description:
        'The actions the draft allows next, by `draft_state` and your scopes, as in the draft. The actions of a publish job are in the job.',
    }),
    link: Type.String({ description: 'URL of the subject’s current state.' }),
  },
  { description: 'An event in the workspace.' },
);

export const EventPage = Type.Object(
  {
    events: Type.Array(EventSchema, { description: 'Oldest first.' }),
    last_sequence: Type.Integer({ description: 'The last sequence number covered by this response; pass it as the next `after`.' }),
    has_more: Type.Boolean({ description: 'Whether more events are available.' }),
  },
  { description: 'Events in order of occurrence.' },
);

const MOST = 100;

export const listEventsOperation = defineOperation({
  id: 'listEvents',
  scope: 'read',
  tag: 'Events',
  summary: 'List events',
  description:
    'Lists the workspace’s events by sequence number, without gaps: continue from `last_sequence`. Events are kept for 90 days; a number after which events have been deleted is refused with `cursor_too_old`. With `wait`, or the header `Prefer: wait=N`, it responds as soon as there is an event. GET /v1/events/stream returns them as server-sent events, with `after`, `types` and `Last-Event-ID`.',
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

/** The event types of a filter; null for all. */
export function readTypes(text: string | undefined): EventType[] | null {
  if (text === undefined) return null;
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !isEventType(name));
  if (unknown.length === 0) return names.filter(isEventType);
  const message = `Unknown event type: ${unknown.join(', ')}.`;
  throw new DomainError('validation_failed', { message, fields: [{ pointer: '/types', message: 'must contain only known event types.' }] });
}
