import { GraphQLDateTime, GraphQLJSON } from 'graphql-scalars';
import {
  Args,
  ArgsType,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Int,
  ObjectType,
  Resolver,
  type ResolverData,
  Root,
  Subscription,
} from 'type-graphql';
import { requireReader, requireWorkspace } from '../../access/authorise.ts';
import type { Context } from '../../context.ts';
import { cutPage } from '../../db/keyset-page.ts';
import { inReading } from '../../db/transaction.ts';
import type { DraftState } from '../../drafts/draft.entity.ts';
import { allowedDraftActions } from '../../drafts/lock-draft.ts';
import { CHANGE_KINDS, type ChangeKind } from '../../events/change-feed.ts';
import type { Event, EventData } from '../../events/event.entity.ts';
import { checkCursor, eventsAfter, lastSequenceOf, readCursor } from '../../events/event-queries.ts';
import { EVENT_TYPES, type EventType as TypeOfEvent } from '../../events/event-types.ts';
import { followEvents } from '../../events/follow-events.ts';
import { type WatchedChange, watchChanges } from '../../events/watch-changes.ts';
import { DraftStateEnum } from '../drafts/draft.types.ts';
import { WorkspaceType } from '../workspaces/workspace.types.ts';
import { createEnum } from './create-enum.ts';
import type { GraphqlContext } from './graphql-context.ts';
import { readNode, required } from './node.resolver.ts';
import { NodeType } from './node.types.ts';
import { createPageType, type Page, pageRequest, toPage } from './paging.ts';
import { Authorized } from './permissions.ts';

const EventTypeEnum = createEnum<TypeOfEvent>('EventType', 'The type of an event.', EVENT_TYPES);

@ObjectType('Event', {
  description: 'An event in a workspace, as returned by the REST API and delivered by webhook. Kept for 90 days.',
})
class EventType {
  @Field(() => ID, { description: '`evt_…`; the same for every delivery of the event.' })
  id!: string;

  @Field(() => Int, {
    description: 'The event’s sequence number in the workspace: the cursor of `Workspace.events` and `Subscription.events`.',
  })
  sequence!: number;

  @Field(() => EventTypeEnum, { description: 'The type of the event.' })
  type!: TypeOfEvent;

  @Field(() => GraphQLDateTime, { description: 'When the event occurred.' })
  createdAt!: Date;

  @Field(() => ID, {
    description:
      'The object of the event: an approval, publish job, publication, draft, connection, grant, webhook endpoint, standing approval, workspace or account.',
  })
  subjectId!: string;

  @Field(() => ID, { nullable: true, description: 'The draft concerned; null if there is none.' })
  draftId!: string | null;

  @Field(() => GraphQLJSON, {
    description:
      'Ids, states and hashes, named as in the REST API; never the text of a post. Events of a draft that edits a published post include `edits_publication_id`, the `pub_…` of that post.',
  })
  data!: EventData;
}

const EventPageType = createPageType('Event', EventType);

@ArgsType()
class EventsArgs {
  @Field(() => ID, {
    nullable: true,
    description:
      'The sequence number of the last event read; 0 for all kept events. Refused as `cursor_too_old` if later events have been deleted.',
  })
  after!: string | null;

  @Field(() => [EventTypeEnum], { nullable: true, description: 'Only events of these types; all if omitted.' })
  types!: TypeOfEvent[] | null;
}

@ArgsType()
class EventPageArgs extends EventsArgs {
  @Field(() => Int, {
    nullable: true,
    defaultValue: 25,
    description: 'The page size, 1 to 100. Anything else is refused as `bad_user_input`.',
  })
  first!: number | null;
}

@ArgsType()
class FollowEventsArgs extends EventsArgs {
  @Field(() => ID, { description: 'The workspace’s id, `wsp_…`.' })
  workspaceId!: string;
}

function toEventType({ id, sequence, type, createdAt, subjectId, draftId = null, data }: Event): EventType {
  return { id, sequence, type, createdAt, subjectId, draftId, data };
}

@Resolver(() => WorkspaceType)
export class WorkspaceEventsResolver {
  @FieldResolver(() => EventPageType, {
    description: 'All events of the workspace, oldest first. Cursors are sequence numbers.',
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
      toEventType,
    );
  }

  @FieldResolver(() => String, {
    description:
      'The sequence number of the newest event. Read it together with the data you show, and start `Subscription.events` from it.',
  })
  async eventCursor(@Ctx() ctx: GraphqlContext, @Root() { id }: WorkspaceType): Promise<string> {
    return String(await lastSequenceOf(ctx, id));
  }
}

@Resolver(() => EventType)
export class EventResolver {
  @Authorized('read')
  @Subscription(() => EventType, {
    description:
      'All events of a workspace, in order. The `id` of each message is the sequence number of its event: after a disconnect, resume with `after` or the `Last-Event-ID` header without missing any. Without either, the stream begins with the next event. Request with `Accept: text/event-stream` (graphql-sse, distinct connections). Errors: `not_found`, `insufficient_scope`, `rate_limited`, `validation_failed` (not a sequence number of this workspace), `cursor_too_old`.',
    subscribe: ({ context, args }: Pick<ResolverData<GraphqlContext>, 'context' | 'args'>) => openEvents(context, args as FollowEventsArgs),
  })
  events(@Root() event: Event, @Args(() => FollowEventsArgs) _args: FollowEventsArgs): EventType {
    return toEventType(event);
  }

