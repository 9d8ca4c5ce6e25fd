import { describe, expect, it } from 'vitest';
import { revokeGrant } from '../../../access/grants/change-grant.ts';
import { NO_LIMITS } from '../../../config/limits-config.ts';
import { Draft } from '../../../drafts/draft.entity.ts';
import { createLog } from '../../../log.ts';
import { actAs } from '../../../testing/actors.ts';
import { countRows, expectProblem, useApi } from '../../../testing/api.ts';
import { endingAtLock } from '../../../testing/database/held-rows.ts';
import { givenAgent, givenWorkspace } from '../../../testing/factories.ts';
import { useTestDatabase } from '../../../testing/test-database.ts';
import { createTestServices, testConfig } from '../../../testing/test-services.ts';
import { buildWeb } from '../../../web.ts';

const database = useTestDatabase();
const api = useApi(database);

interface Outcome {
  index: number;
  outcome: string;
  status: number;
  draft_id: string | null;
  external_id: string | null;
  draft: { draft_id: string; publish_job: unknown } | null;
  problem: { code: string; errors?: { pointer: string }[] } | null;
}

const entry = (text: string, more: object = {}) => ({ source_text: text, platforms: ['sandbox'], ...more });
const send = (drafts: unknown[], headers: Record<string, string> = {}) =>
  api.send('POST', '/api/v1/drafts/batch', { workspace_id: api.home.workspaceId, drafts }, headers);
const outcomesOf = (answer: { json(): { drafts: Outcome[] } }) => answer.json().drafts;
const shortly = (answer: { json(): { drafts: Outcome[] } }) => outcomesOf(answer).map(({ outcome, status }) => `${outcome} ${status}`);
const count = () => database.orm.em.fork().count(Draft, { workspaceId: api.home.workspaceId });

/**
 * Another transaction with this name waits until it is rolled back: a batch gets as far as the entry of that name,
 * and no further.
 */
async function holdName(name: string) {
  const holder = database.orm.em.fork();
  await holder.begin();
  await holder.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`external_id/${api.home.workspaceId}/${name}`]);
  return holder;
}

describe('many drafts in one request', () => {
  it('are created in order, each like a single draft', async () => {
    const answer = await send([
      entry('The pier opens.'),
      entry('The ferry runs.', { publish_mode: 'approval_queue', external_id: 'ferry' }),
    ]);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ created: 2, existing: 0, refused: 0 });
    const [pier, ferry] = outcomesOf(answer);
    expect(pier).toMatchObject({ index: 0, status: 201, draft: { source_text: 'The pier opens.', status: 'draft' }, problem: null });
    expect(ferry).toMatchObject({ external_id: 'ferry', draft: { status: 'in_review', publish_job: { approval_state: 'pending' } } });
    const read = await api.send('GET', `/api/v1/drafts/${ferry?.draft_id}`);
    expect(read.json().publish_job).toEqual(ferry?.draft?.publish_job);
  });

  it('are refused individually, each with its own errors, without blocking others', async () => {
    const before = await count();
    const answer = await send([
      entry('One.'),
      { platforms: ['sandbox'], colour: 'red' },
      entry('Two.', { platforms: ['nowhere'] }),
      entry('Three.', { publish_mode: 'auto', approval_required: false, scheduled_at: '2020-01-01T00:00:00Z' }),
      entry('Four.'),
    ]);
    expect(shortly(answer)).toEqual(['created 201', 'refused 422', 'refused 422', expect.stringMatching(/^refused 4/), 'created 201']);
    const [, second, third] = outcomesOf(answer);
    expect(second?.problem?.errors?.map(({ pointer }) => pointer).sort()).toEqual(['/colour', '/source_text']);
    expect(third?.problem?.code).toBe('unknown_platform');
    expect(await count()).toBe(before + 2);
  });

  it('need no idempotency key: an existing external id creates nothing and is no error', async () => {
    const drafts = ['a', 'b'].map((name) => entry(`News ${name}.`, { external_id: `sheet-${name}` }));
    const first = outcomesOf(await send(drafts));
    const before = await countRows(database.orm);
    const again = await send([...drafts, drafts[0]]);
    expect(shortly(again)).toEqual(['exists 200', 'exists 200', 'exists 200']);
    expect(outcomesOf(again).map(({ draft_id: id }) => id)).toEqual([first[0], first[1], first[0]].map((made) => made?.draft_id));
    expect(await countRows(database.orm)).toEqual(before);
  });

  it.each([
    ['none', [], '/drafts'],
    ['too many', Array.from({ length: 101 }, () => entry('One.')), '/drafts'],
    ['something else', ['One.'], '/drafts/0'],
  ])('are refused as a whole with %s', async (_name, drafts, pointer) => {
    const problem = expectProblem(await send(drafts), 'validation_failed') as { errors: { pointer: string }[] };
    expect(problem.errors.map((fault) => fault.pointer)).toContain(pointer);
  });

  it('are refused as a whole above the size limit, which the error names', async () => {
    const drafts = Array.from({ length: 60 }, () => entry('The ferry runs. '.repeat(1_200)));
    expect(expectProblem(await send(drafts), 'payload_too_large').detail).toBe('The body is larger than 1024 KiB.');
  });

  it('are invisible to other accounts', async () => {
    const other = await givenWorkspace(api.services);
    const body = { workspace_id: other.workspaceId, drafts: [entry('One.')] };
    expectProblem(await api.send('POST', '/api/v1/drafts/batch', body), 'not_found');
    const reader = await givenAgent(api.services, api.home.workspace, { scopes: ['read'] });
    expectProblem(await send([entry('One.')], { authorization: reader.authorization }), 'insufficient_scope');
  });
});

