import { getNamedType, isObjectType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '../../access/actor.ts';
import { actAs, agentActor, userActor } from '../../testing/actors.ts';
import { givenConnectionRow, givenSubmittedDraft } from '../../testing/content.ts';
import { givenUser, givenWorkspace } from '../../testing/factories.ts';
import { type Caller, useGraphql } from '../../testing/graphql.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { WEBHOOK_SECRET } from '../../testing/webhooks.ts';
import { addEndpoint } from '../../webhooks/webhook-endpoints.ts';
import { createWorkspace } from '../../workspaces/workspace-lifecycle.ts';
import { graphqlSchema } from './build-schema.ts';

const database = useTestDatabase();
const graphql = useGraphql(database);

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** How each list of the schema is asked for; its arguments stand at the dots. */
const LISTS: Record<string, string> = {
  'Workspace.approvals': 'workspace(id: $workspaceId) { list: approvals(…) }',
  'Workspace.drafts': 'workspace(id: $workspaceId) { list: drafts(…) }',
  'Workspace.publishJobs': 'workspace(id: $workspaceId) { list: publishJobs(…) }',
  'Workspace.grantPage': 'workspace(id: $workspaceId) { list: grantPage(…) }',
  'Workspace.auditEntries': 'workspace(id: $workspaceId) { list: auditEntries(…) }',
  'Workspace.scheduledDrafts': `workspace(id: $workspaceId) { list: scheduledDrafts(start: "${inDays(0)}", end: "${inDays(30)}", …) }`,
  'Draft.revisions': 'draft(id: $draftId) { list: revisions(…) }',
  'WebhookEndpoint.deliveries': 'webhookEndpoint(id: $endpointId) { list: deliveries(…) }',
  'Workspace.sandboxPosts': 'workspace(id: $workspaceId) { list: sandboxPosts(…) }',
  'Workspace.notices': 'workspace(id: $workspaceId) { list: notices(…) }',
  'Workspace.noticeBatches': 'workspace(id: $workspaceId) { list: noticeBatches(…) }',
  'Credits.ledger': 'workspace(id: $workspaceId) { credits { list: ledger(…) } }',
  'Operator.accounts': 'operator { list: accounts(…) }',
  'Operator.signups': 'operator { list: signups(…) }',
};
/** Where there is something in each workspace, so that there are cursors of both. */
const FILLED = [
  'Workspace.approvals',
  'Workspace.drafts',
  'Workspace.publishJobs',
  'Workspace.grantPage',
  'Workspace.auditEntries',
  'Workspace.scheduledDrafts',
  'Draft.revisions',
  'WebhookEndpoint.deliveries',
];

interface Place {
  caller: Caller;
  ids: { workspaceId: string; draftId: string; endpointId: string };
}

/** Two workspaces of one person, and one of another person. */
let [first, second, stranger]: Place[] = [];
beforeAll(async () => {
  const { services } = graphql;
  const { accountId, workspace } = await givenWorkspace(services);
  const caller = graphql.browserOf(await givenUser(services, accountId, { isOperator: true }));
  const owner = await userActor(services, accountId);
  const another = await actAs(services, owner, (ctx) => createWorkspace(ctx, { accountId, name: 'The other one' }));
  const elsewhere = await givenWorkspace(services);
  [first, second, stranger] = [
    await givenPlace(caller, workspace),
    await givenPlace(caller, another),
    await givenPlace(graphql.browserOf(await givenUser(services, elsewhere.accountId)), elsewhere.workspace),
  ];
});

async function givenPlace(caller: Caller, workspace: Awaited<ReturnType<typeof givenWorkspace>>['workspace']): Promise<Place> {
  const agent = await agentActor(graphql.services, workspace, { scopes: [...SCOPES] });
  await givenConnectionRow(graphql.services, workspace);
  const { draft } = await givenSubmittedDraft(graphql.services, agent, workspace, { scheduledAt: new Date(inDays(7)) });
  const endpoint = { workspaceId: workspace.id, url: 'http://127.0.0.1:9/', secret: WEBHOOK_SECRET };
  const { id: endpointId } = await actAs(graphql.services, agent, (ctx) => addEndpoint(ctx, endpoint));
  return { caller, ids: { workspaceId: workspace.id, draftId: draft.id, endpointId } };
}

const PAGE = '{ edges { cursor } pageInfo { hasNextPage } }';
type Found = { list?: { edges: { cursor: string }[] } };

/** The list as its owner requests it: its cursors, or the codes of the refusal. */
async function ask(list: string, place: Place | undefined, after: string | null = null): Promise<string[]> {
  const { caller = {}, ids } = place ?? {};
  const field = (LISTS[list] ?? '').replace('…)', `first: 1, after: $after) ${PAGE}`);
  const used = Object.keys(ids ?? {}).filter((name) => field.includes(`$${name}`));
  const declared = [...used.map((name) => `$${name}: ID!`), '$after: String'].join(', ');
  const { data, errors } = await graphql.ask<Record<string, Found>>(caller, `query (${declared}) { ${field} }`, { ...ids, after });
  if (errors.length > 0) return errors.map(({ extensions }) => extensions.code);
  const [found] = Object.values(data);
  return found?.list?.edges.map(({ cursor }) => cursor) ?? [];
}

it('covers every list of the schema except events, whose cursors are numbers', () => {
  const lists = Object.values(graphqlSchema().getTypeMap()).flatMap((type) =>
    isObjectType(type)
      ? Object.values(type.getFields())
          .filter((field) => field.args.some(({ name }) => name === 'after') && /Connection$/.test(getNamedType(field.type).name))
          .map(({ name }) => `${type.name}.${name}`)
      : [],
  );
  expect(lists.filter((name) => name !== 'Workspace.events').sort()).toEqual(Object.keys(LISTS).sort());
});

describe.each(FILLED)('%s', (list) => {
  it('continues from its own cursor, and is empty after the last one', async () => {
    const seen: string[] = [];
    for (let after: string | null = null, found = await ask(list, first); found.length > 0; found = await ask(list, first, after)) {
      expect(seen).not.toContain(found[0]);
      seen.push(found[0] ?? '');
      after = found[0] ?? null;
    }
    expect(seen.length).toBeGreaterThan(0);
  });

  it('refuses the cursor of another caller', async () => {
    const [cursor = ''] = await ask(list, stranger);
    expect(await ask(list, first, cursor)).toEqual(['foreign_cursor']);
  });
});

it('refuses the cursor of another workspace of the same person', async () => {
  for (const list of FILLED.filter((name) => name !== 'Workspace.auditEntries')) {
    const [cursor = ''] = await ask(list, first);
    expect(await ask(list, second, cursor), list).toEqual(['foreign_cursor']);
  }
});

it('the cursors of the audit log are valid in every workspace of the account', async () => {
  const [cursor = ''] = await ask('Workspace.auditEntries', first);
  expect(await ask('Workspace.auditEntries', second, cursor)).toEqual(await ask('Workspace.auditEntries', first, cursor));
});

it.each(Object.keys(LISTS).filter((name) => name !== 'Workspace.drafts'))('%s refuses a cursor of the drafts', async (list) => {
  const [cursor = ''] = await ask('Workspace.drafts', first);
  expect(await ask(list, first, cursor)).toEqual(['foreign_cursor']);
});
