import { Args, Resolver, type ResolverData, Root, Subscription } from 'type-graphql';
import { requireReader, requireWorkspace } from '../../../access/authorise.ts';
import { type WatchedChange, watchChanges } from '../../../events/watch-changes.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { ChangesArgs, ChangeType, toChangeType, watchedKinds } from './change.types.ts';

@Resolver()
export class ChangeResolver {
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
