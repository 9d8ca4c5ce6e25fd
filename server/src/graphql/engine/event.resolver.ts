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

const EventTypeEnum = createEnum<TypeOfEvent>('EventType', 'What has happened.', EVENT_TYPES);

@ObjectType('Event', {
  description: 'Something that happened in a workspace, as returned by REST and delivered by webhook. Kept for 90 days.',
})
class EventType {
  @Field(() => ID, { description: '`evt_…`; the same when it is delivered again.' })
  id!: string;

  @Field(() => Int, { description: 'Its number in the workspace, the cursor of `Workspace.events` and `Subscription.events`.' })
  sequence!: number;

  @Field(() => EventTypeEnum, { description: 'What has happened.' })
  type!: TypeOfEvent;

  @Field(() => GraphQLDateTime, { description: 'When it happened.' })
  createdAt!: Date;

  @Field(() => ID, {
    description:
      'What it happened to: an approval, publish job, publication, draft, connection, grant, webhook endpoint, standing approval, workspace or account.',
  })
  subjectId!: string;

  @Field(() => ID, { nullable: true, description: 'The draft that it is about; null where it is about none.' })
  draftId!: string | null;

  @Field(() => GraphQLJSON, {
    description:
      'Ids, states and hashes, named as over REST; never the words of a post. Every event of a draft that edits a published post has `edits_publication_id`, the `pub_…` of that post.',
  })
  data!: EventData;
}

const EventPageType = createPageType('Event', EventType);

@ArgsType()
class EventsArgs {
  @Field(() => ID, {
    nullable: true,
    description:
      'The number of the last event that was read; 0 for all that is kept. One behind which some are kept no longer is refused as `cursor_too_old`.',
  })
  after!: string | null;

  @Field(() => [EventTypeEnum], { nullable: true, description: 'Only these; all of them when left out.' })
  types!: TypeOfEvent[] | null;
}

@ArgsType()
class EventPageArgs extends EventsArgs {
  @Field(() => Int, {
    nullable: true,
    defaultValue: 25,
    description: 'How many at the most, from 1 to 100. Anything else is refused as `bad_user_input`.',
  })
  first!: number | null;
}

@ArgsType()
class FollowEventsArgs extends EventsArgs {
  @Field(() => ID, { description: '`wsp_…`.' })
  workspaceId!: string;
}

function toEventType({ id, sequence, type, createdAt, subjectId, draftId = null, data }: Event): EventType {
  return { id, sequence, type, createdAt, subjectId, draftId, data };
}

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
      toEventType,
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
  @Authorized('read')
  @Subscription(() => EventType, {
    description:
      'All events of a workspace, complete and in order. Each message has the number of its event as its `id`: after a disconnect, resume with `after` or the `Last-Event-ID` header without missing any. Without either, the stream begins with the next event. Ask with `Accept: text/event-stream` (graphql-sse, distinct connections). Errors: `not_found`, `insufficient_scope`, `rate_limited`, `validation_failed` for a number of somewhere else, `cursor_too_old`.',
    subscribe: ({ context, args }: Pick<ResolverData<GraphqlContext>, 'context' | 'args'>) => openEvents(context, args as FollowEventsArgs),
  })
  events(@Root() event: Event, @Args(() => FollowEventsArgs) _args: FollowEventsArgs): EventType {
    return toEventType(event);
  }

  @FieldResolver(() => DraftStateEnum, { nullable: true, description: 'The state of its draft now; null without a draft.' })
  async draftState(@Ctx() { loaders }: GraphqlContext, @Root() { draftId }: EventType): Promise<DraftState | null> {
    return (draftId && (await loaders.draft.load(draftId))?.state) || null;
  }

  @FieldResolver(() => [String], {
    description: 'What the caller may do next with its draft as it is now, named as over REST; what a publish job allows is in the job.',
  })
  async allowedActions(@Ctx() { actor, loaders }: GraphqlContext, @Root() { draftId }: EventType): Promise<string[]> {
    const draft = draftId && (await loaders.draft.load(draftId));
    return draft ? allowedDraftActions(draft, actor, await required(loaders.workspace.load(draft.workspaceId))) : [];
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

/**
 * Yields the items of each batch one by one. A generator that waits cannot be ended from outside, and a closing
 * reader does not wait for it: its signal is aborted, and it ends by itself.
 */
function flatten<Item>(open: (signal: AbortSignal) => AsyncGenerator<readonly Item[]>): AsyncIterableIterator<Item> {
  const controller = new AbortController();
  const each = one(open(controller.signal));
  const iterator: AsyncIterableIterator<Item> = {
    [Symbol.asyncIterator]: () => iterator,
    next: () => each.next(),
    return() {
      controller.abort();
      return each.return(undefined);
    },
  };
  return iterator;
}

async function* one<Item>(batches: AsyncGenerator<readonly Item[]>): AsyncGenerator<Item, undefined> {
  for await (const batch of batches) yield* batch;
}

type WatchedKind = ChangeKind | 'everything';

const ChangeKindEnum = createEnum<WatchedKind>('ChangeKind', 'What kind of thing changed.', {
  approval: 'A request for approval: asked, decided on, superseded or expired.',
  draft: 'A draft, or its words.',
  publish_job: 'A publish job, or how one of its publications goes.',
  connection: 'A connected account.',
  grant: 'The customer’s permission for an agent.',
  notice: 'A notice to a member of the account; each member reads only their own.',
  everything: 'The stream may have missed something: read again whatever is shown.',
});

@ObjectType('Change', { description: 'Something of a workspace is not as it was, as of a transaction that is committed.' })
class ChangeType {
  @Field(() => ChangeKindEnum, { description: 'What kind of thing changed.' })
  kind!: WatchedKind;

  @Field(() => ID, { nullable: true, description: 'Which one; null with `EVERYTHING`.' })
  id!: string | null;
}

@ArgsType()
class ChangesArgs {
  @Field(() => ID, { description: '`wsp_…`.' })
  workspaceId!: string;

  @Field(() => [ChangeKindEnum], { nullable: true, description: 'Only these kinds, and `EVERYTHING`; all of them when left out.' })
  kinds!: WatchedKind[] | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Begin with what has changed in the last so many milliseconds, counted from when the service hears of it: add what that may take. Where it is not known any more, `EVERYTHING` comes first.',
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
      'Changes in a workspace, as they are committed. A change carries the kind and id only; read the object itself with your own permissions. Ask with `Accept: text/event-stream` (graphql-sse, distinct connections). It ends with the session or key, and with the caller’s right to read the workspace. Errors: `not_found`, `insufficient_scope`, `rate_limited`.',
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
