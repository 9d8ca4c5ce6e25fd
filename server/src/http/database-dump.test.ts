import { expect, it } from 'vitest';
import { copyRows, secretsIn } from '../testing/database/copied-rows.ts';
import { obtainKey } from '../testing/oauth.ts';
import { useAgentsTraces } from '../testing/proofs/agents-traces.ts';
import { useTestDatabase } from '../testing/test-database.ts';

/** Promise K3 in short, for agents: a copy of the database grants no access. */
const database = useTestDatabase();
const traces = useAgentsTraces(database, 6);

it('contains no secret in plain text, base64 or hex', async () => {
  expect(traces.secrets.length).toBeGreaterThanOrEqual(50);
  expect(secretsIn(await copyRows(database.orm), traces.secrets)).toEqual([]);
});

it.each(['utf8', 'base64', 'base64url', 'hex'] as const)('would be detected to contain one as %s', (form) => {
  const secret = 'cs_live_¿what-nobody-may-read?';
  expect(secretsIn([{ kept: [`before ${Buffer.from(secret).toString(form)} behind`] }], [secret, 'another one'])).toEqual([secret]);
});

it('grants no access with any stored value as key, code or session', async () => {
  const { values, tries, accepted } = await traces.tryAll();
  console.log(`K3 ${values} stored values tried as key, session and code, ${tries} tries: ${accepted.length} accepted`);
  expect(values).toBeGreaterThan(100);
  expect(accepted).toEqual([]);
  const { stage } = traces;
  expect((await stage.get('/api/v1/me', { authorization: `Bearer ${await obtainKey(stage)}` })).status).toBe(200);
});
