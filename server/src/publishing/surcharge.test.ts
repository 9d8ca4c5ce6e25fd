import { afterEach, beforeAll, expect, it } from 'vitest';
import { addCredits, correctCredits } from '../credits/add-credits.ts';
import { budgetsOf } from '../credits/budget-queries.ts';
import { readBalances, usedByGrants } from '../credits/credit-queries.ts';
import { setSurcharge } from '../credits/surcharges.ts';
import { actAs } from '../testing/actors.ts';
import { createEngine, type Engine, givenQueued } from '../testing/engine.ts';
import { givenStage, type StageOptions } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor } from '../testing/test-services.ts';
import { gateInEnglish } from './gates/gate.ts';
import { evaluateGates } from './gates.ts';
import { verifyHolds } from './jobs/promised-credits.ts';
import { PublishJob } from './publish-job.entity.ts';
import { createDeliveries } from './sending/deliveries.ts';
import { loadGateSnapshots } from './snapshot/load-gate-snapshot.ts';
import { workOnPublication } from './work-on-publication.ts';

const OPERATOR = { kind: 'operator' } as const;
const database = useTestDatabase();
let engine: Engine;
const setTo = (credits: number) => actAs(engine.services, OPERATOR, (ctx) => setSurcharge(ctx, { platform: 'sandbox', credits }));

beforeAll(() => {
  engine = createEngine(database);
});
afterEach(() => setTo(0));

/** A stage with this many publication credits. */
async function arrange(credits: number, options: StageOptions = {}) {
  const { services } = engine;
  const stage = await givenStage(services, { packs: 0, ...options });
  const { accountId } = stage;
  const correct = (amount: number, bucket: 'pack' | 'topup' = 'pack') =>
    actAs(services, OPERATOR, (ctx) => correctCredits(ctx, { accountId, bucket, amount, reason: 'For this test.' }));
  if (credits > 0) await correct(credits);
  const left = async () => {
    const balances = await readBalances(contextFor(services), accountId);
    return Object.fromEntries(balances.map(({ bucket, available, held }) => [bucket, [available, held]]));
  };
  const problems = async () => [...(await stage.ledger()).problems, ...(await verifyHolds(contextFor(services), accountId))];
  const gateOf = async (jobId: string) => {
    const job = await services.orm.em.fork().findOneOrFail(PublishJob, jobId);
    const snapshot = (await loadGateSnapshots(contextFor(services), [job])).get(jobId);
    const credits = snapshot && evaluateGates(snapshot).find(({ gate }) => gate === 'credits');
    return credits && gateInEnglish(credits);
  };
  return { ...stage, correct, left, problems, gateOf };
}

it('keeps a post’s cost from its submission, whatever changes before it is approved and published', async () => {
  const { submit, approve, publicationsOf, left, problems } = await arrange(20);
  const plain = await submit({ sourceText: 'The plain boat.' });
  await setTo(2);
  const dear = await submit({ sourceText: 'The dear boat.' });
  await setTo(7);
  for (const { approval, job } of [plain, dear]) {
    await approve(approval);
    const [publication] = await publicationsOf(job?.id ?? '');
    expect(await engine.deliver(publication?.id ?? '')).toBe('published');
  }
  expect(await left()).toMatchObject({ pack: [16, 0] });
  expect(await problems()).toEqual([]);
});

it('reports before sending that there are too few credits, how many are needed and why', async () => {
  await setTo(2);
  const { submit, approve, gateOf, jobOf, correct } = await arrange(2);
  const { approval, job } = await submit();
  const jobId = job?.id ?? '';
  expect(await gateOf(jobId)).toMatchObject({
    status: 'block',
    code: 'insufficient_credits',
    message: '3 publication credits are needed (surcharge: 2 for Sandbox), 2 available.',
  });
  await approve(approval);
  expect((await jobOf(jobId)).state).toBe('blocked');
  await correct(1);
  expect(await gateOf(jobId)).toMatchObject({ status: 'pass', code: 'credits_available' });
});

it('refunds all of it if nothing was published, also from two buckets', async () => {
  await setTo(3);
  const stage = await arrange(10, { workspace: {}, sandbox: { failure: 'reject' } });
  const { publicationId } = await givenQueued(stage);
  const before = await stage.left();
  expect(await engine.deliver(publicationId)).toBe('failed');
  expect(await stage.left()).toEqual(before);
  expect(await stage.problems()).toEqual([]);
});

it.each(['alone', 'together'] as const)('sends %s no more concurrently than there are credits for', async (way) => {
  await setTo(2);
  const stage = await arrange(40);
  const queued = [];
  for (let number = 0; number < 11; number += 1) queued.push(await givenQueued(stage, { sourceText: `Boat ${number} leaves ${way}.` }));
  // Leaves an uneven number of credits.
  await stage.correct(-20);
  const deliveries = way === 'together' ? { deliveries: createDeliveries(engine.services) } : {};
  const states = await Promise.all(
    queued.map(({ publicationId }) =>
      workOnPublication(engine.services, publicationId, { signal: new AbortController().signal, ...deliveries }),
    ),
  );
  expect(states.filter((state) => state === 'published')).toHaveLength(6);
  expect(await stage.left()).toMatchObject({ pack: [2, 0] });
  expect(await stage.problems()).toEqual([]);
});

it('counts in full against the budget of the workspace, the limit of an agent and the credits of posts without approval', async () => {
  await setTo(4);
  const { services } = engine;
  const scopes = ['drafts:write', 'captions:write', 'jobs:write', 'read', 'publish:auto'] as const;
  const stage = await arrange(0, {
    workspace: { allowsAuto: true, creditsPerMonth: 20 },
    scopes: [...scopes],
    grant: { creditsPerMonth: 9 },
  });
  const { accountId, workspaceId, submit, publicationsOf, gateOf, left, problems } = stage;
  await actAs(services, OPERATOR, (ctx) => addCredits(ctx, { accountId, product: 'api_autoposting_topup', quantity: 1 }));
  const first = await submit({ publishMode: 'auto', sourceText: 'The first boat.' });
  const [publication] = await publicationsOf(first.job?.id ?? '');
  expect(await engine.deliver(publication?.id ?? '')).toBe('published');
  expect(await left()).toMatchObject({ topup: [120, 0] });
  expect((await budgetsOf(contextFor(services), [workspaceId])).get(workspaceId)).toMatchObject({ used: 5, left: 15 });

  const grantId = stage.agent.kind === 'agent' ? stage.agent.grantId : '';
  expect((await usedByGrants(contextFor(services), [grantId], new Date(0))).get(grantId)).toBe(5);
  const second = await submit({ publishMode: 'auto', sourceText: 'The second boat.' });
  expect(second.explanation?.readiness.gates.find(({ gate }) => gate === 'permission')).toMatchObject({ code: 'monthly_credit_limit' });
  expect(await gateOf(second.job?.id ?? '')).toMatchObject({ status: 'pass' });
  expect(await problems()).toEqual([]);
});