  @FieldResolver(() => DraftStateEnum, { nullable: true, description: 'The current state of the draft; null without a draft.' })
  async draftState(@Ctx() { loaders }: GraphqlContext, @Root() { draftId }: EventType): Promise<DraftState | null> {
    return (draftId && (await loaders.draft.load(draftId))?.state) || null;
  }

  @FieldResolver(() => [String], {
    description: 'What the caller may currently do with the draft, named as in the REST API. For actions on a publish job, see the job.',
  })
  async allowedActions(@Ctx() { actor, loaders }: GraphqlContext, @Root() { draftId }: EventType): Promise<string[]> {
    const draft = draftId && (await loaders.draft.load(draftId));
    if (!draft) return [];
    const workspace = await required(loaders.workspace.load(draft.workspaceId));
    return allowedDraftActions(draft, actor, workspace, await loaders.failures.load(draft));
  }

  @FieldResolver(() => NodeType, {
    nullable: true,
    description: 'The object of the event in its current state; null if `Query.node` cannot read it.',
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
  // The header takes precedence: clients that reconnect automatically repeat the first request.
  const asked = readCursor(ctx.lastEventId ?? after);
  const last = await inReading<Context, number>(ctx, async (reading) => {
    await mayRead(reading);
    return checkCursor(reading, workspaceId, asked ?? 0);
  });
  ctx.standing.push(mayRead);
  const begin = asked ?? last;
  ctx.position = begin;
  return endable((signal) => oneByOne(ctx, followEvents(ctx, { workspaceId, after: begin, types, mayRead, signal })));
}

/** A pending generator cannot be ended from outside, so the signal is aborted and it ends itself. */
function endable(open: (signal: AbortSignal) => AsyncGenerator<Event, undefined>): AsyncIterableIterator<Event> {
  const controller = new AbortController();
  const each = open(controller.signal);
  const iterator: AsyncIterableIterator<Event> = {
    [Symbol.asyncIterator]: () => iterator,
    next: () => each.next(),
    return() {
      controller.abort();
      return each.return(undefined);
    },
  };
  return iterator;
}

/** Also notes how far the reader has come. It asks for the next event once it has been sent one. */
async function* oneByOne(ctx: GraphqlContext, batches: ReturnType<typeof followEvents>): AsyncGenerator<Event, undefined> {
  for await (const { events, upTo } of batches) {
    for (const event of events) {
      yield event;
      ctx.position = event.sequence;
    }
    ctx.position = upTo;
  }
}

type WatchedKind = ChangeKind | 'everything';

const ChangeKindEnum = createEnum<WatchedKind>('ChangeKind', 'The kind of object that changed.', {
  approval: 'An approval: requested, decided on, superseded or expired.',
  draft: 'A draft or its captions.',
  publish_job: 'A publish job or one of its publications.',
  connection: 'A connection.',
  grant: 'A grant.',
  notice: 'A notification for a member of the account. Members read only their own.',
  everything: 'Changes may have been missed: read all shown data again.',
});

@ObjectType('Change', { description: 'A committed change of an object in a workspace.' })
class ChangeType {
  @Field(() => ChangeKindEnum, { description: 'The kind of object that changed.' })
  kind!: WatchedKind;

  @Field(() => ID, { nullable: true, description: 'The id of the object; null with `EVERYTHING`.' })
  id!: string | null;
}

@ArgsType()
class ChangesArgs {
  @Field(() => ID, { description: 'The workspace’s id, `wsp_…`.' })
  workspaceId!: string;

  @Field(() => [ChangeKindEnum], { nullable: true, description: 'Only changes of these kinds, and `EVERYTHING`; all if omitted.' })
  kinds!: WatchedKind[] | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Also send the changes that the service received in this many last milliseconds; allow for its delay in receiving them. If they are no longer known, `EVERYTHING` is sent first.',
  })
  sinceMs!: number | null;
}

function toChangeType(change: WatchedChange): ChangeType {
  return change ? { kind: change.kind, id: change.id } : { kind: 'everything', id: null };
}

/** The kinds to watch; `everything` is always included. */
function watchedKinds(kinds: readonly WatchedKind[] | null | undefined): ChangeKind[] | null {
  return kinds ? CHANGE_KINDS.filter((kind) => kinds.includes(kind)) : null;
}

@Resolver()
export class ChangeResolver {
  @Authorized('read')
  @Subscription(() => ChangeType, {
    description:
      'Changes in a workspace, as they are committed. A change has only the kind and id of the object; read the object itself with your own permissions. Request with `Accept: text/event-stream` (graphql-sse, distinct connections). The stream ends with the session or key, and when the caller may no longer read the workspace. Errors: `not_found`, `insufficient_scope`, `rate_limited`.',
    subscribe: ({ context, args }: Pick<ResolverData<GraphqlContext>, 'context' | 'args'>) => openChanges(context, args as ChangesArgs),
  })
  changes(@Root() change: WatchedChange, @Args(() => ChangesArgs) _args: ChangesArgs): ChangeType {
    return toChangeType(change);
  }
}

async function openChanges(ctx: GraphqlContext, { workspaceId, kinds, sinceMs }: ChangesArgs): Promise<AsyncIterable<WatchedChange>> {
  const mayRead = async (current: GraphqlContext): Promise<void> => {
    requireReader(current);
    await requireWorkspace(current, workspaceId, 'read');
  };
  await mayRead(ctx);
  ctx.standing.push(mayRead);
  return watchChanges(ctx.changes, { workspaceId, kinds: watchedKinds(kinds), sinceMs: sinceMs ?? 0 });
}
