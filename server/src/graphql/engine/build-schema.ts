import 'reflect-metadata';
import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { ErasureResolver } from '../access/erasure.resolver.ts';
import { MembersResolver } from '../access/members.resolver.ts';
import { NoticeChatResolver } from '../access/notice-chat.resolver.ts';
import { NoticeSettingsResolver } from '../access/notice-settings.resolver.ts';
import { AccountWorkspacesResolver, OperatorResolver } from '../access/operator.resolver.ts';
import { PasskeyResolver } from '../access/passkey.resolver.ts';
import { SecondFactorResolver } from '../access/second-factor.resolver.ts';
import { SecurityResolver } from '../access/security.resolver.ts';
import { SessionResolver } from '../access/session.resolver.ts';
import { SignupResolver } from '../access/signup.resolver.ts';
import { ViewerResolver } from '../access/viewer.resolver.ts';
import { ApprovalResolver } from '../approvals/approval.resolver.ts';
import { ClientLinkResolver, ClientLinksResolver } from '../approvals/client-link.resolver.ts';
import { DecisionResolver } from '../approvals/decision.resolver.ts';
import { HoldResolver } from '../approvals/hold.resolver.ts';
import { ApprovalStandingResolver, StandingApprovalResolver, WorkspaceStandingResolver } from '../approvals/standing.resolver.ts';
import { CommentResolver } from '../comments/comment.resolver.ts';
import { BudgetResolver } from '../credits/budget.resolver.ts';
import { BurnDownResolver } from '../credits/burn-down.resolver.ts';
import { CreditEntryResolver, CreditsResolver } from '../credits/credits.resolver.ts';
import { CreditsPriceResolver, OperatorPriceResolver, PostCostResolver } from '../credits/price.resolver.ts';
import { DraftResolver } from '../drafts/draft.resolver.ts';
import { DraftChangesResolver, DraftRevisionResolver } from '../drafts/draft-changes.resolver.ts';
import { DraftMutationsResolver } from '../drafts/draft-mutations.resolver.ts';
import { ImportResolver } from '../drafts/import.resolver.ts';
import { PayloadResolver } from '../drafts/payload.resolver.ts';
import { PlatformResolver } from '../drafts/platform.resolver.ts';
import { SafetyResolver } from '../drafts/safety.resolver.ts';
import { DraftWordsCheckResolver, NewWordsCheckResolver } from '../drafts/words-check.resolver.ts';
import { GrantResolver } from '../grants/grant.resolver.ts';
import { GrantMutationsResolver } from '../grants/grant-mutations.resolver.ts';
import { GrantRequestResolver } from '../grants/grant-request.resolver.ts';
import { CalendarResolver, DraftMoveResolver } from '../publishing/calendar.resolver.ts';
import { ConnectionResolver } from '../publishing/connection.resolver.ts';
import { FirstCommentResolver } from '../publishing/first-comment.resolver.ts';
import { PublicationResolver } from '../publishing/publication.resolver.ts';
import { PublishJobResolver } from '../publishing/publish-job.resolver.ts';
import { RetractionResolver } from '../publishing/retraction.resolver.ts';
import { UnknownOutcomeResolver } from '../publishing/unknown-outcome.resolver.ts';
import { WebhookQueryResolver, WebhookResolver, WorkspaceWebhooksResolver } from '../webhooks/webhook.resolver.ts';
import { AuditEntryResolver, AuditResolver } from '../workspaces/audit.resolver.ts';
import { NoticeResolver } from '../workspaces/notice.resolver.ts';
import { WorkspaceResolver } from '../workspaces/workspace.resolver.ts';
import { ApprovalPromisesResolver, PromisedCreditsResolver, WorkspaceFiguresResolver } from '../workspaces/workspace-figures.resolver.ts';
import { WorkspaceLifecycleResolver } from '../workspaces/workspace-lifecycle.resolver.ts';
import { WorkspaceListsResolver } from '../workspaces/workspace-lists.resolver.ts';
import { WorkspaceSettingsResolver } from '../workspaces/workspace-settings.resolver.ts';
import { ChangeResolver } from './change.resolver.ts';
import { EventResolver, WorkspaceEventsResolver } from './event.resolver.ts';
import { NodeResolver } from './node.resolver.ts';
import { readBetweenMutations } from './read-transaction.ts';

/** TypeGraphQL requires one if there are subscriptions; ours read the change feed and have no topics. */
const NO_TOPICS = {
  publish(): void {
    throw new Error('Nothing is published here: the database tells what changed.');
  },
  subscribe(): AsyncIterable<unknown> {
    throw new Error('A subscription has to name its own source.');
  },
};

const RESOLVERS = [
  ApprovalPromisesResolver,
  ApprovalResolver,
  ApprovalStandingResolver,
  ChangeResolver,
  ClientLinkResolver,
  ClientLinksResolver,
  CommentResolver,
  CalendarResolver,
  AuditEntryResolver,
  AuditResolver,
  ConnectionResolver,
  CreditEntryResolver,
  BudgetResolver,
  BurnDownResolver,
  CreditsResolver,
  CreditsPriceResolver,
  OperatorPriceResolver,
  PostCostResolver,
  DraftChangesResolver,
  DraftWordsCheckResolver,
  NewWordsCheckResolver,
  DraftMoveResolver,
  DecisionResolver,
  DraftMutationsResolver,
  DraftResolver,
  ImportResolver,
  DraftRevisionResolver,
  ErasureResolver,
  EventResolver,
  GrantMutationsResolver,
  GrantRequestResolver,
  GrantResolver,
  HoldResolver,
  MembersResolver,
  NodeResolver,
  NoticeResolver,
  NoticeSettingsResolver,
  NoticeChatResolver,
  AccountWorkspacesResolver,
  OperatorResolver,
  PasskeyResolver,
  PayloadResolver,
  PlatformResolver,
  PromisedCreditsResolver,
  PublicationResolver,
  PublishJobResolver,
  SafetyResolver,
  SecondFactorResolver,
  SecurityResolver,
  SessionResolver,
  SignupResolver,
  StandingApprovalResolver,
  UnknownOutcomeResolver,
  RetractionResolver,
  FirstCommentResolver,
  ViewerResolver,
  WebhookQueryResolver,
  WebhookResolver,
  WorkspaceWebhooksResolver,
  WorkspaceEventsResolver,
  WorkspaceListsResolver,
  WorkspaceFiguresResolver,
  WorkspaceResolver,
  WorkspaceLifecycleResolver,
  WorkspaceSettingsResolver,
  WorkspaceStandingResolver,
] as const;

let built: GraphQLSchema | null = null;

/** The schema of the service, one per process. Needs no database and no settings. */
export function graphqlSchema(): GraphQLSchema {
  built ??= buildSchema();
  return built;
}

function buildSchema(): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers: [...RESOLVERS],
    pubSub: NO_TOPICS,
    // graphql-js has checked the types already; the domain checks the values.
    validate: false,
  });
  readBetweenMutations(schema);
  return schema;
}

const HEAD = '# Generated from server/src/graphql. Do not edit: change the types there and emit it again.\n\n';

/** The text of schema.graphql: sorted, so it does not depend on the order of the code. */
export function printGraphqlSchema(): string {
  return `${HEAD}${printSchema(lexicographicSortSchema(graphqlSchema()))}\n`;
}
