import { expect } from 'vitest';
import { copyRows, secretsIn } from '../testing/database/copied-rows.ts';
import { useAgentsTraces } from '../testing/proofs/agents-traces.ts';
import { prove } from '../testing/proofs/prove.ts';
import { useTestDatabase } from '../testing/test-database.ts';

const database = useTestDatabase();
const traces = useAgentsTraces(database, 25);

prove('K3', 'a copy of the database does not grant access as an agent', async () => {
  expect(traces.secrets.length).toBeGreaterThanOrEqual(200);
  expect(secretsIn(await copyRows(database.orm), traces.secrets)).toEqual([]);
  const { values, tries, accepted } = await traces.tryAll();
  expect(values).toBeGreaterThan(200);
  expect(accepted).toEqual([]);
  return `${traces.secrets.length} secrets, none in the copy in clear, base64 or hex; ${values} stored values, ${tries} tries, none accepted`;
});
