import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DocumentNode, getOperationAST, parse, print, separateOperations } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { startDeviceFlow } from '../../access/oauth/start-device-flow.ts';
import { inTransaction } from '../../db/transaction.ts';
import { agentActor, userActor } from '../../testing/actors.ts';
import { givenConnectionRow, givenSubmittedDraft } from '../../testing/content.ts';
import { recordMessages } from '../../testing/database/record-messages.ts';
import { recordStatements } from '../../testing/database/record-statements.ts';
import { givenUser, givenWorkspace } from '../../testing/factories.ts';
import { type Caller, type GraphqlAnswer, useGraphql } from '../../testing/graphql.ts';
import { givenStanding } from '../../testing/matrix/standing.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor } from '../../testing/test-services.ts';
import { givenEndpoint } from '../../testing/webhooks.ts';
import { graphqlSchema } from './build-schema.ts';
import { limitOperation, OPERATION_LIMITS } from './limit-operation.ts';

const CONSOLE = join(import.meta.dirname, '../../../../console/src');

/**
 * Most SQL statements that a read of the console may cost, the look-up of the session included,
 * with 25 rows on every page. The gates of any number of jobs take 5 to 7 of them.
 */
const BUDGETS: Record<string, number> = {
  Viewer: 4,
  Overview: 23,
  Approvals: 6,
  Approval: 26,
  // One of them looks for the card of the link in the text.
  EditPreview: 13,
  // One of them asks whether an account was connected since, where a post lacks one.
  QueueWithEverything: 21,
  Drafts: 6,
  Draft: 15,
  Jobs: 11,
  Job: 21,
  // One of them reads whether the post was removed.
  PlannedPost: 13,
  Credits: 6,
  Ledger: 3,
  Grants: 8,
  SandboxFeed: 4,
};
const BUDGET_OF_OTHERS = 12;

/** Most messages to the database that the statements go in, the end of the transaction included; each is a wait. */

/** A whole page of the queue as integrators may ask for it, with all that a decision needs. */
const QUEUE = `query QueueWithEverything($workspaceId: ID!) {
  workspace(id: $workspaceId) { approvals(first: 25) { edges { node { ...ApprovalView } } pageInfo { hasNextPage endCursor } } }
}`;

const files = globSync('**/*.graphql', { cwd: CONSOLE }).map((file) => readFileSync(join(CONSOLE, file), 'utf8'));
const operations = Object.entries(separateOperations(parse([...files, QUEUE].join('\n'))));
const isQuery = ([, document]: [string, DocumentNode]) => getOperationAST(document)?.operation === 'query';

const database = useTestDatabase();
const graphql = useGraphql(database);
let person: Caller;
let known: Record<string, string>;
/** What an operation needs though its own variables may be left out. */
let needed: Record<string, Record<string, unknown>>;

beforeAll(async () => {
  const { workspace, accountId, workspaceId } = await givenWorkspace(graphql.services, { plan: 'starter' });
  const agent = await agentActor(graphql.services, workspace);
  await givenConnectionRow(graphql.services, workspace);
  await givenConnectionRow(graphql.services, workspace, { handle: 'lighthouse' });
  const submit = (number: number) =>
    givenSubmittedDraft(graphql.services, agent, workspace, {
      platforms: ['sandbox', 'bluesky'],
      text: `Doors open at ${number} #harbour https://example.org`,
    });
  const first = await submit(0);
  for (let number = 1; number <= 27; number += 1) await submit(number);
  person = graphql.browserOf(await givenUser(graphql.services, accountId, { isOperator: true }));
  const endpoint = await givenEndpoint(graphql.services, { ...agent, scopes: ['webhooks:write'] }, workspace);
  const unknownAgent = { clientId: 'tide', clientName: 'Tide', clientUri: undefined, scope: undefined, resource: undefined };
  const anonymous = contextFor(graphql.services, { kind: 'anonymous' });
  const { userCode } = await inTransaction(anonymous, (tx) => startDeviceFlow(tx, { ...unknownAgent, address: '127.0.0.1' }));
  const owner = await userActor(graphql.services, accountId);
  const { id: proposedId } = await givenStanding(graphql.services, { workspace, agent, owner }, 'proposed');
  const month = { start: '2026-11-01T00:00:00Z', end: '2026-12-07T00:00:00Z' };
  const words = [{ platform: 'sandbox', text: 'Doors open at nine.', tags: [], thread: [] }];
  const id = first.draft.id;
  needed = {
    LinkedGrant: { id: agent.grantId },
    RecordOfAgent: { agentId: agent.agentId },
    GrantRequest: { userCode },
    PaletteSearch: { search: 'doors' },
    Calendar: month,
    CalendarFrame: month,
    CalendarOut: month,
    DraftMove: { id },
    PlannedPost: { id },
    CheckWords: { id, words },
    CheckNewWords: { words, beside: { sourceText: 'Doors open at ten.', platforms: ['sandbox', 'bluesky'] } },
    FreeSlots: month,
    DraftRevisions: { id },
    Comments: { draftId: id },
    NewsOfBatch: { batchId: 'ntc_0199' },
    BecameOfDecision: { id: first.approval.id },
    PostsWithoutAccount: { platform: 'bluesky' },
    WebhookDeliveries: { endpointId: endpoint.id },
    StandingReplay: { id: proposedId, perDay: 2, credits: 10, days: 30 },
    EditPreview: { approvalId: first.approval.id, edits: { platforms: ['sandbox'] } },
  };
  known = {
    workspaceId,
    state: 'PENDING',
    Approval: first.approval.id,
    Draft: first.draft.id,
    Job: first.job.id,
    SignedPost: first.job.id,
    PublishedWords: first.job.id,
  };
});

