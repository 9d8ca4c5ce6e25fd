import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Account } from '../access/account.entity.ts';
import { authenticateKey } from '../access/grants/api-keys.ts';
import { Grant } from '../access/grants/grant.entity.ts';
import { signIn } from '../access/sessions/sign-in.ts';
import { User } from '../access/user.entity.ts';
import { createApp } from '../app.ts';
import { loadConfig } from '../config/config.ts';
import type { Services } from '../context.ts';
import { CreditBalance } from '../credits/credit.entities.ts';
import { openEmbeddedDatabase } from '../db/embedded-postgres/embedded-postgres.ts';
import { ERRORS, type ErrorCode } from '../errors.ts';
import { sweep } from '../publishing/sweep.ts';
import { givenAgent, givenUser, givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createTestServices, testConfig } from '../testing/test-services.ts';
import { type CommandOutcome, runCommand } from './run-command.ts';

/** As it is shipped; from the sources, two starts take half a minute of a busy machine. */
const MAIN = join(import.meta.dirname, '../../dist/cli/main.js');
const MASTER_KEY = randomBytes(32);
const SCOPES = 'drafts:write,captions:write,payloads:write,jobs:write,read';

const database = useTestDatabase();
const folder = mkdtempSync(join(tmpdir(), 'cs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let services: Services;
let home: Awaited<ReturnType<typeof givenWorkspace>>;
beforeAll(async () => {
  services = createTestServices(database, { config: testConfig(database, { masterKey: MASTER_KEY }) });
  home = await givenWorkspace(services);
});

const settings = () => ({
  DATABASE_URL: database.url,
  DATA_DIR: folder,
  MASTER_KEY: MASTER_KEY.toString('base64'),
  PUBLIC_URL: 'https://posts.example.org',
});

/** Calls a command in this process; the last test runs the entry file itself. */
const cs = (args: string[], env: Record<string, string> = {}): Promise<CommandOutcome> => runCommand(args, { ...settings(), ...env });

/** The one JSON object of a command that worked. */
async function answerOf(args: string[], env?: Record<string, string>): Promise<Record<string, unknown>> {
  const result = await cs([...args, '--json'], env);
  expect(result).toMatchObject({ code: 0, stderr: '' });
  expect(result.stdout.trimEnd().split('\n')).toHaveLength(1);
  return JSON.parse(result.stdout);
}

/** The problem of a command that was refused: alone on stderr, in the shape of RFC 9457. */
async function problemOf(args: string[], code: ErrorCode, env?: Record<string, string>): Promise<Record<string, unknown>> {
  const result = await cs([...args, '--json'], env);
  expect(result).toMatchObject({ code: 1, stdout: '' });
  const problem = JSON.parse(result.stderr);
  expect(problem).toMatchObject({ code, title: ERRORS[code].message, status: ERRORS[code].status });
  expect(problem.type).toMatch(new RegExp(`^https?://.+/api-docs#${code}$`));
  for (const part of ['detail', 'remedy']) expect(problem[part]).toEqual(expect.any(String));
  return problem;
}

const pathOf = (name: string): string => join(folder, name);

function fileWith(name: string, content: string): string {
  writeFileSync(pathOf(name), content, { mode: 0o600 });
  return pathOf(name);
}

const createAccount = (email: string, password: string, ...more: string[]) => {
  const file = fileWith(`${email}.pw`, password);
  return ['account', 'create', '--name', 'Harbour', '--owner-email', email, '--owner-password-file', file, ...more];
};

const createGrant = (keyFile: string, ...more: string[]) => [
  ...['grant', 'create', '--workspace', home.workspaceId, '--agent-name', 'Newsroom', '--scopes', SCOPES],
  ...['--key-file', keyFile, ...more],
];

it('creates an account whose owner can sign in, and prints no password', async () => {
  const made = await answerOf(createAccount('ada@example.org', 'a long enough password\n', '--approve', '--plan', 'starter'));
  expect(made).toEqual({
    account_id: expect.stringMatching(/^acc_/),
    workspace_id: expect.stringMatching(/^wsp_/),
    user_id: expect.stringMatching(/^usr_/),
  });
  const { userId } = await signIn(contextFor(services), {
    email: 'ada@example.org',
    password: 'a long enough password',
    browser: { userAgent: '', address: null },
    buckets: [{ name: 'test', most: 10 }],
    line: 'stranger',
  });
  expect(userId).toBe(made.user_id);
  expect(await answerOf(['account', 'list'])).toMatchObject({
    accounts: expect.arrayContaining([expect.objectContaining({ account_id: made.account_id, state: 'approved', plan: 'starter' })]),
  });
});

it('leaves a new account pending by default, and approves and suspends it', async () => {
  const { account_id: id } = await answerOf(createAccount('grace@example.org', 'another long password'));
  const account = () => services.orm.em.fork().findOneOrFail(Account, { id: String(id) });
  expect((await account()).state).toBe('pending');
  expect(await answerOf(['account', 'approve', '--account', String(id)])).toEqual({ account_id: id, state: 'approved' });
  expect(await answerOf(['account', 'suspend', '--account', String(id)])).toEqual({ account_id: id, state: 'suspended' });
  expect((await account()).state).toBe('suspended');
});

it('gives a new account the plan in --plan, or the trial', async () => {
  const credits = async (...more: string[]) => {
    const { account_id: id } = await answerOf(
      createAccount(`try${more.join('')}@example.org`, 'a long enough password', '--approve', ...more),
    );
    await sweep(services);
    const rows = await services.orm.em.fork().find(CreditBalance, { accountId: String(id) });
    return rows.map(({ bucket, available }) => [bucket, available]);
  };
  expect(await credits()).toEqual([['allowance', 10]]);
  expect(await credits('--plan', 'none')).toEqual([]);
  expect(await credits('--plan', 'starter')).toEqual([['allowance', 30]]);
});

it('removes a lost second factor, and names an unknown address', async () => {
  const made = await answerOf(createAccount('lost@example.org', 'a long enough password', '--approve'));
  expect(await answerOf(['user', 'reset-second-factor', '--email', 'LOST@example.org'])).toEqual({
    user_id: made.user_id,
    had_authenticator_app: false,
    passkeys_removed: 0,
    sessions_ended: 0,
    mail: 'No mail was sent: SMTP_URL is not set. Inform the person yourself.',
  });
  const problem = await problemOf(['user', 'reset-second-factor', '--email', 'unknown@example.org'], 'not_found');
  expect(problem.detail).toContain('unknown@example.org');
});

it('refuses an account with a short password, an address that is taken or an unknown plan', async () => {
  const [short, taken, plan] = await Promise.all([
    problemOf(createAccount('short@example.org', 'elevenchars'), 'validation_failed'),
    problemOf(createAccount('ADA@example.org', 'a long enough password'), 'already_exists'),
    problemOf(createAccount('plan@example.org', 'a long enough password', '--plan', 'gold'), 'bad_user_input'),
    problemOf(['account', 'approve', '--account', 'acc_none'], 'not_found'),
  ]);
  expect(short.errors).toEqual([{ pointer: '/password', message: expect.stringContaining('12 to 200') }]);
  expect(taken.detail).toContain('ada@example.org');
  expect(plan.detail).toContain('starter');
});

it('writes a working key to a new file readable only by its owner, and nowhere else', async () => {
  const result = await cs(createGrant(pathOf('agent.key')));
  const key = readFileSync(pathOf('agent.key'), 'utf8').trimEnd();
  expect(statSync(pathOf('agent.key')).mode & 0o777).toBe(0o600);
  expect(result.stdout + result.stderr).not.toContain(key.slice(25));
  const answer = JSON.parse(result.stdout);
  expect(answer).toEqual({ grant_id: expect.stringMatching(/^grt_/), key_id: key.split('_')[2], key_file: pathOf('agent.key') });
  const agent = await authenticateKey(services, services.orm.em.fork(), key);
  expect(agent).toMatchObject({
    grantId: answer.grant_id,
    agentName: 'Newsroom',
    workspaceId: home.workspaceId,
    scopes: SCOPES.split(','),
  });
});

it('limits a grant as requested, and marks a sandbox key', async () => {
  const limits = ['--expires-in-days', '7', '--jobs-per-day', '3', '--credits-per-month', '40'];
  const { grant_id: id } = await answerOf(createGrant(pathOf('limited.key'), '--sandbox', ...limits));
  const grant = await services.orm.em.fork().findOneOrFail(Grant, { id: String(id) });
  expect(grant).toMatchObject({ isSandboxOnly: true, jobsPerDay: 3, creditsPerMonth: 40 });
  expect(Math.round(((grant.expiresAt?.getTime() ?? 0) - grant.createdAt.getTime()) / 86_400_000)).toBe(7);
  expect(readFileSync(pathOf('limited.key'), 'utf8')).toMatch(/^cs_test_/);
});

it('never touches a key file that exists, and leaves none behind when the grant is refused', async () => {
  const before = await services.orm.em.fork().count(Grant);
  const [exists, scopes] = await Promise.all([
    problemOf(createGrant(fileWith('taken.key', 'mine')), 'bad_user_input'),
    problemOf(createGrant(pathOf('a.key'), '--scopes', 'fly'), 'validation_failed'),
    problemOf(createGrant(pathOf('b.key'), '--workspace', 'wsp_none'), 'not_found'),
  ]);
  expect(exists.detail).toContain('exists already');
  expect(readFileSync(pathOf('taken.key'), 'utf8')).toBe('mine');
  expect(JSON.stringify(scopes.errors)).toContain('drafts:write');
  for (const name of ['a.key', 'b.key']) expect(existsSync(pathOf(name))).toBe(false);
  expect(await services.orm.em.fork().count(Grant)).toBe(before);
});

it('revokes a grant for every process, and lists keys without a secret', async () => {
  const { grantId, keyId, key, agent } = await givenAgent(services, home.workspace);
  expect(await answerOf(['grant', 'revoke', '--grant', grantId])).toEqual({ grant_id: grantId, state: 'revoked' });
  await expect(authenticateKey(services, services.orm.em.fork(), key)).rejects.toMatchObject({ code: 'key_revoked' });
  const [grants, keys] = await Promise.all([
    answerOf(['grant', 'list', '--workspace', home.workspaceId]),
    answerOf(['key', 'list', '--workspace', home.workspaceId]),
  ]);
  expect(grants.grants).toContainEqual(expect.objectContaining({ grant_id: grantId, agent_name: agent.name, state: 'revoked' }));
  expect(keys.keys).toContainEqual(expect.objectContaining({ key_id: keyId, grant_id: grantId, revoked_at: expect.any(String) }));
  expect(JSON.stringify([grants, keys])).not.toMatch(/hash|[0-9a-f]{64}/i);
});

it('adds credits per unit of a product, and shows balances that match the ledger', async () => {
  const account = ['--account', home.accountId];
  await answerOf(['credits', 'add', ...account, '--product', 'api_publication_pack', '--quantity', '2']);
  const added = await answerOf(['credits', 'add', ...account, '--product', 'api_autoposting_topup', '--quantity', '1']);
  expect(added).toEqual({
    account_id: home.accountId,
    balances: [
      { bucket: 'allowance', unit: 'publication', available: 0, held: 0 },
      { bucket: 'pack', unit: 'publication', available: 140, held: 0 },
      { bucket: 'topup', unit: 'autoposting', available: 125, held: 0 },
    ],
  });
  const [shown, verified] = await Promise.all([answerOf(['credits', 'show', ...account]), answerOf(['credits', 'verify', ...account])]);
  expect(shown).toEqual(added);
  expect(verified).toMatchObject({ consistent: true, entries: 2, problems: [] });
});

it('fails if the balances do not match the ledger, and says where', async () => {
  const { accountId } = await givenWorkspace(services);
  await answerOf(['credits', 'add', '--account', accountId, '--product', 'api_publication_pack', '--quantity', '1']);
  await services.orm.em.fork().execute('update credit_balances set available = available + 1 where account_id = ?', [accountId]);
  const problem = await problemOf(['credits', 'verify', '--account', accountId], 'ledger_inconsistent');
  expect(problem.detail).toContain('pack: 71 are available, the entries sum to 70.');
});

it('reseals all credentials under a new key, once in each run, and prints no key', async () => {
  mkdirSync(pathOf('rotated'));
  fileWith('rotated/master.key', MASTER_KEY.toString('base64'));
  const first = await answerOf(['token', 'rotate-key'], { DATA_DIR: pathOf('rotated'), MASTER_KEY: '' });
  const file = join(pathOf('rotated'), 'sealing.keys');
  expect(first).toMatchObject({ key_id: expect.stringMatching(/^[0-9a-f]{12}$/), new_key: true });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.stringify(first)).not.toContain(readFileSync(file, 'utf8').trim());
  expect((await problemOf(['token', 'rotate-key'], 'bad_user_input')).detail).toContain('SEALING_KEYS');
});

it('adds no credits for an unknown product or account, or a fractional quantity', async () => {
  const add = (account: string, product: string, quantity: string) => [
    'credits',
    'add',
    '--account',
    account,
    '--product',
    product,
    '--quantity',
    quantity,
  ];
  const [product] = await Promise.all([
    problemOf(add(home.accountId, 'gold', '1'), 'bad_user_input'),
    problemOf(add('acc_none', 'api_publication_pack', '1'), 'not_found'),
    problemOf(add(home.accountId, 'api_publication_pack', '1.5'), 'bad_user_input'),
  ]);
  expect(product.detail).toContain('api_autoposting_topup');
});

it('connects to no server of a private network', async () => {
  const credentials = fileWith('inside.json', JSON.stringify({ server: 'https://169.254.169.254', accessToken: 'token-of-harbour' }));
  const add = ['connection', 'add', '--workspace', home.workspaceId, '--platform', 'mastodon', '--credentials-file', credentials];
  expect(await problemOf(add, 'address_refused')).toMatchObject({ detail: '169.254.169.254 is not on the public internet.' });
});

it('connects an account with credentials from a file, without ever printing them', async () => {
  const add = (file: string, platform: string) => [
    'connection',
    'add',
    '--workspace',
    home.workspaceId,
    '--platform',
    platform,
    '--credentials-file',
    file,
  ];
  const made = await answerOf([...add(fileWith('sandbox.json', '{}'), 'sandbox'), '--handle', '@harbour']);
  expect(made).toEqual({ connection_id: expect.stringMatching(/^con_/), platform: 'sandbox', handle: '@harbour' });
  const [listed, json, platform] = await Promise.all([
    answerOf(['connection', 'list', '--workspace', home.workspaceId]),
    problemOf(add(fileWith('bad.json', '{"password": "hunter2'), 'sandbox'), 'bad_user_input'),
    problemOf(add(fileWith('ok.json', '{"password": "hunter2"}'), 'usenet'), 'unknown_platform'),
  ]);
  expect(listed).toEqual({
    connections: [{ connection_id: made.connection_id, platform: 'sandbox', handle: '@harbour', health: 'healthy' }],
  });
  expect(JSON.stringify([json, platform])).not.toContain('hunter2');
  expect(platform.detail).toContain('sandbox');
});

it('keeps approved posts unchanged when it connects an account, unless --ask-again is given', async () => {
  const { workspaceId, accountId } = await givenWorkspace(services);
  const file = fileWith('feed.json', '{}');
  const add = ['connection', 'add', '--workspace', workspaceId, '--platform', 'sandbox', '--credentials-file', file];
  const { connection_id: kept } = await answerOf(add);
  await services.orm.em.fork().execute('update connections set disconnected_at = now() where id = ?', [kept]);
  const { connection_id: asked } = await answerOf([...add, '--ask-again']);
  const { entries } = (await answerOf(['audit', 'list', '--account', accountId])) as {
    entries: { subject_id: string; action: string; details: { approvedPosts?: string } }[];
  };
  const choices = entries
    .filter(({ action }) => action === 'connection.added')
    .map(({ subject_id, details }) => [subject_id, details.approvedPosts]);
  expect(choices).toEqual([
    [asked, 'ask_again'],
    [kept, 'keep'],
  ]);
});

it('signs launch steps one by one or all at once, idempotently', async () => {
  const one = (await answerOf(['launch', 'sign', '--step', 'abuse_contact'])) as { steps: { step: string; signed_at: string | null }[] };
  expect(one).toMatchObject({ launched: false });
  expect(one.steps.filter(({ signed_at }) => signed_at !== null).map(({ step }) => step)).toEqual(['abuse_contact']);
  const all = await answerOf(['launch', 'sign', '--step', 'all']);
  expect(all).toMatchObject({ launched: true, steps: expect.arrayContaining([one.steps[1]]) });
  expect(await answerOf(['launch', 'status'])).toEqual(all);
  await problemOf(['launch', 'sign', '--step', 'champagne'], 'validation_failed');
});

it('stops publishing for everyone and resumes it', async () => {
  const stopped = await answerOf(['service', 'stop', '--reason', 'A drill.']);
  expect(stopped).toEqual({ publishing: 'stopped', stopped_at: expect.any(String), reason: 'A drill.' });
  expect(await answerOf(['service', 'resume'])).toEqual({ publishing: 'running', stopped_at: null, reason: null });
});

it('states that nothing is published when a full disk prevents stopping the service', async () => {
  const em = database.orm.em.fork();
  await em.execute(`create function no_room() returns trigger language plpgsql as $$ begin
    raise exception 'No space left on device' using errcode = '53100'; end $$;
    create trigger no_room before update on service_switches for each row execute function no_room()`);
  const { code, stderr } = await cs(['service', 'stop', '--json']);
  await em.execute('drop function no_room cascade');
  expect(code).toBe(1);
  expect(JSON.parse(stderr)).toMatchObject({
    code: 'storage_full',
    remedy: expect.stringContaining('every post is recorded before it is sent'),
  });
});

it('exports everything of an account into a file that only the operator can read', async () => {
  const to = join(folder, 'account.zip');
  const { bytes } = await answerOf(['account', 'export', '--account', home.accountId, '--to', to]);
  expect([bytes, readFileSync(to).subarray(0, 2).toString()]).toEqual([statSync(to).size, 'PK']);
  expect(statSync(to).mode & 0o777).toBe(0o600);
  expect((await cs(['account', 'export', '--account', home.accountId, '--to', to, '--json'])).code).toBe(1);
  expect(JSON.parse((await cs(['account', 'export', '--account', 'acc_none', '--to', `${to}2`, '--json'])).stderr).code).toBe('not_found');
});

it('lists the actions of the command line, newest first, by account', async () => {
  const { entries } = (await answerOf(['audit', 'list', '--account', home.accountId])) as { entries: Record<string, unknown>[] };
  const did = ['grant.created', 'grant.revoked', 'credits.added', 'connection.added'];
  expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(did));
  expect(entries[0]).toMatchObject({ account_id: home.accountId, actor: { kind: 'operator', id: null } });
  const ids = entries.map(({ audit_id }) => String(audit_id));
  expect(ids).toEqual([...ids].sort().reverse());
});

