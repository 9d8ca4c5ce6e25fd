import { setImmediate as others } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { REQUESTS_AT_ONCE } from '../db/request-concurrency.ts';
import { inTransaction } from '../db/transaction.ts';
import { Draft } from '../drafts/draft.entity.ts';
import { inThread } from '../long-work/long-work.ts';
import { agentActor } from '../testing/actors.ts';
import { useApi } from '../testing/api.ts';
import { givenAgent, givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor } from '../testing/test-services.ts';

const database = useTestDatabase();
const api = useApi(database);
const AGENTS = 200;

it('accepts drafts of 200 concurrent agents without delaying its own work', async () => {
  const agents = await Promise.all(Array.from({ length: AGENTS }, () => givenAgent(api.services, api.home.workspace)));
  let answered = 0;
  const answers = agents.map(async ({ authorization }, index) => {
    const body = { workspace_id: api.home.workspaceId, source_text: `Pier ${index} opens on Friday.`, platforms: ['sandbox'] };
    const { statusCode } = await api.send('POST', '/api/v1/drafts', body, { authorization });
    answered += 1;
    return statusCode;
  });
  await answers[0];
  // As a worker renews its lease: its statement does not stand in line behind what the agents want.
  await database.orm.em.fork().execute('select 1');
  expect(answered).toBeLessThan(AGENTS / 2);
  expect(new Set(await Promise.all(answers))).toEqual(new Set([201]));
  expect(await database.orm.em.fork().count(Draft, {})).toBe(AGENTS);
});

it('does its own work while requests use every slot, and accepts the next request when one is free', async () => {
  const ctx = contextFor(api.services, await agentActor(api.services, api.home.workspace));
  const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let inside = 0;
  const holding = Array.from({ length: REQUESTS_AT_ONCE }, () =>
    inTransaction(ctx, async () => {
      inside += 1;
      if (inside === REQUESTS_AT_ONCE) held.resolve();
      await free.promise;
    }),
  );
  await held.promise;
  const next = api.send('GET', '/api/v1/drafts');
  await inTransaction(contextFor(api.services), async (tx) => tx.em.execute('select 1'));
  free.resolve();
  await Promise.all(holding);
  expect((await next).statusCode).toBe(200);
});

it('processes the long text of one customer while another’s texts fill the thread queue', async () => {
  const flooding = await givenWorkspace(api.services);
  let isOver = false;
  const flood = Array.from({ length: 210 }, async () => {
    while (!isOver) {
      await inThread('page', { html: '<title>x</title>', base: 'https://a.example/' }, flooding.accountId).catch(() => others());
    }
  });
  const source = 'The harbour festival opens on Friday. '.repeat(150);
  const body = { workspace_id: api.home.workspaceId, source_text: source, platforms: ['sandbox'], publish_mode: 'approval_queue' };
  const made = await api.send('POST', '/api/v1/drafts', body);
  isOver = true;
  await Promise.all(flood);
  expect(made.statusCode).toBe(201);
});
