import { expect, it } from 'vitest';
import { addCredits } from '../credits/add-credits.ts';
import { verifyLedger } from '../credits/verify-ledger.ts';
import { buildEvidence } from '../publishing/evidence/build-evidence.ts';
import { verifyEvidence } from '../publishing/evidence/verify-evidence.ts';
import { verifyHolds } from '../publishing/jobs/promised-credits.ts';
import { SandboxPost } from '../sandbox/sandbox.entities.ts';
import { actAs } from '../testing/actors.ts';
import { useBackups } from '../testing/database/backups.ts';
import type { Engine } from '../testing/engine.ts';
import { givenQueued } from '../testing/engine.ts';
import { givenStage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor } from '../testing/test-services.ts';
import { workOffWaiting } from '../testing/waiting.ts';

const HOUR = 3_600_000;
const database = useTestDatabase();
const { givenService, restore } = useBackups(database);

/** A backup of an approved post that lacks credits, and the post that was published after credits were bought. */
async function givenBoughtAfterBackup({ waitsMs = 0 } = {}) {
  const service = givenService();
  const stage = await givenStage(service.services, { packs: 0 });
  const { accountId } = stage;
  const scheduledAt = waitsMs > 0 ? new Date(service.clock.now().getTime() + waitsMs) : null;
  const { publicationId, jobId } = await givenQueued(stage, scheduledAt ? { scheduledAt } : {});
  const { to } = await service.backUp();
  const buy = async ({ services }: Pick<Engine, 'services'>) => {
    await actAs(services, { kind: 'operator' }, (ctx) => addCredits(ctx, { accountId, product: 'api_publication_pack', quantity: 1 }));
    await workOffWaiting(services);
  };
  const problems = async ({ services }: Pick<Engine, 'services'>) => [
    ...(await verifyLedger(contextFor(services), accountId)).problems,
    ...(await verifyHolds(contextFor(services), accountId)),
  ];
  return { service, stage, to, publicationId, jobId, buy, problems };
}

it('records a post as published that was published with credits bought after the backup, and its evidence is genuine', async () => {
  const { service, stage, to, publicationId, jobId, buy, problems } = await givenBoughtAfterBackup();
  await buy(service);
  expect(await service.deliver(publicationId)).toBe('published');
  const posts = await service.services.orm.em.fork().find(SandboxPost, { intentId: publicationId });

  const restored = await restore(to);
  expect([restored.restored, await restored.find(publicationId)]).toMatchObject([{ forPeople: 0 }, { state: 'pending' }]);
  for (const post of posts) await restored.services.orm.em.fork().insert(SandboxPost, { ...post });
  expect(await restored.deliver(publicationId)).toBe('unknown');
  expect(await restored.deliver(publicationId)).toBe('published');
  await restored.release();
  expect(await restored.find(publicationId)).toMatchObject({ providerId: posts[0]?.id, credits: 0 });
  expect([await problems(restored), await restored.postsOf(publicationId)]).toEqual([[], 1]);

  const evidence = JSON.stringify(await buildEvidence(contextFor(restored.services, stage.owner), jobId));
  const trust = { keys: [restored.services.sealer.signer.publicKey], passkeys: null };
  expect(await verifyEvidence(JSON.parse(evidence), trust)).toMatchObject({ verdict: 'genuine', faults: [] });
  // The sandbox is free; other networks are not.
  const faultsOf = async (document: string) => (await verifyEvidence(JSON.parse(document), trust)).faults.map(({ message }) => message);
  const onMastodon = evidence.replaceAll('"sandbox"', '"mastodon"');
  const unpaid = 'It is published, and no credit was spent for it.';
  expect(await faultsOf(onMastodon)).not.toContain(unpaid);
  // One that had a price, and a document from before the price was part of it.
  expect(await faultsOf(onMastodon.replace('"credits":0', '"credits":1'))).toContain(unpaid);
  expect(await faultsOf(onMastodon.replace('"credits":0,', ''))).toContain(unpaid);
});

it.each([0, HOUR])('lets a post that is not there wait for credits, due in %i ms', async (waitsMs) => {
  const { to, publicationId, buy, problems } = await givenBoughtAfterBackup({ waitsMs });
  const restored = await restore(to);
  restored.clock.advance(waitsMs);
  expect(await restored.deliver(publicationId)).toBe('pending');
  await restored.release();
  expect([await restored.deliver(publicationId), await problems(restored)]).toEqual([null, []]);
  expect(await restored.find(publicationId)).toMatchObject({ state: 'pending', attempts: 0, failureCode: null, checkFirst: null });

  await buy(restored);
  expect(await restored.deliver(publicationId)).toBe('published');
  expect([await problems(restored), await restored.postsOf(publicationId)]).toEqual([[], 1]);
});

it('asks again, at growing intervals, while the network does not respond and credits are lacking', async () => {
  const { to, publicationId, buy, problems } = await givenBoughtAfterBackup();
  const restored = await restore(to);
  const sandbox = restored.services.platforms.get('sandbox');
  if (!sandbox) throw new Error('There is no sandbox.');
  Object.assign(sandbox, { find: async () => ({ kind: 'unsure', message: 'It does not respond.' }) });
  for (let round = 0; round < 3; round += 1) {
    restored.clock.advance(HOUR);
    expect(await restored.deliver(publicationId)).toBeNull();
  }
  await restored.release();
  expect([await restored.find(publicationId), await problems(restored)]).toMatchObject([{ state: 'pending' }, []]);
  // With credits it is like any other post after a restore.
  await buy(restored);
  expect([await restored.deliver(publicationId), await problems(restored)]).toEqual(['unknown', []]);
});
