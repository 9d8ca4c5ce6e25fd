import { expect, it } from 'vitest';
import { playLedger } from '../testing/database/ledger-model.ts';
import { useTestDatabase } from '../testing/test-database.ts';

const database = useTestDatabase();

it('keeps entries, reservations and balances consistent under any sequence of commands (P6)', async () => {
  const played = await playLedger(database, { runs: 20, length: { min: 20, max: 60 } });
  expect(played).toBeGreaterThanOrEqual(20 * 20);
});
