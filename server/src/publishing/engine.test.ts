import { expect, it } from 'vitest';
import { AuditEntry } from '../audit/audit.entities.ts';
import { DAY_MS, HOUR_MS } from '../clock.ts';
import { addConnection } from '../connections/add-connection.ts';
import { Connection } from '../connections/connection.entity.ts';
import { readBalances } from '../credits/credit-queries.ts';
import { Draft } from '../drafts/draft.entity.ts';
import type { Outcome } from '../platforms/platform.ts';
import type { SandboxFailure } from '../platforms/sandbox/sandbox-credentials.ts';
import { actAs } from '../testing/actors.ts';
import { givenConnectionRow } from '../testing/content.ts';
import { createEngine, givenQueued } from '../testing/engine.ts';
import { givenStage, type Stage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor } from '../testing/test-services.ts';
import { workOffWaiting } from '../testing/waiting.ts';
import { Publication } from './publication.entity.ts';
import { GIVE_UP_AFTER_MS, LEAST_TRIES } from './sending/retry-delay.ts';

const database = useTestDatabase();

async function arrange(sandbox: { failure?: SandboxFailure; times?: number | null } = {}) {
  const engine = createEngine(database);
  const stage = await givenStage(engine.services, { sandbox });
  const queued = await givenQueued(stage);
  const pack = async () => {
    const balance = (await readBalances(contextFor(engine.services), stage.accountId)).find(({ bucket }) => bucket === 'pack');
    return [balance?.available, balance?.held];
  };
  const states = async () => {
    const draft = await engine.services.orm.em.fork().findOneOrFail(Draft, queued.draft.id);
    const [publication] = await stage.publicationsOf(queued.jobId);
    return [publication?.state, (await stage.jobOf(queued.jobId)).state, draft.state];
  };
  return { ...engine, ...stage, ...queued, pack, states };
}

it('publishes once, spends one credit and records the link', async () => {
  const { deliver, publicationId, jobId, postsOf, pack, states, ledger, publicationsOf, attemptsOf, services } = await arrange();
  expect(await deliver(publicationId)).toBe('published');
  expect(await postsOf(publicationId)).toBe(1);
  expect(await states()).toEqual(['published', 'published', 'published']);
  expect(await pack()).toEqual([69, 0]);
  expect((await ledger()).problems).toEqual([]);
  const [publication] = await publicationsOf(jobId);
  expect(publication).toMatchObject({
    providerUrl: expect.stringContaining('/sandbox'),
    failureCode: null,
    attempts: 1,
    leasedUntil: null,
  });
  expect(await attemptsOf(publicationId)).toMatchObject([{ number: 1, outcome: 'published', endedAt: expect.any(Date) }]);
  const audit = await services.orm.em.fork().find(AuditEntry, { subjectId: publicationId }, { orderBy: { id: 'asc' } });
  expect(audit.map(({ action, actorKind }) => [action, actorKind])).toEqual([
    ['publication.sending', 'system'],
    ['publication.published', 'system'],
  ]);
});

it('creates one post for an entry delivered five times at once, and none for late ones', async () => {
  const { deliver, publicationId, postsOf, pack } = await arrange();
  const answers = await Promise.all(Array.from({ length: 5 }, () => deliver(publicationId)));
  expect(answers.filter((answer) => answer !== null)).toEqual(['published']);
  expect(await deliver(publicationId)).toBeNull();
  expect(await postsOf(publicationId)).toBe(1);
  expect(await pack()).toEqual([69, 0]);
});

it.each<
  [SandboxFailure, number | null, { state: string; job: string; posts: number; attempts: number; pack: number[]; code: string | null }]
