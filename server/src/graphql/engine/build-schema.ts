import 'reflect-metadata';
import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { type AuthChecker, buildSchemaSync, getMetadataStorage, type NonEmptyArray } from 'type-graphql';
import '../access/viewer.resolver.ts';
import '../access/members.resolver.ts';
import '../access/notice-settings.resolver.ts';
import '../access/operator.resolver.ts';
import '../access/security.resolver.ts';
import '../access/signup.resolver.ts';
import '../approvals/approval.resolver.ts';
import '../approvals/client-link.resolver.ts';
import '../approvals/decision.resolver.ts';
import '../approvals/hold.resolver.ts';
import '../approvals/standing.resolver.ts';
import '../drafts/comment.resolver.ts';
import '../credits/budget.resolver.ts';
import '../credits/burn-down.resolver.ts';
import '../credits/credits.resolver.ts';
import '../credits/price.resolver.ts';
import '../drafts/draft-changes.resolver.ts';
import '../drafts/draft-mutations.resolver.ts';
import '../drafts/draft.resolver.ts';
import '../drafts/import.resolver.ts';
import '../drafts/safety.resolver.ts';
import '../drafts/template.resolver.ts';
import '../drafts/words-check.resolver.ts';
import '../drafts/media.resolver.ts';
import '../drafts/writing-help.resolver.ts';
import '../access/grant.resolver.ts';
import '../access/grant-request.resolver.ts';
import '../publishing/calendar.resolver.ts';
import '../publishing/connection.resolver.ts';
import '../publishing/first-comment.resolver.ts';
import '../publishing/publication.resolver.ts';
import '../publishing/publish-job.resolver.ts';
import '../publishing/retraction.resolver.ts';
import '../workspaces/webhook.resolver.ts';
import '../workspaces/audit.resolver.ts';
import '../workspaces/notice.resolver.ts';
import '../workspaces/workspace-figures.resolver.ts';
import '../workspaces/workspace.resolver.ts';
import '../workspaces/workspace-lists.resolver.ts';
import './event.resolver.ts';
import './node.resolver.ts';
import type { GraphqlContext } from './graphql-context.ts';
import { checkPermissions, type Permission } from './permissions.ts';
import { readBetweenMutations } from './read-transaction.ts';

/** TypeGraphQL requires a pub/sub if there are subscriptions; ours read the change feed and have no topics. */
const NO_TOPICS = {
  publish(): void {
    throw new Error('Nothing is published here: subscriptions read the change feed.');
  },
  subscribe(): AsyncIterable<unknown> {
    throw new Error('A subscription must define its own source.');
  },
};

let built: GraphQLSchema | null = null;

/** The schema of the service, one per process. Needs no database and no settings. */
export function graphqlSchema(): GraphQLSchema {
  built ??= buildSchema();
  return built;
}

function buildSchema(): GraphQLSchema {
  const schema = buildSchemaSync({
    // The classes of the files imported above register themselves; schema.test.ts finds a missing one.
    resolvers: getMetadataStorage().resolverClasses.map(({ target }) => target) as unknown as NonEmptyArray<() => void>,
    authChecker: checkPermissions as AuthChecker<GraphqlContext, Permission>,
    pubSub: NO_TOPICS,
    // graphql-js checks the types, the domain checks the values.
    validate: false,
  });
  readBetweenMutations(schema);
  return schema;
}

const HEAD = '# Generated from server/src/graphql. Do not edit: change the types there and emit it again.\n\n';

/** The text of schema.graphql, sorted so it does not depend on the order of the code. */
export function printGraphqlSchema(): string {
  return `${HEAD}${printSchema(lexicographicSortSchema(graphqlSchema()))}\n`;
}
