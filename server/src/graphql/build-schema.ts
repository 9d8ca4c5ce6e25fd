import 'reflect-metadata';
import type { GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { ApprovalResolver } from './approval.resolver.ts';
import { AuditEntryResolver, AuditResolver } from './audit.resolver.ts';
import { CalendarResolver, DraftMoveResolver } from './calendar.resolver.ts';
import { ChangeResolver } from './change.resolver.ts';
import { ConnectionResolver } from './connection.resolver.ts';
import { CreditEntryResolver, CreditsResolver } from './credits.resolver.ts';
import { DecisionResolver } from './decision.resolver.ts';
import { DraftResolver } from './draft.resolver.ts';
import { DraftChangesResolver, DraftRevisionResolver } from './draft-changes.resolver.ts';
import { DraftMutationsResolver } from './draft-mutations.resolver.ts';
import { GrantResolver } from './grant.resolver.ts';
import { GrantMutationsResolver } from './grant-mutations.resolver.ts';
import { GrantRequestResolver } from './grant-request.resolver.ts';
import { MembersResolver } from './members.resolver.ts';
import { NoticeResolver } from './notice.resolver.ts';
import { AccountWorkspacesResolver, OperatorResolver } from './operator.resolver.ts';
import { PasskeyResolver } from './passkey.resolver.ts';
import { PayloadResolver } from './payload.resolver.ts';
import { PlatformResolver } from './platform.resolver.ts';
import { PublicationResolver } from './publication.resolver.ts';
import { PublishJobResolver } from './publish-job.resolver.ts';
import { readBetweenMutations } from './reading.ts';
import { SafetyResolver } from './safety.resolver.ts';
import { SecondFactorResolver } from './second-factor.resolver.ts';
import { SecurityResolver } from './security.resolver.ts';
import { SessionResolver } from './session.resolver.ts';
import { UnknownOutcomeResolver } from './unknown-outcome.resolver.ts';
import { ViewerResolver } from './viewer.resolver.ts';
import { WorkspaceResolver } from './workspace.resolver.ts';
import { ApprovalPromisesResolver, PromisedCreditsResolver, WorkspaceFiguresResolver } from './workspace-figures.resolver.ts';
import { WorkspaceListsResolver } from './workspace-lists.resolver.ts';
import { WorkspaceSettingsResolver } from './workspace-settings.resolver.ts';

/** TypeGraphQL wants one wherever there is a subscription; ours read the change feed and have no topics. */
const NO_TOPICS = {
  publish(): void {
    throw new Error('Nothing is published here: the database tells what changed.');
  },
  subscribe(): AsyncIterable<unknown> {
    throw new Error('A subscription has to name its own source.');
  },
};

/** The schema of the service. Needs no database and no settings. */
export function buildGraphqlSchema(): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers: [
      ApprovalPromisesResolver,
      ApprovalResolver,
      ChangeResolver,
      CalendarResolver,
      AuditEntryResolver,
      AuditResolver,
      ConnectionResolver,
      CreditEntryResolver,
      CreditsResolver,
      DraftChangesResolver,
      DraftMoveResolver,
      DecisionResolver,
      DraftMutationsResolver,
      DraftResolver,
      DraftRevisionResolver,
      GrantMutationsResolver,
      GrantRequestResolver,
      GrantResolver,
      MembersResolver,
      NoticeResolver,
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
      UnknownOutcomeResolver,
      ViewerResolver,
      WorkspaceListsResolver,
      WorkspaceFiguresResolver,
      WorkspaceResolver,
      WorkspaceSettingsResolver,
    ],
    pubSub: NO_TOPICS,
    // graphql-js has checked the types already; the domain checks the values.
    validate: false,
  });
  readBetweenMutations(schema);
  return schema;
}
