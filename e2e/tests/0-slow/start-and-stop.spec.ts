import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, WITHOUT_SITE } from '../../fixtures.ts';
import { cli, ROOT, runCli, secretFile, startServer, temporaryFolder } from '../../support/server.ts';

test.use(WITHOUT_SITE);

test('a first start prints a one-time link, and a second start finds everything unchanged', async () => {
  const folder = await temporaryFolder();
  const first = await startServer({ dataDir: folder.path });
  expect(first.setupLink()).toContain(`${first.url}/setup#token=`);
  expect(await first.stop('SIGTERM')).toBe(0);

  const second = await startServer({ dataDir: folder.path });
  expect((await fetch(`${second.url}/api/health/ready`)).status).toBe(200);
  expect(await second.stop('SIGINT')).toBe(0);
  expect(existsSync(join(folder.path, 'postgres', 'postmaster.pid'))).toBe(false);
  await folder.remove();
});

test('the build contains no tests and no test helpers', () => {
  const built = globSync('server/dist/{,parts/,cli/}*.map', { cwd: ROOT })
    .map((file) => JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as { sources: string[] })
    .flatMap(({ sources }) => sources);
  expect(built).toContain('../../src/serve.ts');
  expect(built.filter((file) => /\.(test|proof)\.ts$|\/testing\//.test(file))).toEqual([]);
});

test('two instances run side by side, and kill -9 of one loses nothing', async () => {
  const [left, right] = await Promise.all([temporaryFolder(), temporaryFolder()]);
  const [a, b] = await Promise.all([startServer({ dataDir: left.path }), startServer({ dataDir: right.path })]);
  const password = await secretFile(left.path, 'password', 'a long enough password\n');
  const account = await cli(
    left.path,
    'account',
    'create',
    '--name',
    'Harbour',
    '--owner-email',
    'ada@example.org',
    '--owner-password-file',
    password,
    '--approve',
  );

  await a.stop('SIGKILL');
  const again = await startServer({ dataDir: left.path });
  const listed = await cli(left.path, 'account', 'list');
  expect(JSON.stringify(listed)).toContain(account.account_id);
  expect((await fetch(`${b.url}/api/health/ready`)).status).toBe(200);

  expect(await again.stop()).toBe(0);
  expect(await b.stop()).toBe(0);
  await Promise.all([left.remove(), right.remove()]);
});

test('web and worker run as two processes on one folder', async () => {
  const folder = await temporaryFolder();
  const web = await startServer({ dataDir: folder.path, env: { ROLE: 'web' } });
  const worker = await startServer({ dataDir: folder.path, env: { ROLE: 'worker' } });
  expect(await web.stop()).toBe(0);
  expect(await worker.stop()).toBe(0);
  await folder.remove();
});

test('the command line works without a running server, writes secrets to files and explains errors', async () => {
  const folder = await temporaryFolder();
  const password = await secretFile(folder.path, 'password', 'a long enough password\n');
  const owner = ['--owner-email', 'ada@example.org', '--owner-password-file', password];
  const create = () => runCli(folder.path, ['account', 'create', '--name', 'Harbour', ...owner, '--approve', '--json']);
  const refused = await create();
  expect([refused.code, JSON.parse(refused.stderr).detail]).toEqual([1, expect.stringContaining('contains no database')]);
  await (await startServer({ dataDir: folder.path })).stop();
  const account = JSON.parse((await create()).stdout);
  const keyFile = join(folder.path, 'agent.key');
  const grant = [
    'grant',
    'create',
    '--workspace',
    String(account.workspace_id),
    '--agent-name',
    'Newsroom',
    '--scopes',
    'drafts:write,read',
    '--key-file',
    keyFile,
  ];
  const made = await runCli(folder.path, [...grant, '--json']);
  expect(made.code).toBe(0);
  expect(made.stdout + made.stderr).not.toMatch(/cs_live_[0-9A-Za-z]+_/);
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);

  const repeated = await runCli(folder.path, [...grant, '--json']);
  expect(repeated.code).toBe(1);
  expect(JSON.parse(repeated.stderr)).toMatchObject({ status: expect.any(Number), code: expect.any(String), remedy: expect.any(String) });
  await folder.remove();
});

for (const [name, value] of [
  ['PORT', 'eighty'],
  ['ROLE', 'boss'],
  ['DATABASE_URL', 'mysql://x'],
  ['PUBLIC_URL', 'posts.example.org'],
  ['MASTER_KEY', 'short'],
  ['LOG_LEVEL', 'loud'],
] as const) {
  test(`an invalid ${name} fails at startup with a message that names it`, async () => {
    const folder = await temporaryFolder();
    await expect(startServer({ dataDir: folder.path, env: { [name]: value } })).rejects.toThrow(name);
    await folder.remove();
  });
}
