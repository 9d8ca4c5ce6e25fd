import { useOauth } from '../../testing/oauth.ts';
import { FOREIGN_CLIENTS } from '../../testing/proofs/foreign-clients.ts';
import { prove } from '../../testing/proofs/prove.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const stage = useOauth(useTestDatabase());

prove('K1', 'clients that know only the standards get access', async (count) => {
  const flows = count(20, 4);
  const lines: string[] = [];
  for (const [name, getKeys] of Object.entries(FOREIGN_CLIENTS)) {
    await getKeys(stage, flows);
    lines.push(`${name}: ${flows} of ${flows}`);
  }
  return lines;
});