it('names the cause: a wrong flag, a wrong setting, a database that cannot be reached', async () => {
  const [flag, setting, away] = await Promise.all([
    problemOf(['grant', 'list', '--colour', 'red'], 'bad_user_input'),
    problemOf(['launch', 'status'], 'bad_user_input', { PORT: 'http' }),
    problemOf(['launch', 'status'], 'database_unavailable', { DATABASE_URL: 'postgres://cs:hunter2@127.0.0.1:1/none' }),
  ]);
  expect(flag.detail).toContain('--colour');
  expect(flag.remedy).toContain('cs help');
  expect(setting.detail).toContain('PORT');
  expect(away.remedy).toContain('DATABASE_URL');
  expect(JSON.stringify(away)).not.toContain('hunter2');
});

it('runs alone: starts the embedded database, and stops it again', async () => {
  const alone = { DATABASE_URL: '', DATA_DIR: pathOf('alone'), LOG_LEVEL: 'trace' };
  await (await openEmbeddedDatabase({ dataDir: pathOf('alone'), durable: false, log: () => {} })).close();
  await (await createApp(loadConfig({ ...settings(), ...alone, LOG_LEVEL: 'silent' }))).close();
  const { account_id: id } = await answerOf(createAccount('alone@example.org', 'a long enough password'), alone);
  expect(existsSync(pathOf('alone/postgres/postmaster.pid'))).toBe(false);
  expect(await answerOf(['account', 'list'], alone)).toMatchObject({ accounts: [{ account_id: id }] });
});

