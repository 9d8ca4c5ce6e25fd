import { Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import { ApprovalType } from '../approvals/approval.types.ts';
import { CreditsType } from '../credits/credits.types.ts';
import type { GraphqlContext } from '../engine/graphql-context.ts';
import { WorkspaceType } from './workspace.types.ts';
import { AgentRecordType, PromisedCreditsType, WorkspaceFiguresType } from './workspace-figures.types.ts';

@Resolver(() => WorkspaceType)
export class WorkspaceFiguresResolver {
  @FieldResolver(() => WorkspaceFiguresType, { description: 'What to know of it before anything else.' })
  figures(@Ctx() { loaders }: GraphqlContext, @Root() { id }: WorkspaceType): Promise<WorkspaceFiguresType> {
    return loaders.figures.load(id);
  }

  @FieldResolver(() => [AgentRecordType], { description: 'How the work of its agents was judged, the busiest first.' })
  agentRecords(@Ctx() { loaders }: GraphqlContext, @Root() { id }: WorkspaceType): Promise<AgentRecordType[]> {
    return loaders.agentRecords.load(id);
  }
}

@Resolver(() => CreditsType)
export class PromisedCreditsResolver {
  @FieldResolver(() => [PromisedCreditsType], { description: 'What the available credits are promised to, in both units.' })
  promised(@Ctx() { loaders }: GraphqlContext, @Root() { accountId }: CreditsType): Promise<PromisedCreditsType[]> {
    return loaders.promisedCredits.load(accountId);
  }
}

@Resolver(() => ApprovalType)
export class ApprovalPromisesResolver {
  @FieldResolver(() => Int, { description: "How many credits of the cost's unit other posts, approved before, will take yet." })
  async promisedCredits(@Ctx() { loaders }: GraphqlContext, @Root() { row }: ApprovalType): Promise<number> {
    const [promised, job] = await Promise.all([loaders.promisedCredits.load(row.accountId), loaders.jobOfApproval.load(row.id)]);
    const unit = job?.mode === 'auto' ? 'autoposting' : 'publication';
    return promised.find((found) => found.unit === unit)?.promised ?? 0;
  }
}
