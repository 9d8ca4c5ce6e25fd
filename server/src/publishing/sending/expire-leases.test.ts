import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../clock.ts';
import type { Services } from '../../context.ts';
import { rowsLookedAt } from '../../testing/database/rows-looked-at.ts';
import { givenQueued } from '../../testing/engine.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor, createTestServices } from '../../testing/test-services.ts';
import { createQueue, type Queue } from '../../worker/queue.ts';
import { PUBLISH_QUEUE } from '../publish-queue.ts';
import { sweep } from '../sweep.ts';
import { findOverdue, requeueOverdue } from './expire-leases.ts';

const database = useTestDatabase();
let queue: Queue;
let services: Services;
beforeAll(async () => {
  const base = createTestServices(database, { clock: systemClock });
  queue = createQueue({ url: database.url, role: 'web', log: base.log });
  await queue.start();
  services = { ...base, queue };
});
afterAll(() => queue.stop());

const run = <Row extends object>(sql: string, parameters: unknown[] = []) => services.orm.em.fork().execute<Row[]>(sql, parameters);
const entriesOf = async (publicationId: string) => {
  const entries = `select state::text from pgboss.job where name = 'publish' and data->>'publicationId' = ? order by 1`;
  return (await run<{ state: string }>(entries, [publicationId])).map(({ state }) => state);
};

it('finds lost entries among publications that only wait for a slot, which are not queued twice', async () => {
  const stage = await givenStage(services);
  const posts = [];
  for (const pier of ['Waiting', 'Taken', 'Lost']) posts.push(await givenQueued(stage, { sourceText: `${pier} pier opens on Friday.` }));
  const [waiting = '', taken = '', lost = ''] = posts.map(({ publicationId }) => publicationId);
  await run(`update pgboss.job set state = 'active' where data->>'publicationId' = ?`, [taken]);
  await run(`update pgboss.job set state = 'failed' where data->>'publicationId' = ?`, [lost]);
  await run(`update publish_jobs set updated_at = updated_at - interval '10 minutes'`);

  expect(await requeueOverdue(contextFor(services), 1)).toBe(1);
  expect(await entriesOf(lost)).toEqual(['created', 'failed']);
  expect(await requeueOverdue(contextFor(services), 1)).toBe(0);
  expect([await entriesOf(waiting), await entriesOf(taken)]).toEqual([['created'], ['active']]);
});

it('leaves a target whose account does not work alone while another target of the post waits for its next attempt', async () => {
  const stage = await givenStage(services);
  const { id } = await stage.connect('sandbox', { handle: 'pier' });
  const { jobId } = await givenQueued(stage);
  await run(`update connections set health = 'revoked' where id = ?`, [id]);
  await run(`update publish_jobs set updated_at = updated_at - interval '10 minutes' where id = ?`, [jobId]);
  const lose = `update pgboss.job set state = 'failed' where data->>'publicationId' in (select id from publications where job_id = ?)`;
  await run(lose, [jobId]);
  const postpone = (by: string) =>
    run(`update publications set next_attempt_at = now() + ?::interval where job_id = ? and connection_id <> ?`, [by, jobId, id]);
  await postpone('1 hour');
  expect(await requeueOverdue(contextFor(services))).toBe(0);
  await postpone('-1 hour');
  expect(await requeueOverdue(contextFor(services))).toBe(2);
});

it('ignores an entry for later: a due publication must be processed now', async () => {
  const { publicationId } = await givenQueued(await givenStage(services));
  await run(`update pgboss.job set start_after = now() + interval '1 hour' where data->>'publicationId' = ?`, [publicationId]);
  await run(`update publish_jobs set updated_at = updated_at - interval '10 minutes'`);
  expect(await requeueOverdue(contextFor(services))).toBe(1);
  expect(await entriesOf(publicationId)).toEqual(['created', 'created']);
});

it('reads only waiting ones, however many are published or planned', async () => {
  const { publicationId } = await givenQueued(await givenStage(services));
  await run(
    `insert into publications (id, account_id, workspace_id, job_id, payload_id, platform, state, lease, attempts, created_at, superseded_at)
     select 'pub_old_' || n, account_id, workspace_id, job_id, payload_id, platform, 'cancelled', 0, 0, created_at, now()
     from publications, generate_series(1, 5000) n where id = ?`,
    [publicationId],
  );
  await run(
    `insert into pgboss.job (name, data, group_id, state, start_after)
     select 'publish', jsonb_build_object('publicationId', 'pub_' || n), 'con_' || n % 50,
       case when n % 2 = 0 then 'completed' else 'created' end::pgboss.job_state, now() + interval '1 day' from generate_series(1, 5000) n`,
  );
  await run(`update publish_jobs set updated_at = updated_at - interval '10 minutes'`);
  for (const table of ['publications', 'publish_jobs', 'pgboss.job']) await run(`analyze ${table}`);
  const { sql, parameters } = findOverdue({ before: services.clock.now(), queue: PUBLISH_QUEUE, atOnce: 500 }).compile();
  expect(await rowsLookedAt(services.orm.em.fork(), sql, parameters)).toBeLessThan(500);
});

it('finds lost entries although another step of the reconciler fails', async () => {
  const { publicationId } = await givenQueued(await givenStage(services));
  await run(`update pgboss.job set state = 'failed' where data->>'publicationId' = ?`, [publicationId]);
  await run(`update publish_jobs set updated_at = updated_at - interval '10 minutes'`);
  await run('alter table standing_approvals rename to standing_approvals_away');
  const swept = await sweep(services).finally(() => run('alter table standing_approvals_away rename to standing_approvals'));
  expect(swept.standing).toEqual({ ended: 0, asked: 0 });
  expect(await entriesOf(publicationId)).toEqual(['created', 'failed']);
});