it('creates nothing in a folder without a service, where a backup of a new, empty database would succeed', async () => {
  const elsewhere = { DATABASE_URL: '', DATA_DIR: pathOf('elsewhere'), MASTER_KEY: '' };
  const { detail } = await problemOf(['backup', '--to', pathOf('backup-of-nothing')], 'bad_user_input', elsewhere);
  expect(detail).toContain(`${pathOf('elsewhere')} contains no database`);
  const { code, stdout } = await cs(['doctor'], elsewhere);
  expect([code, JSON.parse(stdout)]).toMatchObject([1, { status: 'problem', checks: [{ check: 'start', message: detail }] }]);
  expect([existsSync(pathOf('elsewhere')), existsSync(pathOf('backup-of-nothing'))]).toEqual([false, false]);
});

it.runIf(process.getuid?.() === 0)('is not for root where the service is another user, which could not use what root writes', async () => {
  const dataDir = pathOf('of-another');
  mkdirSync(dataDir);
  chownSync(dataDir, 65534, 65534);
  for (const args of [
    ['launch', 'status'],
    ['restore', '--from', folder],
  ]) {
    const { detail } = await problemOf(args, 'bad_user_input', { DATA_DIR: dataDir, MASTER_KEY: '' });
    expect(detail).toContain(`${dataDir} belongs to the user with id 65534`);
  }
  expect(readdirSync(dataDir)).toEqual([]);
});

