import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { requireReader, requireWorkspace } from '../../access/authorise.ts';
import { loadApproval } from '../../approvals/approval-queries.ts';
import { loadConnection } from '../../connections/connection-queries.ts';
import { loadDraft } from '../../drafts/draft-queries.ts';
import { loadJob } from '../../publishing/jobs/job-queries.ts';
import { loadEndpoint } from '../../webhooks/endpoint-queries.ts';
import { toApprovalType } from '../approvals/approval.types.ts';
import { toDraftType } from '../drafts/draft.types.ts';
import { toConnectionType } from '../publishing/connection.types.ts';
import { toPublishJobType } from '../publishing/publish-job.types.ts';
import { toWebhookEndpointType } from '../webhooks/webhook.types.ts';
import { toWorkspaceType } from '../workspaces/workspace.types.ts';
import type { GraphqlContext } from './graphql-context.ts';
import { NodeType } from './node.types.ts';
import { readOrNull } from './read-or-null.ts';

/** What can be read by its id alone, by the id's prefix: each with the rights of the query of its own. */
const READERS: Readonly<Record<string, (ctx: GraphqlContext, id: string) => Promise<NodeType | null>>> = {
  wsp: (ctx, id) => readOrNull(ctx, () => requireWorkspace(ctx, id, 'read'), toWorkspaceType),
  drf: (ctx, id) => readOrNull(ctx, () => loadDraft(ctx, id), toDraftType),
  apr: (ctx, id) => readOrNull(ctx, () => loadApproval(ctx, id), toApprovalType),
  job: (ctx, id) => readOrNull(ctx, () => loadJob(ctx, id), toPublishJobType),
  con: (ctx, id) => readOrNull(ctx, () => loadConnection(ctx, id), toConnectionType),
  whe: (ctx, id) => readOrNull(ctx, () => loadEndpoint(ctx, id), toWebhookEndpointType),
};

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
