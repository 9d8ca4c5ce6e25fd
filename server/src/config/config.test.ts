import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type Environment, loadConfig } from './config.ts';
import { configWarnings } from './settings.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'countersign-config-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

it('works without a single setting', () => {
  expect(loadConfig({ DATA_DIR: dataDir })).toMatchObject({
    port: 4000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:4000',
    role: 'all',
    databaseUrl: null,
    isDatabasePooled: false,
    trustedProxies: [],
    logLevel: 'info',
    platformRulesFile: null,
  });
});

it('fetches pages behind links by default', () => {
  const read = (env: Record<string, string>) => loadConfig({ DATA_DIR: dataDir, ...env }).linkCards;
  expect([read({}), read({ LINK_CARDS: 'off' })]).toEqual([true, false]);
});

it('calls only the public internet, unless the operator allows further addresses', () => {
  const read = (OUTBOUND_PRIVATE_ADDRESSES?: string) => loadConfig({ DATA_DIR: dataDir, OUTBOUND_PRIVATE_ADDRESSES }).outbound;
  expect(read()).toEqual({ privateAddresses: [] });
  expect(read('10.0.0.7:80, [FD00:0::7]:443, Mastodon.lan:*,0x7f.1:3000')).toEqual({
    privateAddresses: ['10.0.0.7:80', '[fd00::7]:443', 'mastodon.lan:*', '127.0.0.1:3000'],
  });
});

it('keeps the default limits, changes the named ones, and has none when off', () => {
  const read = (RATE_LIMITS?: string) => loadConfig({ DATA_DIR: dataDir, RATE_LIMITS }).limits;
  expect(read()).toMatchObject({ keyWrites: 240, strangers: 1_200 });
  expect(read('key-writes=500, strangers=9000')).toMatchObject({ keyWrites: 500, keyReads: 1_200, strangers: 9_000 });
  expect(read('off')).toMatchObject({ keyWrites: Number.POSITIVE_INFINITY });
});

it('keeps everything forever, except what is named', () => {
  const read = (settings: Record<string, string>) => loadConfig({ DATA_DIR: dataDir, ...settings }).retention;
  expect(read({})).toEqual({ months: {}, auditArchive: null });
  expect(read({ KEEP_MONTHS: 'audit=24, model-calls=6', AUDIT_ARCHIVE: dataDir })).toEqual({
    months: { audit: 24, 'model-calls': 6 },
    auditArchive: dataDir,
  });
});

it('generates a master key once, readable by its owner only', () => {
  const first = loadConfig({ DATA_DIR: dataDir }).masterKey;
  expect(loadConfig({ DATA_DIR: dataDir }).masterKey).toEqual(first);
  expect(statSync(join(dataDir, 'master.key')).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(dataDir, 'master.key'), 'utf8').trim()).toBe(first.toString('base64'));
});

