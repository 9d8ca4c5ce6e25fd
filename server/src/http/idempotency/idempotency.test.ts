import type { EntityManager } from '@mikro-orm/postgresql';
import { describe, expect, it } from 'vitest';
import { Draft } from '../../drafts/draft.entity.ts';
import { countRows, expectProblem, useApi } from '../../testing/api.ts';
import { givenAgent } from '../../testing/factories.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor, type FixedClock } from '../../testing/test-services.ts';
import { purgeExpiredRows } from '../purge-expired-rows.ts';
import { buildServer } from '../server.ts';
import { answerOnce } from './idempotency.ts';

const database = useTestDatabase();
const api = useApi(database);

let number = 0;
const freshKey = () => {
  number += 1;
  return `key-${number}`;
};
const draftBody = (text = 'The harbour opens again.') => ({
  workspace_id: api.home.workspaceId,
  source_text: text,
  platforms: ['sandbox'],
});
const post = (key: string, body: unknown = draftBody(), url = '/api/v1/drafts') => api.send('POST', url, body, { 'idempotency-key': key });
const draftsWith = (text: string) => database.orm.em.fork().count(Draft, { sourceText: text });

describe('a repeated request', () => {
  it('gets the first response again, byte for byte, and changes nothing', async () => {
    const key = freshKey();
    const first = await post(key);
    const before = await countRows(database.orm);
    const second = await post(key);
    expect(first.statusCode).toBe(201);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expect(second.statusCode).toBe(201);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect([first.headers.location, second.headers.location]).toEqual(
      Array(2).fill(`${api.services.config.publicUrl}/api/v1/drafts/${first.json().draft_id}`),
    );
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true);
    expect(await countRows(database.orm)).toEqual(before);
  });

  it('matches whether its key is quoted or not', async () => {
    const key = freshKey();
    const first = await post(key);
    expect((await post(`"${key}"`)).body).toBe(first.body);
    expect((await post('"a\\"b\\\\c"')).body).toBe((await post('a"b\\c')).body);
  });

  it('matches however its JSON is formatted', async () => {
    const key = freshKey();
    const first = await post(key);
    expect((await post(key, JSON.stringify(draftBody(), null, 2))).body).toBe(first.body);
  });

  it('is refused when its body or path differs', async () => {
    const key = freshKey();
    await post(key);
    const before = await countRows(database.orm);
    expectProblem(await post(key, draftBody('Something else.')), 'idempotency_key_reused');
    expectProblem(await post(key, draftBody(), '/api/create-post-draft'), 'idempotency_key_reused');
    expect(await countRows(database.orm)).toEqual(before);
  });

  it('is a new request for another grant', async () => {
    const key = freshKey();
    const other = await givenAgent(api.services, api.home.workspace);
    const mine = await post(key);
    const theirs = await api.send('POST', '/api/v1/drafts', draftBody(), { 'idempotency-key': key, authorization: other.authorization });
    expect(theirs.statusCode).toBe(201);
    expect(theirs.json().draft_id).not.toBe(mine.json().draft_id);
  });

  it('works on every POST', async () => {
    const { draft_id: draftId } = (await api.send('POST', '/api/v1/drafts', draftBody())).json();
    const body = { workspace_id: api.home.workspaceId, draft_id: draftId };
    for (const url of [
      '/api/v1/captions',
      '/api/v1/payloads',
      '/api/v1/usage/precheck',
      '/api/v1/publish-jobs',
      '/api/generate-description',
    ]) {
      const key = freshKey();
      const first = await post(key, body, url);
      const second = await post(key, body, url);
      expect([url, second.statusCode, second.headers['idempotency-replayed']]).toEqual([url, first.statusCode, 'true']);
      expect(second.body).toBe(first.body);
    }
  });

  it('runs again if the first was refused, which changed nothing', async () => {
    const key = freshKey();
    expectProblem(await post(key, { ...draftBody(), platforms: ['nowhere'] }), 'unknown_platform');
    expect((await post(key)).statusCode).toBe(201);
  });
});

it.each(['', '""', '"', 'a b', '"a b"', 'ä', 'x'.repeat(256), '"a\\b"', '"a"b"'])('refuses the key %j and changes nothing', async (key) => {
  const before = await countRows(database.orm);
  expectProblem(await post(key), 'malformed_idempotency_key');
  expect(await countRows(database.orm)).toEqual(before);
});

