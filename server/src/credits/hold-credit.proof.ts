import { expect } from 'vitest';
import { isDatabaseUnavailable } from '../db/database-faults.ts';
import { inTransaction } from '../db/transaction.ts';
import { givenWorkspace } from '../testing/factories.ts';
import { prove } from '../testing/proofs/prove.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createTestServices } from '../testing/test-services.ts';
import { addCredits } from './add-credits.ts';
import { holdCredit } from './credit-holds.ts';
import { verifyLedger } from './verify-ledger.ts';

const database = useTestDatabase();

prove('P5', 'credits are never oversold', async (count) => {
  const asked = count(10_000, 200);
  const services = createTestServices(database);
  const { accountId } = await givenWorkspace(services);
  const ctx = contextFor(services, { kind: 'operator' });
  await inTransaction(ctx, (tx) => addCredits(tx, { accountId, product: 'api_publication_pack', quantity: 1 }));
  const startedAt = performance.now();
  let again = 0;
  const hold = async (publicationId: string): Promise<unknown> => {
    try {
      return await inTransaction(ctx, (tx) =>
        holdCredit(tx, { accountId, publicationId, unit: 'publication', credits: 1, workspaceId: null, grantId: null }),
      );
    } catch (error) {
      // So many concurrent calls exceed the wait for a connection, so they retry as after a 503.
      if (!isDatabaseUnavailable(error)) throw error;
      again += 1;
      return hold(publicationId);
    }
  };
  const answers = await Promise.allSettled(Array.from({ length: asked }, (_, index) => hold(`pub_${accountId}_${index}`)));
  const seconds = (performance.now() - startedAt) / 1_000;
  const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []));
  const ledger = await verifyLedger(contextFor(services), accountId);
  expect([asked - refusals.length, new Set(refusals)]).toEqual([70, new Set(['insufficient_credits'])]);
  expect(ledger).toMatchObject({ isConsistent: true, entries: 71, holds: 70 });
  return `${asked} holds asked for at once on 70 credits: ${asked - refusals.length} granted in ${seconds.toFixed(1)} s (${again} had to ask again for a connection), every sum right`;
});
