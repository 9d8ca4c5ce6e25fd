import { Args, Ctx, FieldResolver, Resolver, type ResolverData, Root, Subscription } from 'type-graphql';
import { requireReader, requireWorkspace } from '../../../access/authorise.ts';
import type { Context } from '../../../context.ts';
import { cutPage } from '../../../db/keyset-page.ts';
import { inReading } from '../../../db/transaction.ts';
import type { Event } from '../../../events/event.entity.ts';
import { checkCursor, eventsAfter, lastSequenceOf, readCursor } from '../../../events/event-queries.ts';
import { followEvents } from '../../../events/follow-events.ts';
import { WorkspaceType } from '../../workspaces/workspace.types.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { readNode } from '../node.resolver.ts';
import { NodeType } from '../node.types.ts';
import { type Page, pageRequest, toPage } from '../paging.ts';
import { EventPageArgs, EventPageType, EventType, FollowEventsArgs, toEventType } from './event.types.ts';
import { flatten } from './flatten.ts';

@Resolver(() => WorkspaceType)
export class WorkspaceEventsResolver {
  @FieldResolver(() => EventPageType, {
    description: 'What has happened here, in order and complete, the oldest first; its cursors are the numbers of events.',
  })
  async events(
    @Ctx() ctx: GraphqlContext,
    @Root() { id }: WorkspaceType,
    @Args(() => EventPageArgs) { first, after, types }: EventPageArgs,
  ): Promise<Page<EventType>> {
    const { limit } = pageRequest({ first, after: null });
    const begin = readCursor(after) ?? 0;
    await checkCursor(ctx, id, begin);
    const found = await eventsAfter(ctx, id, { after: begin, limit: limit + 1, types });
    return toPage(
      cutPage(found, limit, ({ sequence }) => String(sequence)),
      (row) => toEventType(ctx.config, row),
    );
  }

  @FieldResolver(() => String, {
    description: 'The number of the newest event: read this with what you show, then follow `Subscription.events` from here.',
  })
  async eventCursor(@Ctx() ctx: GraphqlContext, @Root() { id }: WorkspaceType): Promise<string> {
    return String(await lastSequenceOf(ctx, id));
  }
}

@Resolver(() => EventType)
export class EventResolver {
  @Subscription(() => EventType, {
    description:
      'All events of a workspace, complete and in order. Each message has the number of its event as its `id`: after a disconnect, resume with `after` or the `Last-Event-ID` header without missing any. Without either, the stream begins with the next event. Ask with `Accept: text/event-stream` (graphql-sse, distinct connections). Errors: `not_found`, `insufficient_scope`, `rate_limited`, `validation_failed` for a number of somewhere else, `cursor_too_old`.',
    subscribe: ({ context, args }: Pick<ResolverData<GraphqlContext>, 'context' | 'args'>) => openEvents(context, args as FollowEventsArgs),
  })
  events(@Ctx() ctx: GraphqlContext, @Root() event: Event, @Args(() => FollowEventsArgs) _args: FollowEventsArgs): EventType {
    return toEventType(ctx.config, event);
  }

  @FieldResolver(() => NodeType, {
    nullable: true,
    description: 'The object it is about, in its current state, if `Query.node` can read it; null otherwise.',
  })
  subject(@Ctx() ctx: GraphqlContext, @Root() { subjectId }: EventType): Promise<NodeType | null> {
    return readNode(ctx, subjectId);
  }
}

async function openEvents(ctx: GraphqlContext, { workspaceId, after, types }: FollowEventsArgs): Promise<AsyncIterable<Event>> {
  const mayRead = async (current: Context): Promise<void> => {
    requireReader(current);
    await requireWorkspace(current, workspaceId, 'read');
  };
  // The header is newer: a reader that reconnects by itself repeats the first request.
  const asked = readCursor(ctx.lastEventId ?? after);
  const last = await inReading<Context, number>(ctx, async (reading) => {
    await mayRead(reading);
    return checkCursor(reading, workspaceId, asked ?? 0);
  });
  ctx.standing.push(mayRead);
  return flatten((signal) => followEvents(ctx, { workspaceId, after: asked ?? last, types, mayRead, signal }));
}