>([
  ['none', null, { state: 'published', job: 'published', posts: 1, attempts: 1, pack: [69, 0], code: null }],
  ['unreachable', 2, { state: 'published', job: 'published', posts: 1, attempts: 3, pack: [69, 0], code: null }],
  ['unreachable', null, { state: 'failed', job: 'failed', posts: 0, attempts: LEAST_TRIES, pack: [70, 0], code: 'gave_up' }],
  ['rate_limited', 1, { state: 'published', job: 'published', posts: 1, attempts: 2, pack: [69, 0], code: null }],
  ['rate_limited', null, { state: 'failed', job: 'failed', posts: 0, attempts: LEAST_TRIES, pack: [70, 0], code: 'gave_up' }],
  ['reject', null, { state: 'failed', job: 'failed', posts: 0, attempts: 1, pack: [70, 0], code: 'rejected' }],
  ['server_error', 1, { state: 'published', job: 'published', posts: 1, attempts: 2, pack: [69, 0], code: null }],
  ['server_error', null, { state: 'failed', job: 'failed', posts: 0, attempts: LEAST_TRIES, pack: [70, 0], code: 'gave_up' }],
  ['reset', 3, { state: 'published', job: 'published', posts: 1, attempts: 4, pack: [69, 0], code: null }],
  ['reset', null, { state: 'failed', job: 'failed', posts: 0, attempts: LEAST_TRIES, pack: [70, 0], code: 'gave_up' }],
  ['timeout_after_acting', null, { state: 'published', job: 'published', posts: 1, attempts: 1, pack: [69, 0], code: null }],
  ['double_answer', null, { state: 'published', job: 'published', posts: 1, attempts: 1, pack: [69, 0], code: null }],
  ['unauthorized', null, { state: 'pending', job: 'blocked', posts: 0, attempts: 1, pack: [69, 1], code: 'unauthorized' }],
])('ends in a defined state without a duplicate: %s, %s times', async (failure, times, expected) => {
  const { deliver, settle, publicationId, postsOf, pack, jobId, jobOf, ledger, attemptsOf } = await arrange({ failure, times });
  await deliver(publicationId);
  const publication = await settle(publicationId);
  expect({
    state: publication.state,
    job: (await jobOf(jobId)).state,
    posts: await postsOf(publicationId),
    attempts: publication.attempts,
    pack: await pack(),
    code: publication.failureCode,
  }).toEqual(expected);
  expect((await attemptsOf(publicationId)).map(({ number }) => number)).toEqual(
    Array.from({ length: expected.attempts }, (_, index) => index + 1),
  );
  expect((await ledger()).problems).toEqual([]);
});

it('does not blame an account that was connected again for a refusal of its old credentials', async () => {
  const refused = Promise.withResolvers<Outcome>();
  const asked = Promise.withResolvers<void>();
  const answers = [refused.promise];
  const engine = createEngine(database, (sandbox) => ({
    async publish(...call) {
      const answer = answers.shift();
      asked.resolve();
      return answer ?? sandbox.publish(...call);
    },
  }));
  const stage = await givenStage(engine.services);
  const { publicationId, jobId } = await givenQueued(stage);
  const first = engine.deliver(publicationId);
  await asked.promise;
  const externalId = stage.connection?.externalId ?? '';
  const connected = { handle: 'harbour', externalId, credentials: { feed: externalId } };
  const { id } = await actAs(engine.services, stage.owner, (ctx) =>
    addConnection(ctx, { workspaceId: stage.workspaceId, platform: 'sandbox', connected }),
  );
  refused.resolve({ kind: 'unauthorized', message: 'The token was revoked.' });
  expect(await first).toBe('pending');
  expect([(await engine.services.orm.em.fork().findOneOrFail(Connection, id)).health, (await stage.jobOf(jobId)).state]).toEqual([
    'healthy',
    'publishing',
  ]);
  expect((await engine.settle(publicationId)).state).toBe('published');
});

it('waits at least as long as the platform asks before a retry', async () => {
  const { deliver, publicationId, clock, publicationsOf, jobId, postsOf } = await arrange({ failure: 'rate_limited', times: 1 });
  await deliver(publicationId);
  const [publication] = await publicationsOf(jobId);
  const next = publication?.nextAttemptAt ?? clock.now();
  expect(next.getTime() - clock.now().getTime()).toBeGreaterThanOrEqual(1_000);
  expect(await deliver(publicationId)).toBeNull();
  clock.set(next);
  expect(await deliver(publicationId)).toBe('published');
  expect(await postsOf(publicationId)).toBe(1);
});

