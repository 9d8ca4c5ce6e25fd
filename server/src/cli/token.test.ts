import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { Mail } from '../access/mail/mail.entity.ts';
import { mailPlace } from '../access/mail/queue-mail.ts';
import { TotpSecret } from '../access/second-factor/second-factor.entities.ts';
import { Connection } from '../connections/connection.entity.ts';
import { openCredentials } from '../connections/renew-credentials.ts';
import type { Context, Services } from '../context.ts';
import { createOrm } from '../db/orm.ts';
import { SERVICE_LIMITS } from '../db/time-limits.ts';
import { newId } from '../new-id.ts';
import { createSealer } from '../sealing/sealer.ts';
import { createSealingKeys, newSealingSecret } from '../sealing/sealing-keys.ts';
import { givenConnectionRow } from '../testing/content.ts';
import { createEngine, givenQueued } from '../testing/engine.ts';
import { givenStage } from '../testing/stage.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { contextFor, createTestServices, testConfig } from '../testing/test-services.ts';
import { countOthers, rotateKey, SEALED_COLUMNS } from './token.ts';

const folder = mkdtempSync(join(tmpdir(), 'rotate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let database: TestDatabase;
let file: string;
let services: Services;
/** The services of another process over the same file, as a running server is. */
let running: Services;
let operator: Context;

beforeEach(async () => {
  database = await createTestDatabase();
  file = join(folder, randomBytes(4).toString('hex'));
  const config = testConfig(database, { sealingKeys: { file } });
  services = createTestServices(database, { config, ...sealerOf(config.masterKey) });
  running = createTestServices(database, { config, ...sealerOf(config.masterKey) });
  operator = contextFor(services, { kind: 'operator' });
  return () => database.drop();
});

const sealerOf = (masterKey: Buffer) => ({ sealer: createSealer(masterKey, createSealingKeys({ file })) });
const keysIn = () => readFileSync(file, 'utf8').trim().split('\n');
const connections = () => database.orm.em.fork().find(Connection, {}, { orderBy: { id: 'asc' } });
const readAll = async (by: Services) => (await connections()).map((connection) => openCredentials(by, connection).feed);

async function givenConnections(count: number) {
  const stage = await givenStage(services, { sandbox: null });
  for (let number = 0; number < count; number += 1) await givenConnectionRow(services, stage.workspace);
  return stage;
}

it('reseals everything under a new key that another process can read at once, and prints none', async () => {
  const { owner } = await givenConnections(3);
  const em = database.orm.em.fork();
  const [mailId, at] = [newId('mai'), services.clock.now()];
  em.create(TotpSecret, {
    userId: owner.userId,
    sealedSecret: services.sealer.seal('totp', `totp_secrets/${owner.userId}/sealed_secret`),
    createdAt: at,
  });
  em.create(Mail, {
    id: mailId,
    isSentOnce: false,
    sealedMessage: services.sealer.seal('mail', mailPlace(mailId)),
    createdAt: at,
    expiresAt: at,
  });
  await em.flush();
  const before = await connections();
  const feeds = await readAll(services);

  const answer = await rotateKey(operator);
  expect(answer).toEqual({ key_id: expect.stringMatching(/^[0-9a-f]{12}$/), new_key: true, resealed: 5 });
  expect(JSON.stringify(answer)).not.toContain(keysIn()[0]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  for (const { sealedCredentials } of await connections()) expect(sealedCredentials).toMatch(new RegExp(`^v2\\.${answer.key_id}\\.`));
  expect(await readAll(running)).toEqual(feeds);
  expect(running.sealer.open((await database.orm.em.fork().findOneOrFail(Mail, mailId)).sealedMessage ?? '', mailPlace(mailId))).toBe(
    'mail',
  );
  // Earlier values under the old key can still be decrypted; without the file the new ones cannot.
  for (const { id, sealedCredentials } of before) expect(() => openCredentials(running, { id, sealedCredentials })).not.toThrow();
  expect(() => createSealer(services.config.masterKey).open(running.sealer.seal('x', 'place'), 'place')).toThrow('does not have');
});

it('creates another key the next time, and keeps only the previous one', async () => {
  await givenConnections(2);
  const ids = [];
  for (let time = 0; time < 4; time += 1) ids.push((await rotateKey(operator)).key_id);
  expect(new Set(ids).size).toBe(4);
  expect(keysIn()).toHaveLength(2);
  expect(await readAll(running)).toHaveLength(2);
});

it('continues with the same key where it was interrupted', async () => {
  await givenConnections(4);
  let left = 2;
  const dying: Services = {
    ...services,
    sealer: {
      ...services.sealer,
      seal: (...args) => {
        if (left === 0) throw new Error('The process was killed.');
        left -= 1;
        return services.sealer.seal(...args);
      },
    },
  };
  await expect(rotateKey(contextFor(dying, { kind: 'operator' }))).rejects.toThrow('killed');
  const [key] = keysIn();
  expect(await readAll(running)).toHaveLength(4);
  const answer = await rotateKey(operator);
  expect(answer).toMatchObject({ new_key: false, resealed: 2 });
  expect(keysIn()).toEqual([key]);
  expect(await countOthers(database.orm, String(answer.key_id))).toBe(0);
  expect(await readAll(running)).toHaveLength(4);
});

it('lets a running server publish meanwhile, and keeps every API key and session', async () => {
  const engine = createEngine(database);
  Object.assign(engine.services, { config: running.config, sealer: running.sealer });
  const stage = await givenStage(engine.services);
  const first = await givenQueued(stage, { sourceText: 'Before the key is changed.' });
  const second = await givenQueued(stage, { sourceText: 'While the key is changed.' });
  expect(await engine.deliver(first.publicationId)).toBe('published');
  const hash = running.sealer.hash('api-key', 'a key');
  const [, state] = await Promise.all([rotateKey(operator), engine.deliver(second.publicationId)]);
  expect(state).toBe('published');
  const third = await givenQueued(stage, { sourceText: 'After the key was changed.' });
  expect(await engine.deliver(third.publicationId)).toBe('published');
  expect(running.sealer.hash('api-key', 'a key')).toBe(hash);
});

it('takes longer than a transaction may be idle', async () => {
  await givenConnections(2);
  const orm = createOrm({ url: database.url, limits: { ...SERVICE_LIMITS, lock: 60_000, silence: 1_500 } });
  const em = database.orm.em.fork();
  const held = (await connections())[0]?.id ?? '';
  await em.begin();
  await em.execute('select from connections where id = ? for update', [held]);
  const rotating = rotateKey(contextFor({ ...services, orm }, { kind: 'operator' }));
  rotating.catch(() => undefined);
  const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and now() - query_start > interval '1.6 s'`;
  await expect.poll(() => database.orm.em.fork().execute(waiting)).toHaveLength(1);
  await em.commit();
  expect(await rotating).toMatchObject({ resealed: 2 });
  await orm.close();
});

it('is refused while another rotation is in progress', async () => {
  await givenConnections(1);
  await database.orm.em.fork().transactional(async (em) => {
    await em.execute('select pg_advisory_xact_lock(4210979)');
    await expect(rotateKey(operator)).rejects.toMatchObject({ code: 'invalid_state' });
  });
  expect(await rotateKey(operator)).toMatchObject({ new_key: true, resealed: 1 });
});

describe('a sealed value that was moved', () => {
  it.each([
    ['between two rows', (a: string, b: string) => [a, b] as const],
    ['into another workspace', (a: string, b: string) => [b, a] as const],
  ])('%s is named and refused, and the others are sealed again', async (_where, pick) => {
    await givenConnections(2);
    await givenConnections(1);
    const rows = await connections();
    const [from, to] = pick(rows[0]?.id ?? '', rows[2]?.id ?? '');
    await database.orm.em
      .fork()
      .execute('update connections set sealed_credentials = (select sealed_credentials from connections where id = ?) where id = ?', [
        from,
        to,
      ]);
    await expect(rotateKey(operator)).rejects.toMatchObject({
      code: 'sealed_unreadable',
      details: { resealed: 2, unreadable: [`connections/${to}`] },
    });
    const moved = (await connections()).find(({ id }) => id === to);
    expect(() => openCredentials(running, { id: to, sealedCredentials: moved?.sealedCredentials ?? '' })).toThrow();
  });
});

it('needs the key if it is set manually', async () => {
  const config = testConfig(database, { sealingKeys: { given: [] } });
  await expect(rotateKey(contextFor(createTestServices(database, { config }), { kind: 'operator' }))).rejects.toThrow('SEALING_KEYS');
});

it('replaces keys of the settings as often as wanted, and is refused if nothing is left to encrypt again', async () => {
  const [first, second] = [newSealingSecret(), newSealingSecret()];
  const having = (...given: Buffer[]) => createTestServices(database, { config: testConfig(database, { sealingKeys: { given } }) });
  const rotateWith = (...given: Buffer[]) => rotateKey(contextFor(having(...given), { kind: 'operator' }));
  await givenConnections(2);
  expect(await rotateWith(first)).toMatchObject({ new_key: false, resealed: 2 });
  await expect(rotateWith(first)).rejects.toThrow(/is under the first key of SEALING_KEYS already.*"<current>,<new>"/);
  expect(await rotateWith(second, first)).toMatchObject({ new_key: false, resealed: 2 });
  expect(await readAll(having(second))).toHaveLength(2);
  await expect(rotateWith(second)).rejects.toThrow(/already/);
});

it('covers every encrypted column', async () => {
  const found = await database.orm.em
    .fork()
    .execute<{ name: string }[]>(
      `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public' and column_name like 'sealed%' order by 1`,
    );
  expect(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(found.map(({ name }) => name).sort());
});
