import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createLog } from '../../log.ts';
import { createSealer } from '../../sealing/sealer.ts';
import { copyRows, secretsIn } from '../../testing/database/copied-rows.ts';
import { makeFresh } from '../../testing/people.ts';
import { usePeoplesTraces } from '../../testing/proofs/peoples-traces.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

/** Promises K3 and S4 in short, for people: neither a copy of the database nor the log grants access. */
const PEOPLE = 2;
const lines: string[] = [];
const log = createLog({ logLevel: 'trace' }, { write: (line) => lines.push(line) });
const database = useTestDatabase();
const traces = usePeoplesTraces(database, PEOPLE, { log });

it('stores no secret in the database in plain text, base64 or hex', async () => {
  const { secrets } = traces;
  expect(secrets.length).toBeGreaterThanOrEqual(PEOPLE * 22);
  expect(secrets.every((secret) => secret.length > 10)).toBe(true);
  expect(secretsIn(await copyRows(database.orm), secrets)).toEqual([]);
});

it('writes no secret to the log, even at the most verbose level', () => {
  const text = lines.join('');
  const found = traces.secrets.filter((secret) => text.includes(secret));
  console.log(`S4 people: ${traces.secrets.length} canaries in ${lines.length} log lines at trace level: ${found.length} found`);
  expect(lines.length).toBeGreaterThan(PEOPLE * 10);
  expect(found).toEqual([]);
});

it('accepts no stored value as a session, pending sign-in, code or invitation', async () => {
  const { values, tries, accepted } = await traces.tryAll();
  console.log(`K3 people: ${values} stored values, ${tries} tries: ${accepted.length} accepted`);
  expect(values).toBeGreaterThan(100);
  expect(accepted).toEqual([]);
});

it('seals the secrets of apps: another installation cannot open them', async () => {
  const other = createSealer(randomBytes(32));
  const rows = await database.orm.em
    .fork()
    .execute<{ sealed_secret: string; user_id: string }[]>('select user_id, sealed_secret from totp_secrets');
  expect(rows).toHaveLength(PEOPLE);
  for (const { sealed_secret, user_id } of rows) expect(() => other.open(sealed_secret, `totp_secrets/${user_id}/sealed_secret`)).toThrow();
});

it('does not reveal whether an account is new, has an app or passkeys before the correct password', async () => {
  const { stage, persons } = traces;
  const plain = await stage.person();
  await makeFresh(plain);
  const answers = await Promise.all(
    [persons[0]?.email, plain.email, 'unknown@example.org'].map((email) =>
      stage.open().post('/api/auth/sign-in/email', { email, password: 'wrong' }),
    ),
  );
  const bodies = answers.map((answer) => ({ ...answer.json(), request_id: '' }));
  expect(bodies[0]).toEqual(bodies[1]);
  expect(bodies[0]).toEqual(bodies[2]);
});