it('stop with the key: entries after its revocation are refused', async () => {
  const drafts = [entry('Under the key.', { external_id: 'held' }), entry('After its end.'), entry('And after that.')];
  const agent = await givenAgent(api.services, api.home.workspace);
  const before = await count();
  const holder = await holdName('held');
  const sent = send(drafts, { authorization: agent.authorization });
  const isWaiting = `select 1 from pg_locks where locktype = 'advisory' and not granted`;
  await expect.poll(() => database.orm.em.fork().execute<unknown[]>(isWaiting), { interval: 10 }).toHaveLength(1);
  await actAs(api.services, { kind: 'operator' }, (ctx) => revokeGrant(ctx, agent.grantId));
  await holder.rollback();
  const answer = await sent;
  expect(shortly(answer)).toEqual(['created 201', 'refused 401', 'refused 401']);
  expect(outcomesOf(answer).map(({ problem }) => problem?.code)).toEqual([undefined, 'key_revoked', 'key_revoked']);
  expect(await count()).toBe(before + 1);
});

describe('a batch that is sent again', () => {
  it('is refused as a whole with the key of different entries, whatever the result of the first', async () => {
    const key = { 'idempotency-key': 'first-was-refused'.padEnd(255, '.') };
    const drafts = [entry('Nowhere.', { platforms: ['nowhere'] }), entry('Somewhere.')];
    const first = await send(drafts, key);
    expect(shortly(first)).toEqual(['refused 422', 'created 201']);
    const before = await count();
    expectProblem(await send([entry('Alone.')], key), 'idempotency_key_reused');
    const alone = { ...entry('Alone.'), workspace_id: api.home.workspaceId };
    expectProblem(await api.send('POST', '/api/v1/drafts', alone, key), 'idempotency_key_reused');
    expect(outcomesOf(await send(drafts, key))[1]).toEqual(outcomesOf(first)[1]);
    expect(await count()).toBe(before);
  });

  it('is refused as a whole with the key of a single draft', async () => {
    const key = { 'idempotency-key': 'one-before' };
    await api.send('POST', '/api/v1/drafts', { ...entry('One before.'), workspace_id: api.home.workspaceId }, key);
    const before = await count();
    expectProblem(await send([entry('Many after.')], key), 'idempotency_key_reused');
    expect(await count()).toBe(before);
  });

  it('returns created drafts again and retries the others', async () => {
    const taken = `late-${Date.now()}`;
    const drafts = [entry('Made.'), entry('Late.', { platforms: ['bluesky'], connection_ids: [taken] }), entry('Also made.')];
    const key = { 'idempotency-key': 'batch-1' };
    const first = await send(drafts, key);
    expect(shortly(first)).toEqual(['created 201', 'refused 422', 'created 201']);
    const before = await count();
    expect((await send(drafts, key)).json().drafts[0]).toEqual(first.json().drafts[0]);
    expect(await count()).toBe(before);
    expectProblem(await send(drafts.slice(0, 1), key), 'idempotency_key_reused');
    expectProblem(await send([...drafts, entry('One more.')], key), 'idempotency_key_reused');
    expect(await count()).toBe(before);
  });

  it('creates each draft once when sent twenty times concurrently', async () => {
    const drafts = Array.from({ length: 5 }, (_, place) => entry(`At once ${place}.`));
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(drafts, { 'idempotency-key': 'at-once' })));
    const problems = new Set(answers.flatMap((answer) => outcomesOf(answer).flatMap(({ problem }) => problem?.code ?? [])));
    expect([...problems].filter((code) => !['idempotency_in_flight', 'service_busy'].includes(code))).toEqual([]);
    const made = outcomesOf(await send(drafts, { 'idempotency-key': 'at-once' })).map(({ draft_id: id }) => id);
    for (const answer of answers) {
      for (const { draft_id: id, index } of outcomesOf(answer)) expect([null, made[index]]).toContain(id);
    }
    expect(await database.orm.em.fork().count(Draft, { sourceText: { $like: 'At once %' } })).toBe(5);
  });

  it('continues where another process was killed', async () => {
    const name = 'stopped';
    const drafts = [entry('Before.'), entry('In the middle.', { external_id: name }), entry('After.')];
    const key = { 'idempotency-key': 'stopped' };
    const before = await count();
    const holder = await holdName(name);
    const stopped = send(drafts, key);
    await expect.poll(count, { interval: 10 }).toBe(before + 1);
    await endingAtLock(database, stopped);
    await holder.rollback();
    expect(shortly(await stopped)).toEqual(['created 201', 'refused 503', 'refused 503']);
    const again = await send(drafts, key);
    expect(shortly(again)).toEqual(['created 201', 'created 201', 'created 201']);
    expect(outcomesOf(again)[0]).toEqual(outcomesOf(await stopped)[0]);
    expect(await count()).toBe(before + 3);
  });
});

