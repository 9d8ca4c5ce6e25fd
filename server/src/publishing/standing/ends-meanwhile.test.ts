import { beforeAll, beforeEach, expect, it } from 'vitest';
import { actAs } from '../../testing/actors.ts';
import { untilAtLocks } from '../../testing/database/held-rows.ts';
import { createEngine, type Engine, givenQueued } from '../../testing/engine.ts';
import { arrangeStanding, reminder, sign } from '../../testing/matrix/standing.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { cancelJob } from '../jobs/end-job.ts';
import type { PublishJob } from '../publish-job.entity.ts';
import { createDeliveries } from '../sending/deliveries.ts';
import { expireLeases } from '../sending/expire-leases.ts';
import { sweep } from '../sweep.ts';
import { workOnPublication } from '../work-on-publication.ts';
import { revokeStanding } from './sign-standing.ts';

const database = useTestDatabase();
let engine: Engine;
/** When the call waits, and until when. */
let [waits, goesOn]: PromiseWithResolvers<void>[] = [];
let waitsWhere: 'before the first byte' | 'after the first byte' | 'never';

beforeAll(() => {
  engine = createEngine(database, (sandbox) => ({
    async publish(payload, credentials, intent, hooks) {
      if (waitsWhere === 'after the first byte') await hooks.onSending();
      waits?.resolve();
      await goesOn?.promise;
      return sandbox.publish(payload, credentials, intent, hooks);
    },
  }));
});
beforeEach(() => {
  [waits, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
});

/** A post under a standing approval that has advanced to the given point; without sending where it never waits. */
async function arrange(where: typeof waitsWhere) {
  waitsWhere = where;
  const stage = await arrangeStanding(engine);
  const { id } = await sign(stage);
  const { job } = await stage.say(reminder('Sunday', '18:15', 11));
  const [publication] = await stage.publicationsOf(job?.id ?? '');
  const publicationId = publication?.id ?? '';
  const underWay = where === 'never' ? null : engine.deliver(publicationId);
  if (underWay) await Promise.race([waits?.promise, underWay]);
  return { ...stage, id, jobId: job?.id ?? '', publicationId, underWay };
}

/** Revokes, and commits only once `meets` has observed another transaction waiting for the lock. */
async function revoke({ services, owner, id }: Awaited<ReturnType<typeof arrange>>, meets: () => void): Promise<void> {
  const [written, commits] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const revoked = actAs(services, owner, async (ctx) => {
    await revokeStanding(ctx, id);
    // Deferred writes are flushed with the next query.
    await ctx.em.execute('select');
    written.resolve();
    await commits.promise;
  });
  await Promise.race([written.promise, revoked]);
  meets();
  await untilAtLocks(database, 1);
  commits.resolve();
  await revoked;
}

it('sends nothing that was claimed before a revocation and would start after it', async () => {
  const stage = await arrange('before the first byte');
  const { publicationId, underWay } = stage;
  await revoke(stage, () => goesOn?.resolve());
  expect(await underWay).toBeNull();
  expect(await engine.postsOf(publicationId)).toBe(0);
  engine.clock.advance(13_000);
  await expireLeases(stage.services);
  expect(await engine.deliver(publicationId)).toBeNull();
  expect((await sweep(stage.services)).standing.asked).toBe(1);
  expect([await engine.postsOf(publicationId), (await stage.ledger()).problems]).toEqual([0, []]);
});

it('sends the rest of a batch if one post of it was claimed before a revocation', async () => {
  const { services, owner, id, publicationId, publicationOf } = await arrange('never');
  const plain = await givenQueued(await givenStage(services));
  waitsWhere = 'before the first byte';
  const deliveries = createDeliveries(services);
  const { signal } = new AbortController();
  const underWay = [publicationId, plain.publicationId].map((each) => workOnPublication(services, each, { signal, deliveries }));
  const states = async () => (await Promise.all([publicationId, plain.publicationId].map(publicationOf))).map(({ state }) => state);
  await expect.poll(states).toEqual(['leased', 'leased']);
  await actAs(services, owner, (ctx) => revokeStanding(ctx, id));
  goesOn?.resolve();
  expect(await Promise.all(underWay)).toEqual([null, 'published']);
  expect(await Promise.all([publicationId, plain.publicationId].map(engine.postsOf))).toEqual([0, 1]);
});

it('completes what had started before a revocation', async () => {
  const { services, owner, id, publicationId, underWay } = await arrange('after the first byte');
  await actAs(services, owner, (ctx) => revokeStanding(ctx, id));
  goesOn?.resolve();
  expect(await underWay).toBe('published');
  expect(await engine.postsOf(publicationId)).toBe(1);
});

it('lets a person cancel a post of it during a concurrent revocation', async () => {
  const stage = await arrange('never');
  let calledOff: Promise<PublishJob> | undefined;
  await revoke(stage, () => {
    calledOff = actAs(stage.services, stage.owner, (ctx) => cancelJob(ctx, stage.jobId));
  });
  expect((await calledOff)?.state).toBe('cancelled');
});

it('is ended once by the reconciler, without delaying it, during a person’s revocation', async () => {
  const stage = await arrange('never');
  engine.clock.advance(31 * 24 * 3_600_000);
  let swept: ReturnType<typeof sweep> | undefined;
  await revoke(stage, () => {
    swept = sweep(stage.services);
  });
  expect((await swept)?.standing.ended).toBe(0);
});
