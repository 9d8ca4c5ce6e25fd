import { beforeAll } from 'vitest';
import type { Services } from '../../context.ts';
import { openBrowser } from '../browser.ts';
import { copyRows, createTries, valuesIn } from '../database/copied-rows.ts';
import { createVirtualAuthenticator, type VirtualAuthenticator } from '../passkeys/virtual-authenticator.ts';
import { enrolTotp, PASSWORD, type PeopleStage, type Person, totpCode, usePeople, whoIsAt } from '../people.ts';
import type { TestDatabase } from '../test-database.ts';

const INVITE = 'mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { link } }';

/** What people have left in a database, and every secret in it. Use its properties inside tests only. */
export interface PeoplesTraces {
  stage: PeopleStage;
  persons: Person[];
  secrets: string[];
  /** Tries every stored value as session, pending sign-in, code and invitation. */
  tryAll(): Promise<{ values: number; tries: number; accepted: string[] }>;
}

/** Complete life cycles of this many people: with two of them every column is filled in every way. */
export function usePeoplesTraces(database: TestDatabase, people: number, services: Partial<Services> = {}): PeoplesTraces {
  const traces = { persons: [] as Person[], secrets: [PASSWORD], stage: usePeople(database, services) };
  beforeAll(async () => {
    for (let round = 0; round < people; round++) await leaveTraces(traces, round);
  });
  return { ...traces, tryAll: () => tryAll(database, traces) };
}

type Traces = Omit<PeoplesTraces, 'tryAll'>;

/** One person's complete use of the service; each request is also sent with errors once, which responses may quote. */
async function leaveTraces({ stage, persons, secrets }: Traces, round: number): Promise<void> {
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
  secrets.push(...(await usePasskeyWrongly(stage, person)));
  // Including a pending sign-in: its token is stored as well.
  const left = (await stage.signIn(person)).cookies.get('countersign-sign-in') ?? '';
  secrets.push(secret, step, session, token, left, ...recoveryCodes, ...recoveryCodes.map((shown) => shown.replaceAll('-', '')));
}

async function usePasskeyWrongly({ open }: PeopleStage, { browser }: Person): Promise<string[]> {
  const authenticator = createVirtualAuthenticator('http://localhost:4000');
  type Creation = Parameters<VirtualAuthenticator['create']>[0];
  const { beginPasskey } = await browser.must<{ beginPasskey: Creation }>('mutation { beginPasskey }');
  const input = { name: 'Laptop', response: authenticator.create(beginPasskey) };
  await browser.must('mutation ($input: AddPasskeyInput!) { addPasskey(input: $input) { passkeys { id } } }', { input });
  const options = (await open().post('/api/auth/passkey/options')).json();
  await open().post('/api/auth/passkey/verify', { response: { ...authenticator.get(options), type: 'other' } });
  return [beginPasskey.challenge, options.challenge];
}

async function tryAll(database: TestDatabase, { stage, persons }: Traces) {
  const values = valuesIn(await copyRows(database.orm)).filter((value) => value.length < 300);
  const [person] = persons;
  if (!person) throw new Error('There is nobody.');
  const waiting = (await stage.signIn(person)).cookies.get('countersign-sign-in') ?? '';
  const { attempt, tally } = createTries();
  const at = (cookies: Record<string, string>) => openBrowser(stage.app, { cookies });
  const isSomebody = async (cookie: string) => (await whoIsAt(at({ countersign: cookie }))) !== null;
  const second = async (cookie: string, method: string, code: string) => {
    const body = { method, code: code.slice(0, 64) };
    return (await at({ 'countersign-sign-in': cookie }).post('/api/auth/sign-in/second-factor', body)).statusCode === 200;
  };
  const isInvited = async (token: string) => (await at({}).post('/api/auth/invitation', { token })).statusCode === 200;
  for (const value of values) {
    await database.orm.em.fork().execute('delete from attempt_windows');
    const cookie = encodeURIComponent(value);
    await Promise.all([
      attempt('session', value, isSomebody(cookie)),
      attempt('waiting sign-in', value, second(cookie, 'totp', '123456')),
      attempt('recovery code', value, second(waiting, 'recovery_code', value)),
      attempt('code', value, second(waiting, 'totp', value)),
      attempt('invitation', value, isInvited(value)),
    ]);
  }
  return { values: values.length, ...tally() };
}
