import { playLedger } from '../testing/database/ledger-model.ts';
import { prove } from '../testing/proofs/prove.ts';
import { useTestDatabase } from '../testing/test-database.ts';

const database = useTestDatabase();

prove('P6', 'entries always sum to balances, and no hold ends twice', async (count) => {
  const runs = count(1_000, 5);
  const played = await playLedger(database, { runs, length: { min: 100, max: 100 } });
  return `${runs} runs of 100 random commands (${played} in all) on paper and on the real ledger: every balance, hold and sum the same`;
});