it('counts each draft against the rate limit, and creates none above it', async () => {
  const services = createTestServices(database, { config: testConfig(database, { limits: { ...NO_LIMITS, keyWrites: 10 } }) });
  const app = await buildWeb(services);
  const home = await givenWorkspace(services);
  const agent = await givenAgent(services, home.workspace);
  const post = (drafts: number) =>
    app.inject({
      method: 'POST',
      url: '/api/v1/drafts/batch',
      headers: { authorization: agent.authorization },
      payload: { workspace_id: home.workspaceId, drafts: Array.from({ length: drafts }, () => entry('The ferry runs.')) },
    });
  const first = await post(6);
  expect([first.statusCode, first.headers.ratelimit]).toEqual([200, expect.stringMatching(/^"key-writes";r=4;/)]);
  expectProblem(await post(5), 'rate_limited');
  // What was refused costs the one request that it was.
  const third = await post(3);
  expect([third.statusCode, third.headers.ratelimit]).toEqual([200, expect.stringMatching(/^"key-writes";r=0;/)]);
  expect(await database.orm.em.fork().count(Draft, { workspaceId: home.workspaceId })).toBe(9);
  await app.close();
});

it('states the maximum if a batch exceeds the rate limit by itself', async () => {
  const services = createTestServices(database, {
    config: testConfig(database, { limits: { ...NO_LIMITS, keyWrites: 10, accountWrites: 8 } }),
  });
  const app = await buildWeb(services);
  const home = await givenWorkspace(services);
  const agent = await givenAgent(services, home.workspace);
  const post = (drafts: number) =>
    app.inject({
      method: 'POST',
      url: '/api/v1/drafts/batch',
      headers: { authorization: agent.authorization },
      payload: { workspace_id: home.workspaceId, drafts: Array.from({ length: drafts }, () => entry('The ferry runs.')) },
    });
  const problem = expectProblem(await post(9), 'rate_limited');
  expect(problem).toMatchObject({ remedy: 'Send at most 7 at once.', violated_policies: ['account-writes'] });
  expect(problem).not.toHaveProperty('retry_after_seconds');
  expect((await post(7)).statusCode).toBe(200);
  await app.close();
});

it.each([
  ['storage_full', '53100'],
  ['service_busy', '53300'],
])('stops at a service failure: after %s the remaining entries are not tried', async (code, fault) => {
  const lines: string[] = [];
  const log = createLog({ logLevel: 'warn' }, { write: (line) => void lines.push(line) });
  const services = createTestServices(database, { log });
  const app = await buildWeb(services);
  const em = database.orm.em.fork();
  await em.execute(`create function out_of_order() returns trigger language plpgsql as $$ begin
    if new.source_text = 'Faulty.' then raise exception 'out of order' using errcode = '${fault}'; end if; return new; end $$;
    create trigger out_of_order before insert on drafts for each row execute function out_of_order()`);
  const drafts = [entry('Before.'), entry('Faulty.'), entry('Not tried.'), entry('Nor this.')];
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/drafts/batch',
    headers: { authorization: api.agent.authorization },
    payload: { workspace_id: api.home.workspaceId, drafts },
  });
  await em.execute('drop function out_of_order cascade');
  expect(outcomesOf(answer).map(({ problem }) => problem?.code)).toEqual([undefined, code, code, code]);
  // The operator hears of a full disk, and the balancer, as of any request.
  expect(lines.some((line) => line.includes('a disk is full'))).toBe(code === 'storage_full');
  expect((await app.inject('/readyz')).statusCode).toBe(code === 'storage_full' ? 503 : 200);
  await app.close();
});
