import { Args, ArgsType, Field, ID, Int, ObjectType, Resolver, type ResolverData, Root, Subscription } from 'type-graphql';
import { requireReader, requireWorkspace } from '../../access/authorise.ts';
import { CHANGE_KINDS, type ChangeKind } from '../../events/change-feed.ts';
import { type WatchedChange, watchChanges } from '../../events/watch-changes.ts';
import { createEnum } from './create-enum.ts';
import type { GraphqlContext } from './graphql-context.ts';
import { Authorized } from './permissions.ts';

type WatchedKind = ChangeKind | 'everything';

export const ChangeKindEnum = createEnum<WatchedKind>('ChangeKind', 'What kind of thing changed.', {
  approval: 'A request for approval: asked, decided on, superseded or expired.',
  draft: 'A draft, or its words.',
  publish_job: 'A publish job, or how one of its publications goes.',
  connection: 'A connected account.',
  grant: 'The customer’s permission for an agent.',
  notice: 'A notice to a member of the account; each member reads only their own.',
  everything: 'The stream may have missed something: read again whatever is shown.',
});

@ObjectType('Change', { description: 'Something of a workspace is not as it was, as of a transaction that is committed.' })
export class ChangeType {
  @Field(() => ChangeKindEnum, { description: 'What kind of thing changed.' })
  kind!: WatchedKind;

  @Field(() => ID, { nullable: true, description: 'Which one; null with `EVERYTHING`.' })
  id!: string | null;
}

@ArgsType()
export class ChangesArgs {
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

export function toChangeType(change: WatchedChange): ChangeType {
  return change ? { kind: change.kind, id: change.id } : { kind: 'everything', id: null };
}

/** The kinds to watch; `everything` is always included. */
export function watchedKinds(kinds: readonly WatchedKind[] | null | undefined): ChangeKind[] | null {
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