// Harmless errors respond with 500; a rate limit of a second is repeated each time.
it.each<SandboxFailure>(['server_error', 'rate_limited', 'unreachable'])(
  'fails permanently only after an hour of the same fault, with few attempts: %s',
  async (failure) => {
    const { deliver, publicationId, clock, publicationsOf, jobId } = await arrange({ failure, times: null });
    const startedAt = clock.now().getTime();
    const read = async () => (await publicationsOf(jobId))[0];
    await deliver(publicationId);
    for (let publication = await read(); publication?.state !== 'failed'; publication = await read()) {
      clock.set(publication?.nextAttemptAt ?? clock.now());
      await deliver(publicationId);
    }
    expect((await read())?.failureCode).toBe('gave_up');
    expect(clock.now().getTime() - startedAt).toBeGreaterThanOrEqual(GIVE_UP_AFTER_MS);
    expect((await read())?.attempts).toBeLessThan(30);
  },
);

it.each<[string, (attempt: number) => number | undefined, object]>([
  ['advances', (attempt) => attempt, { state: 'published', attempts: 9 }],
  ['begins', () => undefined, { state: 'failed', failureCode: 'gave_up', attempts: LEAST_TRIES }],
  ['begins again, and gets as far as before', () => 3, { state: 'failed', failureCode: 'gave_up' }],
])('counts the hour of a fault from the part of a file that arrived last, if its upload %s', async (_, arrived, expected) => {
  let attempts = 0;
  const engine = createEngine(database, (sandbox) => ({
    async publish(...call) {
      attempts += 1;
      if (attempts === 9) return sandbox.publish(...call);
      await call[3].onUploaded({ segments: attempts }, arrived(attempts));
      return { kind: 'unavailable', message: 'The connection ended.', retryAfterSeconds: null };
    },
  }));
  const { publicationId } = await givenQueued(await givenStage(engine.services));
  expect(await engine.settle(publicationId)).toMatchObject(expected);
});

it('gives an upload up that is not complete after a day, however it advances', async () => {
  let attempts = 0;
  const engine = createEngine(database, () => ({
    async publish(_payload, _credentials, _intent, { onUploaded }) {
      attempts += 1;
      await onUploaded({ segments: attempts }, attempts);
      return { kind: 'unavailable', message: 'The connection ended.', retryAfterSeconds: null };
    },
  }));
  const { publicationId } = await givenQueued(await givenStage(engine.services));
  const read = () => engine.services.orm.em.fork().findOneOrFail(Publication, publicationId);
  const startedAt = engine.clock.now().getTime();
  for (let publication = await read(); publication.state !== 'failed'; publication = await read()) {
    expect(engine.clock.now().getTime() - startedAt).toBeLessThan(DAY_MS + HOUR_MS);
    engine.clock.advance(HOUR_MS);
    await engine.deliver(publicationId);
  }
  expect(await read()).toMatchObject({ failureCode: 'gave_up', attempts: 25 });
});

it('survives half an hour in which the platform renews no credentials', async () => {
  let isAway = true;
  const engine = createEngine(database, () => ({
    async refresh(credentials) {
      if (isAway) throw new Error('The platform is away.');
      return { credentials };
    },
  }));
  const stage = await givenStage(engine.services);
  const { publicationId, jobId } = await givenQueued(stage);
  const until = engine.clock.now().getTime() + 30 * 60_000;
  await engine.services.orm.em.fork().nativeUpdate(Connection, { id: stage.connection?.id ?? '' }, { expiresAt: engine.clock.now() });
  while (engine.clock.now().getTime() < until) {
    expect(await engine.deliver(publicationId)).toBe('pending');
    const [publication] = await stage.publicationsOf(jobId);
    engine.clock.set(publication?.nextAttemptAt ?? engine.clock.now());
  }
  isAway = false;
  expect(await engine.deliver(publicationId)).toBe('published');
});

it('sends the same intent with every retry', async () => {
  const { deliver, publicationId, settle, publicationsOf, jobId } = await arrange({ failure: 'reset', times: 2 });
  await deliver(publicationId);
  const [before] = await publicationsOf(jobId);
  const after = await settle(publicationId);
  expect(before?.intent).not.toBeNull();
  expect(after.intent).toEqual(before?.intent);
});

