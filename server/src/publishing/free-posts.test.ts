import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { correctCredits } from '../credits/add-credits.ts';
import { CreditEntry, CreditHold } from '../credits/credit.entities.ts';
import { readBalances } from '../credits/credit-queries.ts';
import { platformPrices, setSurcharge } from '../credits/surcharges.ts';
import { actAs } from '../testing/actors.ts';
import { createEngine, type Engine, givenQueued } from '../testing/engine.ts';
import { type BlueskyServer, startBlueskyServer } from '../testing/servers/bluesky-server.ts';
import { givenBlueskyStage } from '../testing/servers/bluesky-stage.ts';
import { givenStage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor } from '../testing/test-services.ts';
import { buildEvidence } from './evidence/build-evidence.ts';
import { verifyEvidence } from './evidence/verify-evidence.ts';
import { gateInEnglish } from './gates/gate.ts';
import { verifyHolds } from './jobs/promised-credits.ts';
import { precheckUsage } from './precheck-usage.ts';

const OPERATOR = { kind: 'operator' } as const;
const database = useTestDatabase();
let engine: Engine;
let bluesky: BlueskyServer;
beforeAll(async () => {
  // Like a service without SANDBOX_CREDITS.
  engine = createEngine(database, () => ({ isFree: true }));
  bluesky = await startBlueskyServer();
});
afterAll(() => bluesky?.stop());

const countOf = async (accountId: string) => {
  const em = engine.services.orm.em.fork();
  return [await em.count(CreditEntry, { accountId }), await em.count(CreditHold, { accountId })];
};

describe('a post to the sandbox', () => {
  it('is published without credits, and leaves no ledger entry', async () => {
    const stage = await givenStage(engine.services, { packs: 0 });
    const { publicationId, jobId } = await givenQueued(stage);
    expect(await engine.deliver(publicationId)).toBe('published');
    expect([await countOf(stage.accountId), await stage.publicationOf(publicationId)]).toMatchObject([[0, 0], { credits: 0 }]);
    expect([(await stage.ledger()).problems, await verifyHolds(contextFor(engine.services), stage.accountId)]).toEqual([[], []]);
    const evidence = await actAs(engine.services, stage.owner, (ctx) => buildEvidence(ctx, jobId));
    expect(
      (await verifyEvidence(evidence, { keys: null, passkeys: null })).faults.filter(({ at }) => at.startsWith('/publications')),
    ).toEqual([]);
  });

  it('is announced as free before the request, and cannot have a surcharge', async () => {
    const stage = await givenStage(engine.services, { packs: 0 });
    const { draft } = await stage.submit();
    const asked = { draftId: draft.id, workspaceId: stage.workspaceId };
    const { credits, gates } = await precheckUsage(contextFor(engine.services, stage.agent), asked);
    expect(credits).toMatchObject({ required: 0, after: 0, posts: [{ platform: 'sandbox', credits: 0, surcharge: 0 }] });
    expect(gateInEnglish(gates.find(({ gate }) => gate === 'credits') ?? Object.assign({}, gates[0]))).toMatchObject({
      status: 'pass',
      code: 'no_credits_needed',
      message: 'This uses no credits.',
    });
    const prices = await platformPrices(contextFor(engine.services));
    expect(prices.find(({ platform }) => platform === 'sandbox')).toMatchObject({ credits: 0, surcharge: 0 });
    await expect(actAs(engine.services, OPERATOR, (ctx) => setSurcharge(ctx, { platform: 'sandbox', credits: 1 }))).rejects.toMatchObject({
      code: 'validation_failed',
      fields: [{ pointer: '/platform' }],
    });
  });

  it('takes no credit next to a post that takes one', async () => {
    const account = await bluesky.createAccount('ferry.test', 'a password for tests only');
    const stage = await givenBlueskyStage(engine.services, bluesky, account, { packs: 0, sandbox: {} });
    const { accountId } = stage;
    const give = { accountId, bucket: 'pack', amount: 1, reason: 'For this test.' } as const;
    await actAs(engine.services, OPERATOR, (ctx) => correctCredits(ctx, give));
    const { publicationIds } = await givenQueued(stage, { platforms: ['sandbox', 'bluesky'] });
    for (const id of publicationIds) expect(await engine.deliver(id)).toBe('published');
    const balances = await readBalances(contextFor(engine.services), accountId);
    expect(balances.find(({ bucket }) => bucket === 'pack')).toMatchObject({ available: 0, held: 0 });
    expect([await countOf(accountId), (await stage.ledger()).problems]).toEqual([[3, 1], []]);
  });
});
