import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { requireReader } from '../../access/authorise.ts';
import type { GraphqlContext } from './graphql-context.ts';
import { NodeType } from './node.types.ts';
import { NODE_READERS } from './node-readers.ts';

@Resolver()
export class NodeResolver {
  @Query(() => NodeType, {
    nullable: true,
    description:
      'Whatever implements Node by its id alone; null when there is none by that id for the caller, in the place where it is listed. Ask `... on Draft { … }` for what it holds. By the id of a first comment one reads its thread.',
  })
  node(
    @Ctx() ctx: GraphqlContext,
    @Arg('id', () => ID, { description: 'A prefixed id, for instance `drf_…`, `apr_…` or `job_…`.' }) id: string,
  ): Promise<NodeType | null> {
    requireReader(ctx);
    return readNode(ctx, id);
  }
}

export async function readNode(ctx: GraphqlContext, id: string): Promise<NodeType | null> {
  return (await NODE_READERS[id.slice(0, 3)]?.(ctx, id)) ?? null;
}
