import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { Account } from '../access/account.entity.ts';
import { Signup } from '../access/signup.entity.ts';
import { newId } from '../new-id.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { runCommand } from './run-command.ts';

const database = useTestDatabase();
const MASTER_KEY = randomBytes(32).toString('base64');

/** The result of a call, or its error code. */
async function cs(...args: string[]) {
  const { stdout, stderr } = await runCommand(['signup', ...args], { DATABASE_URL: database.url, MASTER_KEY });
  return stderr === '' ? JSON.parse(stdout) : JSON.parse(stderr).code;
}

it('lists sign-ups, approves one and refuses another', async () => {
  const em = database.orm.em.fork();
  const createdAt = new Date();
  const asks = (email: string) => ({
    ...{ id: newId('sgn'), email, state: 'waiting' as const, name: 'Cleo', workspaceName: 'The quay', passwordHash: 'none' },
    ...{ createdAt, askedAt: createdAt, expiresAt: new Date(createdAt.getTime() + 86_400_000) },
  });
  const [cleo, dora] = [asks('cleo@example.net'), asks('dora@example.net')];
  await em.insertMany(Signup, [cleo, dora]);
  expect(await cs('list')).toMatchObject({
    signups: [
      { signup_id: cleo.id, email: 'cleo@example.net', name: 'Cleo', workspace_name: 'The quay' },
      { signup_id: dora.id, email: 'dora@example.net' },
    ],
    next_cursor: null,
  });
  expect(await cs('approve', '--signup', cleo.id, '--plan', 'gold')).toBe('bad_user_input');
  const { account_id: id } = await cs('approve', '--signup', cleo.id, '--plan', 'trial');
  expect(await em.findOneOrFail(Account, { id })).toMatchObject({ name: 'The quay', state: 'approved', plan: 'trial' });
  expect(await cs('refuse', '--signup', dora.id, '--reason', 'This town only.')).toEqual({
    ...{ signup_id: dora.id, state: 'refused' },
    mail: 'No mail was sent: SMTP_URL is not set. Inform the person yourself.',
  });
  expect(await cs('approve', '--signup', dora.id)).toBe('invalid_state');
  expect(await cs('list')).toEqual({ signups: [], next_cursor: null });
});
