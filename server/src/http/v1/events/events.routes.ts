import { requireWorkspace } from '../../../access/authorise.ts';
import type { Services } from '../../../context.ts';
import { DomainError } from '../../../errors.ts';
import { checkCursor, eventsAfter } from '../../../events/event-queries.ts';
import { type EventType, isEventType } from '../../../events/event-types.ts';
import { presentEvent } from '../../../events/present-event.ts';
import { addOperation } from '../../engine/add-operation.ts';
import type { HttpServer } from '../../engine/http-server.ts';
import { defineOperation } from '../../engine/operation.ts';
import { EVENTS } from '../examples/events.ts';
import { EventPage, ListEventsQuery } from './events.schemas.ts';

const MOST = 100;

const listEventsOperation = defineOperation({
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
      body: { events: events.map((event) => presentEvent(ctx.config, event)), last_sequence: lastSequence, has_more: hasMore },
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

export function addEventRoutes(app: HttpServer, services: Services): void {
  addOperation(app, services, 'GET', '/v1/events', listEventsOperation);
}
