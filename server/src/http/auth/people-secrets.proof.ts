import { expect } from 'vitest';
import { createLog } from '../../log.ts';
import { copyRows, secretsIn } from '../../testing/database/copied-rows.ts';
import { usePeoplesTraces } from '../../testing/proofs/peoples-traces.ts';
import { prove } from '../../testing/proofs/prove.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const lines: string[] = [];
const log = createLog({ logLevel: 'trace' }, { write: (line) => lines.push(line) });
const database = useTestDatabase();
const traces = usePeoplesTraces(database, 9, { log });

prove('K3', 'neither a copy of the database nor the log grants access as a person', async () => {
  const { secrets } = traces;
  expect(secrets.length).toBeGreaterThanOrEqual(200);
  expect(secretsIn(await copyRows(database.orm), secrets)).toEqual([]);
  const { values, tries, accepted } = await traces.tryAll();
  expect(values).toBeGreaterThan(200);
  expect(accepted).toEqual([]);
  const logged = lines.join('');
  expect(secrets.filter((secret) => logged.includes(secret))).toEqual([]);
  return `${secrets.length} secrets, none in the copy in clear, base64 or hex, none in ${lines.length} lines of the log at trace level; ${values} stored values, ${tries} tries, none accepted`;
});
