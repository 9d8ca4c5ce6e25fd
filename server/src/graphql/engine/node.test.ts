import { isInterfaceType } from 'graphql';
import { beforeAll, expect, it, vi } from 'vitest';
import { Session } from '../../access/sessions/session.entity.ts';
import { newId } from '../../new-id.ts';
import { givenAgent, givenUser, givenWorkspace } from '../../testing/factories.ts';
import { type Caller, useGraphql } from '../../testing/graphql.ts';
import { type Everything, givenEverything } from '../../testing/matrix/everything.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { graphqlSchema } from './build-schema.ts';
import { NODE_READERS } from './node.resolver.ts';

vi.setConfig({ hookTimeout: 60_000 });

/** Where the things of each type that implements Node stand, and who but owners reads one by its id. */
const TYPES: Record<string, { table: string; where?: string; others: ('agent' | 'viewer')[] }> = {
  Workspace: { table: 'workspaces', others: ['agent', 'viewer'] },
  Draft: { table: 'drafts', others: ['agent', 'viewer'] },
  DraftRevision: { table: 'caption_sets', others: ['agent', 'viewer'] },
  Approval: { table: 'approvals', others: ['agent', 'viewer'] },
  PublishJob: { table: 'publish_jobs', others: ['agent', 'viewer'] },
  Connection: { table: 'connections', others: ['agent', 'viewer'] },
  SandboxPost: { table: 'sandbox_posts', others: ['agent', 'viewer'] },
  CommentThread: { table: 'comments', where: `id = thread_id and visibility = 'shared'`, others: ['agent', 'viewer'] },
  Comment: { table: 'comments', where: 'id <> thread_id', others: ['agent', 'viewer'] },
  Account: { table: 'accounts', others: ['agent', 'viewer'] },
  Grant: { table: 'grants', others: ['viewer'] },
  Invitation: { table: 'invitations', where: 'accepted_at is null and revoked_at is null', others: [] },
  ClientLink: { table: 'client_links', where: 'revoked_at is null', others: [] },
  WebhookEndpoint: { table: 'webhook_endpoints', others: [] },
  WebhookDelivery: { table: 'webhook_deliveries', others: [] },
  Notice: { table: 'notices', others: [] },
  NoticeChat: { table: 'notice_chats', others: [] },
  PushDevice: { table: 'push_devices', others: [] },
};
/** Readers of the workspace who do not own it get a refusal, as at the endpoint's own query. */
const REFUSED_TO_VIEWERS = ['WebhookEndpoint', 'WebhookDelivery'];

const database = useTestDatabase();
const graphql = useGraphql(database);
let own: Everything;
const callers = {} as Record<'owner' | 'agent' | 'viewer' | 'stranger', Caller>;

beforeAll(async () => {
  const { services } = graphql;
  own = await givenEverything(database);
  await givenAnswer();
  callers.owner = await givenBrowser(own.owner.userId);
  callers.agent = { authorization: (await givenAgent(services, own.workspace)).authorization };
  callers.viewer = graphql.browserOf(await givenUser(services, own.accountId, { role: 'viewer' }));
  const { accountId } = await givenWorkspace(services);
  callers.stranger = graphql.browserOf(await givenUser(services, accountId));
});

/** An existing person, signed in. */
async function givenBrowser(userId: string): Promise<Caller> {
  const { sealer, clock, orm } = graphql.services;
  const sessionToken = `session-${newId('ses')}`;
  const now = clock.now();
  const times = { createdAt: now, lastSeenAt: now, expiresAt: new Date(now.getTime() + 86_400_000), reauthenticatedAt: now };
  const em = orm.em.fork();
  em.create(Session, { id: newId('ses'), userId, tokenHash: sealer.hash('session', sessionToken), userAgent: 'test', ...times });
  await em.flush();
  return graphql.browserOf({ sessionToken });
}

/** An answer in the thread that is there: by its id one reads the comment, by the first one's the thread. */
async function givenAnswer(): Promise<void> {
  const [thread] = await rowsOf('CommentThread');
  await database.orm.em.fork().execute(
    `insert into comments (id, account_id, workspace_id, draft_id, thread_id, visibility, text, user_id, created_at)
      select ?, account_id, workspace_id, draft_id, thread_id, visibility, 'Yes.', ?, created_at from comments where id = ?`,
    [newId('cmt'), own.owner.userId, thread?.id],
  );
}

/** One of the account's own, or of its owner's, or of its connections'. */
function rowsOf(type: string): Promise<{ id: string }[]> {
  const { table, where = 'true' } = TYPES[type] ?? { table: '' };
  const whose = {
    accounts: `id = '${own.accountId}'`,
    sandbox_posts: `feed in (select external_id from connections where account_id = '${own.accountId}')`,
    notices: `user_id = '${own.owner.userId}'`,
    notice_chats: `user_id = '${own.owner.userId}'`,
    push_devices: `user_id = '${own.owner.userId}'`,
  }[table];
  return database.orm.em
    .fork()
    .execute(`select id from ${table} where ${where} and ${whose ?? `account_id = '${own.accountId}'`} order by id limit 1`);
}

async function read(who: keyof typeof callers, id: string): Promise<unknown> {
  const { data, errors } = await graphql.ask<{ node: { id: string; __typename: string } | null }>(
    callers[who],
    'query ($id: ID!) { node(id: $id) { __typename id } }',
    { id },
  );
  return errors[0]?.extensions.code ?? data.node;
}

it('covers every type with its own id', () => {
  const node = graphqlSchema().getType('Node');
  const types = isInterfaceType(node)
    ? graphqlSchema()
        .getPossibleTypes(node)
        .map(({ name }) => name)
    : [];
  expect(Object.keys(TYPES).sort()).toEqual(types.sort());
});

it.each(Object.keys(TYPES))('%s is read by its id by the same callers as in its list, and no others', async (type) => {
  const [row] = await rowsOf(type);
  const id = row?.id ?? '';
  const there = { __typename: type, id };
  const others: readonly string[] = TYPES[type]?.others ?? [];
  expect(await read('owner', id)).toEqual(there);
  expect(await read('agent', id)).toEqual(others.includes('agent') ? there : null);
  const toViewer = REFUSED_TO_VIEWERS.includes(type) ? 'insufficient_role' : null;
  expect(await read('viewer', id)).toEqual(others.includes('viewer') ? there : toViewer);
  expect(await read('stranger', id), 'another person’s is not found').toBeNull();
});

it('is null for an unknown id of any kind', async () => {
  for (const prefix of [...Object.keys(NODE_READERS), 'xyz'])
    for (const who of ['owner', 'agent'] as const)
      expect({ prefix, node: await read(who, `${prefix}_none`) }).toEqual({ prefix, node: null });
});