it('names a path that cannot be used', async () => {
  const { user } = await givenUser(services, home.accountId);
  for (const args of [
    ['backup', '--to', '/dev/null/backup'],
    ['account', 'export', '--account', home.accountId, '--to', '/dev/null/all.zip'],
    ['import', '--workspace', home.workspaceId, '--email', user.email, '--file', '/dev/null/posts.json'],
  ]) {
    const { detail } = await problemOf(args, 'bad_user_input');
    expect(detail).toContain('/dev/null');
  }
});

it('is a program: a result on stdout with the exit code 0, a problem on stderr with the exit code 1', async () => {
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [MAIN, ...args, '--json'], { cwd: folder, env: { PATH: process.env.PATH ?? '', ...settings() } });
  const { stdout, stderr } = await run('account', 'list');
  expect([stderr, JSON.parse(stdout)]).toMatchObject(['', { accounts: expect.any(Array) }]);
  const refused = await run('account', 'approve', '--account', 'acc_none').catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('"code":"not_found"') });
});

it('restores access without mail: a link to a new password in a file, and a confirmed address', async () => {
  const { user } = await givenUser(services, home.accountId);
  const em = () => services.orm.em.fork();
  await em().nativeUpdate(User, { id: user.id }, { emailConfirmedAt: null });
  const file = join(folder, 'reset.link');
  const made = await answerOf(['user', 'reset-password', '--email', user.email, '--link-file', file]);
  expect(made).toEqual({ user_id: user.id, expires_at: expect.any(String) });
  expect(readFileSync(file, 'utf8')).toMatch(/^https:\/\/posts\.example\.org\/\S+#token=\S+\s*$/);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  expect(await answerOf(['user', 'confirm-email', '--email', user.email.toUpperCase()])).toEqual({ user_id: user.id, confirmed: true });
  expect((await em().findOneOrFail(User, { id: user.id })).emailConfirmedAt).toBeInstanceOf(Date);

  for (const command of [['confirm-email'], ['reset-password', '--link-file', join(folder, 'unknown.link')]])
    await problemOf(['user', ...command, '--email', 'unknown@example.org'], 'not_found');
  expect(existsSync(join(folder, 'unknown.link'))).toBe(false);
});
