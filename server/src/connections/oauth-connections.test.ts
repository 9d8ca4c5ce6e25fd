import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Actor } from '../access/actor.ts';
import type { ApprovedPosts } from '../context.ts';
import { createMastodonPlatform } from '../platforms/mastodon/mastodon-platform.ts';
import { mastodonRules } from '../platforms/mastodon/mastodon-rules.ts';
import { createFakeMastodon, MASTODON_TOKEN } from '../platforms/testing/fake-mastodon.ts';
import { type FakeServer, startFakeServer } from '../platforms/testing/fake-server.ts';
import { actAs, userActor } from '../testing/actors.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestOutbound } from '../testing/test-outbound.ts';
import { contextFor, createFixedClock, createTestServices, type RecordingQueue } from '../testing/test-services.ts';
import { addConnection } from './add-connection.ts';
import { ConnectRequest } from './connection.entity.ts';
import {
  beginOauth,
  consumeConnectRequest,
  endOauth,
  finishConnecting,
  meantAccounts,
  purgeConnectRequests,
  saveConnectRequest,
} from './oauth-sign-in.ts';

// A Mastodon server per docs.joinmastodon.org, which registers us, checks PKCE and issues a token for a code.
const database = useTestDatabase();
let fake: FakeServer;

beforeAll(async () => {
  fake = await startFakeServer(createFakeMastodon(), MASTODON_TOKEN);
});
afterAll(() => fake.stop());

async function arrange() {
  const clock = createFixedClock();
  const platforms = new Map([['mastodon', createMastodonPlatform(mastodonRules, createTestOutbound(), 'http://localhost:4000')]]);
  const services = createTestServices(database, { clock, platforms });
  const { workspaceId, accountId } = await givenWorkspace(services);
  const owner = await userActor(services, accountId);
  const begin = async (actor: Actor, connectionId: string | null = null, approvedPosts?: ApprovedPosts) => {
    const begun = await beginOauth(contextFor(services, actor), { platform: 'mastodon', entered: { server: fake.url } });
    await actAs(services, actor, (tx) => saveConnectRequest(tx, { workspaceId, platform: 'mastodon', connectionId, approvedPosts, begun }));
    return new URL(begun.url).searchParams;
  };
  const end = async (actor: Actor, state: string) => {
    const taken = await actAs(services, actor, (tx) => consumeConnectRequest(tx, state));
    const accounts = await endOauth(contextFor(services, actor), taken, 'code-1');
    return actAs(services, actor, async (tx) => {
      const [connected] = await meantAccounts(tx, taken.connectionId, accounts);
      if (!connected) throw new Error('The sign-in did not complete.');
      return addConnection(tx, { ...taken, connected });
    });
  };
  return { services, clock, workspaceId, accountId, owner, begin, end };
}

it('sends a person to the platform and back, and connects whom they signed in as', async () => {
  const { owner, begin, end } = await arrange();
  const sent = await begin(owner);
  expect(Object.fromEntries(sent)).toMatchObject({
    redirect_uri: `http://localhost:4000/connections/return/${encodeURIComponent(new URL(fake.url).host)}`,
    code_challenge_method: 'S256',
    client_id: 'client-1',
  });
  expect(await end(owner, sent.get('state') ?? '')).toMatchObject({ platform: 'mastodon', handle: expect.stringContaining('@harbour@') });
});

it.each(['ask_again', 'keep', undefined] as const)(
  'what becomes of approved posts (%s) travels to the platform and back',
  async (approvedPosts) => {
    const { services, owner, begin, end } = await arrange();
    const { waiting } = services.queue as RecordingQueue;
    const state = (await begin(owner, null, approvedPosts)).get('state') ?? '';
    const connection = await end(owner, state);
    const retarget = { kind: 'retarget', connectionId: connection.id, approvedPosts: approvedPosts ?? 'keep', after: '' };
    expect(waiting.filter(({ kind }) => kind === 'retarget')).toEqual([retarget]);
  },
);

it('refuses a code that came to another server’s redirect address', async () => {
  const { services, owner, begin } = await arrange();
  const finish = async (server: string | null) => {
    const state = (await begin(owner)).get('state') ?? '';
    return finishConnecting(contextFor(services, owner), { state, code: 'code-1', server });
  };
  for (const other of [null, 'mastodon.example.org']) {
    await expect(finish(other)).rejects.toMatchObject({ code: 'connect_request_invalid' });
  }
  expect(await finish(new URL(fake.url).host)).toMatchObject([{ platform: 'mastodon' }]);
});

it('accepts a state once, in time, and from the session that began it', async () => {
  const { services, clock, owner, begin, end, accountId } = await arrange();
  const state = (await begin(owner)).get('state') ?? '';
  const colleague = await userActor(services, accountId);
  const wrong: [Actor, string][] = [
    [colleague, state],
    [owner, 'another'],
    [{ kind: 'operator' }, state],
  ];
  for (const [actor, given] of wrong) {
    await expect(end(actor, given)).rejects.toMatchObject({ code: expect.stringMatching(/^(connect_request_invalid|insufficient_role)$/) });
  }
  const both = await Promise.allSettled([end(owner, state), end(owner, state)]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);

  const late = (await begin(owner)).get('state') ?? '';
  clock.advance(15 * 60_000);
  await expect(end(owner, late)).rejects.toMatchObject({ code: 'connect_request_invalid' });
  await purgeConnectRequests(services.orm.em.fork(), clock.now());
  expect(await services.orm.em.fork().count(ConnectRequest, {})).toBe(0);
});

it('stores neither state nor verifier nor client secret in clear', async () => {
  const { services, owner, begin } = await arrange();
  const state = (await begin(owner)).get('state') ?? '';
  const rows = JSON.stringify(await services.orm.em.fork().find(ConnectRequest, {}));
  expect(state).toHaveLength(43);
  expect(rows).not.toContain(state);
  expect(rows).not.toContain('client-secret-1');
});

it('lets the same account in again under the same connection, and never another one', async () => {
  const { services, owner, begin, end, workspaceId } = await arrange();
  const first = await end(owner, (await begin(owner)).get('state') ?? '');
  const again = await end(owner, (await begin(owner, first.id)).get('state') ?? '');
  expect(again.id).toBe(first.id);

  const other = await actAs(services, owner, (tx) =>
    addConnection(tx, {
      workspaceId,
      platform: 'mastodon',
      connected: { handle: '@other@elsewhere', externalId: 'elsewhere/1', credentials: {} },
    }),
  );
  const state = (await begin(owner, other.id)).get('state') ?? '';
  await expect(end(owner, state)).rejects.toMatchObject({
    code: 'bad_user_input',
    message: expect.stringContaining('this connection is @other@elsewhere'),
  });
});

it('lets only owners begin', async () => {
  const { services, begin, accountId } = await arrange();
  const approver = await userActor(services, accountId, 'approver');
  await expect(begin(approver)).rejects.toMatchObject({ code: 'insufficient_role' });
  await expect(begin({ kind: 'operator' })).rejects.toMatchObject({ code: 'insufficient_role' });
});
