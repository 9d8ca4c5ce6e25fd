import { randomBytes } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { createLog } from '../../log.ts';
import { createSealer } from '../../sealing/sealer.ts';
import { countRows } from '../../testing/api.ts';
import { openBrowser } from '../../testing/browser.ts';
import { createVirtualAuthenticator, type VirtualAuthenticator } from '../../testing/passkeys/virtual-authenticator.ts';
import { enrolTotp, makeFresh, PASSWORD, type Person, totpCode, usePeople, whoIsAt } from '../../testing/people.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

/** Promises K3 and S4 for people's side: neither a copy of the database nor the log opens anything. */
const lines: string[] = [];
const log = createLog({ logLevel: 'trace' }, { write: (line) => lines.push(line) });
const database = useTestDatabase();
const stage = usePeople(database, { log });

const ROUNDS = 9;
const INVITE = 'mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { link } }';
const secrets: string[] = [PASSWORD];
const persons: Person[] = [];

beforeAll(async () => {
  for (let round = 0; round < ROUNDS; round++) await leaveTraces(round);
}, 120_000);

/** One person's whole life here, with everything also sent wrongly once, where it is likely to be quoted. */
async function leaveTraces(round: number): Promise<void> {
  const person = await stage.person();
  persons.push(person);
  const { secret, recoveryCodes } = await enrolTotp(stage, person);
  stage.clock.advance(30_000);
  const code = totpCode(secret, stage.clock.now());
  const waiting = await stage.signIn(person);
  const step = waiting.cookies.get('countersign-sign-in') ?? '';
  await waiting.post('/api/auth/sign-in/second-factor', { method: 'recovery_code', code: `${recoveryCodes[0]}X` });
  await waiting.post('/api/auth/sign-in/second-factor', { method: 'recovery_code', code: recoveryCodes[0] ?? '', extra: recoveryCodes[1] });
  await waiting.post('/api/auth/sign-in/second-factor', { method: 'totp', code });
  const session = waiting.cookies.get('countersign') ?? '';
  const { inviteMember } = await person.browser.must<{ inviteMember: { link: string } }>(INVITE, {
    input: { accountId: person.accountId, email: `traces-${round}@example.org`, role: 'VIEWER' },
  });
  const token = inviteMember.link.split('=')[1] ?? '';
  await stage.open().post('/api/auth/invitation/accept', { token, name: 'x', password: 'a short1' });
  await stage.open().get(`/invite?token=${token}`);
  if (round % 2) await stage.open().post('/api/auth/invitation/accept', { token, name: 'Nia', password: `${PASSWORD} ${round}` });
  await person.browser.ask(`{ ${secret} }`, { secret, token });
  await usePasskeyWrongly(person);
  // Also a sign-in that waits still: its token is kept as well.
  const left = (await stage.signIn(person)).cookies.get('countersign-sign-in') ?? '';
  secrets.push(secret, step, session, token, left, ...recoveryCodes, ...recoveryCodes.map((shown) => shown.replaceAll('-', '')));
}

async function usePasskeyWrongly({ browser }: Person): Promise<void> {
  const authenticator = createVirtualAuthenticator('http://localhost:4000');
  type Creation = Parameters<VirtualAuthenticator['create']>[0];
  const { beginPasskey } = await browser.must<{ beginPasskey: Creation }>('mutation { beginPasskey }');
  const input = { name: 'Laptop', response: authenticator.create(beginPasskey) };
  await browser.must('mutation ($input: AddPasskeyInput!) { addPasskey(input: $input) { passkeys { id } } }', { input });
  const options = (await browser.post('/api/auth/passkey/options')).json();
  secrets.push(beginPasskey.challenge, options.challenge);
  await browser.post('/api/auth/passkey/verify', { response: { ...authenticator.get(options), type: 'other' } });
}

async function dump(): Promise<Record<string, unknown>[]> {
  const names = Object.keys(await countRows(database.orm));
  const rows: Record<string, unknown>[] = [];
  for (const name of names) {
    const found = await database.orm.em.fork().execute<{ row: Record<string, unknown> }[]>(`select to_jsonb(t) as row from "${name}" t`);
    rows.push(...found.map(({ row }) => row));
  }
  return rows;
}

