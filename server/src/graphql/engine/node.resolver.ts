import type DataLoader from 'dataloader';
import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { requireReach, requireReader, requireWorkspace } from '../../access/authorise.ts';
import { DomainError } from '../../errors.ts';
import { loadEndpoint } from '../../webhooks/endpoint-queries.ts';
import { toApprovalType } from '../approvals/approval.types.ts';
import { toDraftType } from '../drafts/draft.types.ts';
import { toConnectionType } from '../publishing/connection.types.ts';
import { toPublishJobType } from '../publishing/publish-job.types.ts';
import { toWebhookEndpointType } from '../webhooks/webhook.types.ts';
import { toWorkspaceType } from '../workspaces/workspace.types.ts';
import type { GraphqlContext } from './graphql-context.ts';
import type { Loaders } from './loaders.ts';
import { NodeType } from './node.types.ts';
import { readOrNull } from './read-or-null.ts';

type Reader = (ctx: GraphqlContext, id: string) => Promise<NodeType | null>;

/** What can be read by its id alone, by the id's prefix: each with the rights of the query of its own. */
const READERS: Readonly<Record<string, Reader>> = {
  wsp: (ctx, id) => readOrNull(ctx, () => requireWorkspace(ctx, id, 'read'), toWorkspaceType),
  drf: together(({ draft }) => draft, toDraftType),
  apr: together(({ approval }) => approval, toApprovalType),
  job: together(({ job }) => job, toPublishJobType),
  con: together(({ connection }) => connection, toConnectionType),
  whe: (ctx, id) => readOrNull(ctx, () => loadEndpoint(ctx, id), toWebhookEndpointType),
};

/** Reads one in a statement with all others of its kind that are asked for. */
function together<Row extends { accountId: string; workspaceId: string }>(
  loaderOf: (loaders: Loaders) => Pick<DataLoader<string, Row | null>, 'load'>,
  toNode: (row: Row) => NodeType,
): Reader {
  const load = async (ctx: GraphqlContext, id: string): Promise<Row> => {
    const row = await loaderOf(ctx.loaders).load(id);
    if (!row) throw new DomainError('not_found');
    await requireReach(ctx, row, 'read');
    return row;
  };
  return (ctx, id) => readOrNull(ctx, () => load(ctx, id), toNode);
}

@Resolver()
export class NodeResolver {
  @Query(() => NodeType, {
    nullable: true,
    description:
      'A workspace, draft, approval, publish job, connection or webhook endpoint by its id alone; null when there is none by that id for the caller. Ask `... on Draft { … }` for what it holds. Everything else is read through one of these.',
  })
  node(
    @Ctx() ctx: GraphqlContext,
    @Arg('id', () => ID, { description: '`wsp_…`, `drf_…`, `apr_…`, `job_…`, `con_…` or `whe_…`.' }) id: string,
  ): Promise<NodeType | null> {
    requireReader(ctx);
    return readNode(ctx, id);
  }
}

export async function readNode(ctx: GraphqlContext, id: string): Promise<NodeType | null> {
  return (await READERS[id.slice(0, 3)]?.(ctx, id)) ?? null;
}
