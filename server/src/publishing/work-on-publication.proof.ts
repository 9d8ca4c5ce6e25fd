import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect } from 'vitest';
import { Approval } from '../approvals/approval.entity.ts';
import { addConnection } from '../connections/add-connection.ts';
import { addCredits } from '../credits/add-credits.ts';
import { actAs } from '../testing/actors.ts';
import { copyWaiting } from '../testing/database/copy-waiting.ts';
import { recordStatements } from '../testing/database/record-statements.ts';
import { createEngine, givenQueued } from '../testing/engine.ts';
import { prove } from '../testing/proofs/prove.ts';
import { givenStage, type StageOptions } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { workOffWaiting } from '../testing/waiting.ts';
import { PublishJob } from './publish-job.entity.ts';
import { newSweepRound, sweep } from './sweep.ts';

const database = useTestDatabase();

/** This many approved posts that wait for credits or an account. */
async function arrange(posts: number, options: StageOptions) {
  const { services } = createEngine(database);
  await services.orm.em
    .fork()
    .execute("update publish_jobs set state = 'cancelled', ending = 'withdrawn' where state in ('blocked', 'ready')");
  const stage = await givenStage(services, options);
  const { draft } = await givenQueued(stage);
  await copyWaiting(services, draft.id, posts - 1);
  await services.orm.em.fork().execute('analyze');
  const count = (state: PublishJob['state']) => services.orm.em.fork().count(PublishJob, { accountId: stage.accountId, state });
  return { services, stage, count };
}

/** Duration, CPU time, and the longest block of the event loop. */
async function measure(work: () => Promise<unknown>): Promise<{ ms: number; cpuMs: number; heldMs: number }> {
  const loop = monitorEventLoopDelay({ resolution: 10 });
  loop.enable();
  const before = process.cpuUsage();
  const startedAt = performance.now();
  await work();
  const { user, system } = process.cpuUsage(before);
  loop.disable();
  return { ms: Math.round(performance.now() - startedAt), cpuMs: Math.round((user + system) / 1_000), heldMs: Math.round(loop.max / 1e6) };
}

const figures = ({ ms, cpuMs, heldMs }: Awaited<ReturnType<typeof measure>>): string =>
  `${ms} ms, ${cpuMs} ms of the processor, the event loop held for ${heldMs} ms at the most`;

prove('W1', 'credits for some of many release exactly as many, without delaying others', async (scale) => {
  const posts = scale(10_000, 300);
  const { services, stage, count } = await arrange(posts, { packs: 0 });
  const input = { accountId: stage.accountId, product: 'api_publication_pack', quantity: 2 };
  const buy = () => actAs(services, { kind: 'operator' }, (ctx) => addCredits(ctx, input));
  const inRequest = await measure(buy);
  expect(await count('queued')).toBe(0);
  let pages = 0;
  const afterwards = await measure(async () => {
    pages = await workOffWaiting(services);
  });
  expect([await count('queued'), await count('blocked')]).toEqual([140, posts - 140]);
  expect(afterwards.heldMs).toBeLessThan(1_000);
  return [
    `140 credits for ${posts} waiting posts: booked in ${figures(inRequest)}`,
    `140 sent off and ${posts - 140} left waiting, in ${pages} pages: ${figures(afterwards)}`,
  ];
});

prove('W2', 'the cost of a sweep is independent of the number of waiting posts', async (scale) => {
  const posts = scale(11_500, 300);
  const { services } = await arrange(posts, { packs: 0 });
  const round = newSweepRound();
  await sweep(services, round);
  const one = await measure(() => sweep(services, round));
  const statements = await recordStatements(services, () => sweep(services, round));
  expect(statements.length).toBeLessThan(25);
  expect(one.heldMs).toBeLessThan(1_000);
  return `a sweep over ${posts} waiting posts: ${statements.length} statements, ${figures(one)}`;
});

prove('W3', 'a new account requests approval again for all of its posts, without delaying others', async (scale) => {
  const posts = scale(1_500, 60);
  const { services, stage } = await arrange(posts, { sandbox: null });
  const { owner, workspaceId } = stage;
  const connected = { handle: 'harbour', externalId: `feed_${workspaceId}`, credentials: { feed: `feed_${workspaceId}` } };
  const connect = () =>
    actAs(services, owner, (ctx) => addConnection(ctx, { workspaceId, platform: 'sandbox', connected, approvedPosts: 'ask_again' }));
  let statements: string[] = [];
  const inRequest = await measure(async () => {
    statements = await recordStatements(services, connect);
  });
  const afterwards = await measure(() => workOffWaiting(services));
  expect(await services.orm.em.fork().count(Approval, { workspaceId, state: 'pending' })).toBe(posts);
  expect(await services.orm.em.fork().count(Approval, { workspaceId, state: 'approved' })).toBe(0);
  return [
    `an account for ${posts} waiting posts: connected by ${statements.length} statements, ${figures(inRequest)}`,
    `all ${posts} asked again: ${figures(afterwards)}`,
  ];
});