const formsOf = (secret: string): string[] => {
  const bytes = Buffer.from(secret);
  return [secret, bytes.toString('base64').replaceAll('=', ''), bytes.toString('base64url'), bytes.toString('hex')];
};

it('keeps no secret in the database, in clear, base64 or hex', async () => {
  const text = JSON.stringify(await dump()).toLowerCase();
  const found = secrets.filter((secret) => formsOf(secret).some((form) => text.includes(form.toLowerCase())));
  console.log(`K3 people: ${secrets.length} secrets searched in a dump in clear, base64 and hex: ${found.length} found`);
  expect(secrets.length).toBeGreaterThanOrEqual(200);
  expect(secrets.every((secret) => secret.length > 10)).toBe(true);
  expect(found).toEqual([]);
});

it('writes no secret into the log, at the most talkative level', () => {
  const text = lines.join('');
  const found = secrets.filter((secret) => text.includes(secret));
  console.log(`S4 people: ${secrets.length} canaries in ${lines.length} log lines at trace level: ${found.length} found`);
  expect(lines.length).toBeGreaterThan(ROUNDS * 10);
  expect(found).toEqual([]);
});

it('opens nothing with any stored value, as session, waiting sign-in, code or invitation', { timeout: 180_000 }, async () => {
  const values = [...new Set((await dump()).flatMap(textsIn))].filter(
    (value) => value !== '' && !/[^\x20-\x7e]/.test(value) && value.length < 300,
  );
  const person = persons[0];
  if (!person) throw new Error('There is nobody.');
  const waiting = (await stage.signIn(person)).cookies.get('countersign-sign-in') ?? '';
  const accepted: string[] = [];
  let tries = 0;
  const attempt = async (what: string, value: string, isOpen: Promise<boolean>) => {
    tries += 1;
    if (await isOpen) accepted.push(`${what}: ${value}`);
  };
  for (const value of values) {
    await database.orm.em.fork().execute('delete from attempt_windows');
    const cookie = encodeURIComponent(value);
    const at = (cookies: Record<string, string>) => openBrowser(stage.app, { cookies });
    const second = (cookies: Record<string, string>, method: string, code: string) =>
      at(cookies)
        .post('/api/auth/sign-in/second-factor', { method, code: code.slice(0, 64) })
        .then(({ statusCode }) => statusCode === 200);
    await Promise.all([
      attempt(
        'session',
        value,
        whoIsAt(at({ countersign: cookie })).then((who) => who !== null),
      ),
      attempt('waiting sign-in', value, second({ 'countersign-sign-in': cookie }, 'totp', '123456')),
      attempt('recovery code', value, second({ 'countersign-sign-in': waiting }, 'recovery_code', value)),
      attempt('code', value, second({ 'countersign-sign-in': waiting }, 'totp', value)),
      attempt(
        'invitation',
        value,
        at({})
          .post('/api/auth/invitation', { token: value })
          .then(({ statusCode }) => statusCode === 200),
      ),
    ]);
  }
  console.log(`K3 people: ${values.length} stored values, ${tries} tries: ${accepted.length} accepted`);
  expect(values.length).toBeGreaterThan(200);
  expect(accepted).toEqual([]);
});

it('needs the sealer’s key for the secret of an app: another installation opens none', async () => {
  const other = createSealer(randomBytes(32));
  const rows = await database.orm.em
    .fork()
    .execute<{ sealed_secret: string; user_id: string }[]>('select user_id, sealed_secret from totp_secrets');
  expect(rows).toHaveLength(ROUNDS);
  for (const { sealed_secret, user_id } of rows) expect(() => other.open(sealed_secret, `totp_secrets/${user_id}/sealed_secret`)).toThrow();
});

it('tells nobody whether an account is fresh, has an app or keeps passkeys before a right password', async () => {
  const [person] = persons;
  const plain = await stage.person();
  await makeFresh(plain);
  const answers = await Promise.all(
    [person?.email, plain.email, 'nobody@example.org'].map((email) =>
      stage.open().post('/api/auth/sign-in/email', { email, password: 'wrong' }),
    ),
  );
  const bodies = answers.map((answer) => ({ ...answer.json(), request_id: '' }));
  expect(bodies[0]).toEqual(bodies[1]);
  expect(bodies[0]).toEqual(bodies[2]);
});

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