describe('at the same time', () => {
  it('two hundred requests with one key create one draft', async () => {
    const key = freshKey();
    const text = `Two hundred at once, ${key}.`;
    const answers = await Promise.all(Array.from({ length: 200 }, () => post(key, draftBody(text))));
    expect(await draftsWith(text)).toBe(1);
    const refused = answers.filter(({ statusCode }) => statusCode !== 201);
    for (const answer of refused) {
      expectProblem(answer, 'idempotency_in_flight');
      expect(answer.headers['retry-after']).toBe('1');
    }
    expect(new Set(answers.filter(({ statusCode }) => statusCode === 201).map(({ body }) => body)).size).toBe(1);

    const replays = await Promise.all(Array.from({ length: 200 }, () => post(key, draftBody(text))));
    const first = answers.find(({ statusCode }) => statusCode === 201);
    for (const replay of replays) expect([replay.statusCode, replay.body]).toEqual([201, first?.body]);
  });

  it('a request is refused while the first is in progress, and replayed afterwards', async () => {
    const key = freshKey();
    const text = `In flight, ${key}.`;
    const { first } = await whileDraftsAreLocked(async () => {
      const pending = post(key, draftBody(text));
      await waitUntilSomebodyWaits();
      expectProblem(await post(key, draftBody(text)), 'idempotency_in_flight');
      return { first: pending };
    });
    const answer = await first;
    expect(answer.statusCode).toBe(201);
    expect((await post(key, draftBody(text))).body).toBe(answer.body);
    expect(await draftsWith(text)).toBe(1);
  });
});

it('returns the first id to the retry when the response was lost after the commit', async () => {
  const app = await buildServer(api.services);
  let isLost = false;
  app.addHook('onSend', async (request) => {
    if (isLost) return;
    isLost = true;
    request.raw.socket.destroy();
  });
  const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/api/v1/drafts`;
  const key = freshKey();
  const text = `Lost, ${key}.`;
  const send = () =>
    fetch(url, {
      method: 'POST',
      headers: { authorization: api.agent.authorization, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(draftBody(text)),
    });
  await expect(send()).rejects.toThrow();
  const [draft] = await database.orm.em.fork().find(Draft, { sourceText: text });
  const retry = await send();
  expect(await retry.json()).toMatchObject({ draft_id: draft?.id });
  expect(retry.headers.get('idempotency-replayed')).toBe('true');
  expect(await draftsWith(text)).toBe(1);
  await app.close();
});

it('yields to a request that stored its response between the read and the write', async () => {
  const requestKey = { grantId: api.agent.grantId, key: freshKey(), fingerprint: 'same' };
  const answer = (body: string) => ({ status: 201, body, isReplayed: false });
  const ctx = contextFor(api.services);
  let runs = 0;
  const given = await answerOnce(ctx, requestKey, async (tx) => {
    runs += 1;
    await tx.em.execute(`insert into launch_steps (step, signed_at) values ('lost', now())`);
    await database.orm.em
      .fork()
      .execute(
        `insert into idempotency_keys (grant_id, key, fingerprint, status, body, created_at) values (?, ?, 'same', 201, 'winner', ?)`,
        [requestKey.grantId, requestKey.key, api.services.clock.now()],
      );
    return answer('loser');
  });
  expect(given).toEqual({ status: 201, body: 'winner', isReplayed: true });
  expect(runs).toBe(1);
  expect(await database.orm.em.fork().execute(`select 1 from launch_steps where step = 'lost'`)).toEqual([]);
});

it('rolls back the effect if its response cannot be stored', async () => {
  const em = database.orm.em.fork();
  await em.execute(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`);
  await em.execute('create trigger refuse before insert on idempotency_keys for each row execute function refuse()');
  const before = await countRows(database.orm);
  expectProblem(await post(freshKey()), 'internal_error');
  expect(await countRows(database.orm)).toEqual(before);
  await em.execute('drop trigger refuse on idempotency_keys');
});

it('forgets a key after 24 hours', async () => {
  const key = freshKey();
  const first = await post(key);
  (api.services.clock as FixedClock).advance(24 * 3_600_000 - 1);
  expect((await post(key)).body).toBe(first.body);
  (api.services.clock as FixedClock).advance(1);
  const second = await post(key, draftBody('A day later.'));
  expect(second.statusCode).toBe(201);
  expect((await post(key, draftBody('A day later.'))).body).toBe(second.body);
  expect((await purgeExpiredRows(api.services)).idempotencyKeys).toBeGreaterThan(0);
  expect((await post(key, draftBody('A day later.'))).headers['idempotency-replayed']).toBe('true');
});

/** Holds back every write to drafts until `work` is done. */
async function whileDraftsAreLocked<T>(work: () => Promise<T>): Promise<T> {
  return database.orm.em.fork().transactional(async (em) => {
    await (em as EntityManager).execute('lock table drafts in share mode');
    return work();
  });
}

async function waitUntilSomebodyWaits(): Promise<void> {
  const em = database.orm.em.fork();
  await expect
    .poll(
      async () =>
        (
          await em.execute<{ n: number }[]>(`select count(*)::int as n from pg_locks where relation = 'drafts'::regclass and not granted`)
        )[0]?.n,
    )
    .toBeGreaterThan(0);
}