/** What an operation's own variables stand for here; those that may be left out are. */
function variablesOf(name: string, document: DocumentNode): Record<string, unknown> {
  const variables = getOperationAST(document)?.variableDefinitions?.filter(({ type }) => type.kind === 'NonNullType') ?? [];
  const required = variables.map(({ variable }) => [variable.name.value, known[variable.name.value === 'id' ? name : variable.name.value]]);
  return { ...Object.fromEntries(required), ...needed[name] };
}

describe('a read of the console', () => {
  it('is one of many', () => expect(operations.length).toBeGreaterThan(100));

  it.each(operations.filter(isQuery))('%s stays within its budget of SQL statements', async (name, document) => {
    const budget = BUDGETS[name] ?? BUDGET_OF_OTHERS;
    let answer: GraphqlAnswer<unknown> | undefined;
    let messages: string[] = [];
    const statements = await recordStatements(graphql.services, async () => {
      messages = await recordMessages(async () => {
        answer = await graphql.ask<unknown>(person, print(document), variablesOf(name, document));
      });
    });
    expect(answer?.errors).toEqual([]);
    expect(statements.length, `${name} costs ${statements.length} statements:\n${statements.join('\n')}`).toBeLessThanOrEqual(budget);
    // What opens the transaction takes two and its end one; what reads outside of it has a transaction of its own.
    expect(messages.length, `${name} takes ${messages.length} round trips`).toBeLessThanOrEqual(budget + 4);
  });

  it('returns full pages', async () => {
    const [, document] = operations.find(([name]) => name === 'QueueWithEverything')!;
    const { data } = await graphql.ask<{ workspace: { approvals: { edges: { node: { payloads: unknown[]; gates: unknown[] } }[] } } }>(
      person,
      print(document),
      variablesOf('QueueWithEverything', document),
    );
    const nodes = data.workspace.approvals.edges.map(({ node }) => node);
    expect(nodes).toHaveLength(25);
    for (const { payloads, gates } of nodes) {
      // Two sandbox accounts, and Bluesky without one.
      expect(payloads).toHaveLength(3);
      expect(gates).toHaveLength(9);
    }
  });
});

describe('every operation of the console', () => {
  const schema = graphqlSchema();

  it.each(operations)('%s stays within the depth and half of every other limit', (name, document) => {
    const operation = getOperationAST(document)!;
    // Depth is refused by this call; a queue with everything needs 10 levels.
    const measure = limitOperation(schema, document, operation, {});
    for (const limited of ['fields', 'aliases', 'objects'] as const) {
      expect(measure[limited], `${limited} of ${name}`).toBeLessThanOrEqual(OPERATION_LIMITS[limited] / 2);
    }
    expect(() => parse(print(document), { maxTokens: OPERATION_LIMITS.tokens / 2 })).not.toThrow();
  });
});