it.each([
  ['PORT', '70000'],
  ['PORT', 'http'],
  ['ROLE', 'boss'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['PUBLIC_URL', 'posts.example.org'],
  ['PUBLIC_URL', 'https://posts.example.org/path'],
  ['MASTER_KEY', 'c2hvcnQ='],
  ['LOG_LEVEL', 'loud'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['PORT', '0x50'],
  ['DATABASE_URL', 'postgres://[half an address'],
  ['PUBLIC_URL', 'ftp://posts.example.org'],
  ['PUBLIC_URL', 'https://posts.example.org/?a=b'],
  ['TRUSTED_PROXIES', 'my-proxy'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', '10.0.0.1, 10.0.0.2/8/8'],
  ['SMTP_URL', 'smtp://mail.example.org'],
  ['MAIL_FROM', 'posts@example.org'],
  ['SESSION_IDLE_HOURS', '0'],
  ['SESSION_IDLE_HOURS', 'long'],
  ['SECOND_FACTOR', 'yes'],
  ['OPERATOR_CONTACT', 'Ada'],
  ['OPERATOR_CONTACT', 'javascript:alert(1)'],
  ['OPERATOR_CONTACT', 'a@example.org?bcc=b@example.org'],
  ['SIGN_UP', 'yes'],
  ['SIGN_UP', 'on'],
  ['RATE_LIMITS', 'lots'],
  ['KEEP_MONTHS', '24'],
  ['KEEP_MONTHS', 'audit=2'],
  ['KEEP_MONTHS', 'posts=24'],
  ['RATE_LIMITS', 'key-writes=0'],
  ['LINK_CARDS', 'maybe'],
  ['SANDBOX_CREDITS', 'some'],
  ['DATABASE_POOLED', 'maybe'],
  ['DATABASE_DIRECT_URL', 'mysql://localhost/x'],
  ['DATABASE_DIRECT_URL', 'postgres://db.example.org/posts'],
  ['DATABASE_READ_URL', 'postgres://standby.example.org/posts'],
  ['OUTBOUND_PRIVATE_ADDRESSES', 'intranet'],
  ['OUTBOUND_PRIVATE_ADDRESSES', '10.0.0.7'],
  ['OUTBOUND_PRIVATE_ADDRESSES', '10.0.0.7:0'],
  ['OUTBOUND_PRIVATE_ADDRESSES', '*:80'],
  ['OUTBOUND_PRIVATE_ADDRESSES', '10.0.0.0/8:80'],
  ['OUTBOUND_PRIVATE_ADDRESSES', 'http://10.0.0.7:80'],
  ['OUTBOUND_PRIVATE_ADDRESSES', '10.0.0.7:80, fd00::7:80'],
])('names %s when it is "%s"', (name, value) => {
  expect(() => loadConfig({ DATA_DIR: dataDir, [name]: value })).toThrow(new RegExp(`^${name} [^\\n]+\\.$`));
});

it.each([
  ['SMTP_URL', 'http://mail.example.org', 'posts@example.org'],
  ['SMTP_URL', 'smtp://mail.example.org/?secure=false', 'posts@example.org'],
  ['SMTP_URL', 'mail.example.org:25', 'posts@example.org'],
  ['SMTP_URL', 'smtp://', 'posts@example.org'],
  ['MAIL_FROM', 'smtp://mail.example.org', 'posts'],
  ['MAIL_FROM', 'smtp://mail.example.org', 'a@example.org, b@example.org'],
  ['MAIL_FROM', 'smtp://mail.example.org', 'Posts <a@example.org>\r\nBcc: b@example.org'],
])('names %s when mail is set to "%s" and "%s"', (name, SMTP_URL, MAIL_FROM) => {
  expect(() => loadConfig({ DATA_DIR: dataDir, SMTP_URL, MAIL_FROM })).toThrow(new RegExp(`^${name} must be [^\\n]+\\.$`));
});

it.each([
  ['STRIPE_SECRET_KEY', { STRIPE_WEBHOOK_SECRET: 'whsec_x' }],
  ['STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: 'pk_live_public', STRIPE_WEBHOOK_SECRET: 'whsec_x' }],
  ['STRIPE_WEBHOOK_SECRET', { STRIPE_SECRET_KEY: 'sk_live_x' }],
  ['STRIPE_WEBHOOK_SECRET', { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_WEBHOOK_SECRET: 'secret' }],
  ['STRIPE_API_URL', { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_WEBHOOK_SECRET: 'whsec_x', STRIPE_API_URL: 'api.stripe.com' }],
])('names %s when payment is set to %o', (name, env) => {
  expect(() => loadConfig({ DATA_DIR: dataDir, ...env })).toThrow(new RegExp(`^${name} must be [^\\n]+\\.$`));
});

it('never repeats the password of a mail server', () => {
  const mail = { SMTP_URL: 'smtp://ada:hunter2@mail.example.org/x', MAIL_FROM: 'posts@example.org' };
  expect(() => loadConfig({ DATA_DIR: dataDir, ...mail })).toThrow(expect.not.stringContaining('hunter2'));
});

it('generates no new master key for an existing database', () => {
  const file = join(dataDir, 'restored', 'master.key');
  mkdirSync(join(dataDir, 'restored', 'postgres'), { recursive: true });
  expect(() => loadConfig({ DATA_DIR: join(dataDir, 'restored') })).toThrow(`${file} does not exist. Restore it`);
  expect(existsSync(file)).toBe(false);
});

it('refuses a master key of the settings next to a file of sealing keys that would be ignored', () => {
  const folder = join(dataDir, 'rotated');
  const [MASTER_KEY, SEALING_KEYS] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
  mkdirSync(folder);
  writeFileSync(join(folder, 'sealing.keys'), `${SEALING_KEYS}\n`);
  expect(() => loadConfig({ DATA_DIR: folder, MASTER_KEY })).toThrow(/^SEALING_KEYS must be set[^\n]+sealing\.keys/);
  expect(loadConfig({ DATA_DIR: folder, MASTER_KEY, SEALING_KEYS }).sealingKeys).toMatchObject({ given: [expect.any(Buffer)] });
  expect(loadConfig({ DATA_DIR: folder }).sealingKeys).toEqual({ file: join(folder, 'sealing.keys') });
});

it('never repeats a wrong master key', () => {
  const almost = randomBytes(30).toString('base64');
  expect(() => loadConfig({ DATA_DIR: dataDir, MASTER_KEY: almost })).toThrow(expect.not.stringContaining(almost));
});

it('reads every setting, and an empty one as one that is not set', () => {
  const env = {
    PORT: '0',
    HOST: '::1',
    PUBLIC_URL: 'https://posts.example.org/',
    ROLE: 'worker',
    TRUSTED_PROXIES: '10.0.0.1, fd00::/8',
    LOG_LEVEL: 'silent',
  };
  expect(loadConfig({ DATA_DIR: dataDir, DATABASE_URL: 'postgres://app@db.example.org/posts', ...env })).toMatchObject({
    port: 0,
    host: '::1',
    databaseUrl: 'postgres://app@db.example.org/posts',
    publicUrl: 'https://posts.example.org',
    role: 'worker',
    trustedProxies: ['10.0.0.1', 'fd00::/8'],
    logLevel: 'silent',
    platformRulesFile: null,
  });
  const empty = { HOST: '', DATABASE_URL: '', PUBLIC_URL: '', ROLE: '', TRUSTED_PROXIES: '', LOG_LEVEL: '', MASTER_KEY: '' };
  expect(loadConfig({ DATA_DIR: dataDir, ...empty })).toEqual(loadConfig({ DATA_DIR: dataDir }));
});

it('reads the operator’s registrations at platforms, never half of one', () => {
  const client = { X_CLIENT_ID: 'countersign', X_CLIENT_SECRET: ' hidden ' };
  expect(loadConfig({ DATA_DIR: dataDir, ...client }).oauthClients).toEqual({ x: { id: 'countersign', secret: 'hidden' } });
  expect(() => loadConfig({ DATA_DIR: dataDir, SLACK_CLIENT_ID: 'half' })).toThrow('SLACK_CLIENT_ID and SLACK_CLIENT_SECRET');
});

it('names the file of a damaged master key and leaves it as it is', () => {
  const file = join(dataDir, 'damaged', 'master.key');
  mkdirSync(dirname(file));
  writeFileSync(file, 'not a key');
  expect(() => loadConfig({ DATA_DIR: dirname(file) })).toThrow(file);
  expect(readFileSync(file, 'utf8')).toBe('not a key');
});

it('assumes a pooler if DATABASE_DIRECT_URL is set', () => {
  const [DATABASE_URL, DATABASE_DIRECT_URL] = ['postgres://pooler.example.org:6432/posts', 'postgres://db.example.org/posts'];
  const pooledBy = (env: Environment) => loadConfig({ DATA_DIR: dataDir, ...env }).isDatabasePooled;
  expect([
    pooledBy({ DATABASE_URL }),
    pooledBy({ DATABASE_URL, DATABASE_POOLED: 'on' }),
    pooledBy({ DATABASE_URL, DATABASE_DIRECT_URL }),
    pooledBy({ DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_POOLED: 'off' }),
  ]).toEqual([false, true, true, false]);
});

it('refuses a missing archive folder', () => {
  expect(() => loadConfig({ DATA_DIR: dataDir, AUDIT_ARCHIVE: join(dataDir, 'nowhere') })).toThrow(/^AUDIT_ARCHIVE must be a folder/);
});

it('warns about a PUBLIC_URL for which browsers store no session, and about misspelt settings', () => {
  expect(configWarnings({ PUBLIC_URL: 'http://posts.example.org', DATABSE_URL: 'x' })).toEqual([
    expect.stringContaining('PUBLIC_URL is http://posts.example.org'),
    'DATABSE_URL is not a setting. Did you mean DATABASE_URL?',
  ]);
  for (const PUBLIC_URL of ['http://localhost:4000', 'http://127.0.0.1:4000', 'https://posts.example.org', undefined])
    expect(configWarnings({ PUBLIC_URL })).toEqual([]);
});

it('makes sandbox posts free, unless SANDBOX_CREDITS is count', () => {
  const read = (env: Record<string, string>) => loadConfig({ DATA_DIR: dataDir, ...env }).sandboxCredits;
  expect([read({}), read({ SANDBOX_CREDITS: 'count' })]).toEqual(['free', 'count']);
});