it('pauses a connection that the platform refuses, and continues once it is connected again', async () => {
  const { deliver, publicationId, connection, owner, workspaceId, services, jobId, jobOf, postsOf, pack } = await arrange({
    failure: 'unauthorized',
  });
  await deliver(publicationId);
  const shut = await services.orm.em.fork().findOneOrFail(Connection, connection?.id ?? '');
  expect([shut.health, (await jobOf(jobId)).state]).toEqual(['revoked', 'blocked']);
  const externalId = connection?.externalId ?? '';
  const connected = { handle: 'harbour', externalId, credentials: { feed: externalId } };
  const renewed = await actAs(services, owner, (ctx) => addConnection(ctx, { workspaceId, platform: 'sandbox', connected }));
  expect([renewed.id, renewed.health]).toEqual([connection?.id, 'healthy']);
  await workOffWaiting(services);
  expect((await jobOf(jobId)).state).toBe('queued');
  expect(await deliver(publicationId)).toBe('published');
  expect([await postsOf(publicationId), await pack()]).toEqual([1, [69, 0]]);
});

it.each<[string, (own: string, stage: Stage) => Promise<string> | string]>([
  ['of which one character was changed', (own) => `${own.slice(0, -6)}${own.at(-6) === 'A' ? 'B' : 'A'}${own.slice(-5)}`],
  ['that were truncated', (own) => own.slice(0, -8)],
  ['that belong to another workspace', async (_, { services }) => (await givenStage(services)).connection?.sealedCredentials ?? ''],
  [
    'that were sealed for another column',
    (_, { services, connection }) => services.sealer.seal('{}', `connections/${connection?.id}/memory`),
  ],
])('sends nothing with credentials %s, and names the connection', async (_, tamper) => {
  const { deliver, publicationId, jobId, postsOf, states, ...stage } = await arrange();
  const { connection, services, jobOf } = stage;
  const sealedCredentials = await tamper(connection?.sealedCredentials ?? '', stage);
  await services.orm.em.fork().nativeUpdate(Connection, { id: connection?.id ?? '' }, { sealedCredentials });
  expect(await deliver(publicationId)).toBe('pending');
  const shut = await services.orm.em.fork().findOneOrFail(Connection, connection?.id ?? '');
  expect([shut.health, (await jobOf(jobId)).state, await postsOf(publicationId)]).toEqual(['failing', 'blocked', 0]);
  expect((await states())[0]).toBe('pending');
});

it('sends nothing of a payload that was not approved', async () => {
  const { deliver, publicationId, services, postsOf, states, pack, publicationsOf, jobId } = await arrange();
  const em = services.orm.em.fork();
  await em.execute('alter table payloads disable trigger payloads_append_only');
  await em.execute(
    `update payloads set body = '{"text": "Something else"}' where id = (select payload_id from publications where id = ?)`,
    [publicationId],
  );
  await em.execute('alter table payloads enable trigger payloads_append_only');
  expect(await deliver(publicationId)).toBe('failed');
  expect([await postsOf(publicationId), await states(), await pack()]).toEqual([0, ['failed', 'failed', 'failed'], [70, 0]]);
  expect((await publicationsOf(jobId))[0]?.failureCode).toBe('content_changed');
});

it('sends nothing to an account other than the approved one', async () => {
  const { deliver, publicationId, services, postsOf, publicationsOf, jobId, workspace } = await arrange();
  const other = await givenConnectionRow(services, workspace);
  await services.orm.em.fork().execute('update publications set connection_id = ? where id = ?', [other.id, publicationId]);
  expect(await deliver(publicationId)).toBe('failed');
  expect([await postsOf(publicationId), (await publicationsOf(jobId))[0]?.failureCode]).toEqual([0, 'content_changed']);
});

it('publishes to every connection independently: one refused, one published is partially published', async () => {
  const engine = createEngine(database);
  const stage = await givenStage(engine.services, { sandbox: { failure: 'reject' } });
  await stage.connect('sandbox', { handle: 'second' });
  const { publicationIds, jobId, draft } = await givenQueued(stage);
  expect(publicationIds).toHaveLength(2);
  expect((await Promise.all(publicationIds.map(engine.deliver))).toSorted()).toEqual(['failed', 'published']);
  const after = await engine.services.orm.em.fork().findOneOrFail(Draft, draft.id);
  expect([(await stage.jobOf(jobId)).state, after.state]).toEqual(['partially_published', 'partially_published']);
  expect((await stage.ledger()).problems).toEqual([]);
});
