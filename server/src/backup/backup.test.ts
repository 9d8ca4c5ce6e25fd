import { createHash, randomBytes } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Notice } from '../access/notice.entity.ts';
import { ClientLink, ClientRecall, ClientSession } from '../approvals/clients/client-link.entity.ts';
import { verifyLedger } from '../credits/verify-ledger.ts';
import { Draft } from '../drafts/draft.entity.ts';
import { eventsAfter, lastSequenceOf } from '../events/event-queries.ts';
import { newId } from '../new-id.ts';
import { Publication } from '../publishing/publication.entity.ts';
import { PublishJob } from '../publishing/publish-job.entity.ts';
import { changeDraft } from '../publishing/review/change-draft.ts';
import { SandboxPost } from '../sandbox/sandbox.entities.ts';
import { actAs } from '../testing/actors.ts';
import { givenClient } from '../testing/clients.ts';
import { useBackups } from '../testing/database/backups.ts';
import { changeWords, NEW_WORDS } from '../testing/database/changed-words.ts';
import { givenQueued } from '../testing/engine.ts';
import { givenStage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor } from '../testing/test-services.ts';
import { givenEndpoint } from '../testing/webhooks.ts';
import { WebhookDelivery } from '../webhooks/webhook-endpoint.entity.ts';
import { type BackupManifest, readManifest } from './backup-manifest.ts';
import { loadBackup, restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const database = useTestDatabase();
const { place, masterKey, givenService, restore } = useBackups(database);

it('a restore continues where it ended, repeats no event number and no notice, and lets plans be changed', async () => {
  const service = givenService();
  const stage = await givenStage(service.services);
  const scheduledAt = new Date(service.clock.now().getTime() + 7 * 86_400_000);
  const planned = await givenQueued(stage, { scheduledAt });
  const about = { accountId: stage.accountId, userId: stage.owner.userId, message: 'No one was notified of this yet.' };
  await actAs(service.services, { kind: 'system' }, async ({ em, clock }) => {
    em.create(Notice, { id: newId('ntc'), kind: 'credits_low', createdAt: clock.now(), ...about });
  });
  const endpoint = await givenEndpoint(service.services, stage.owner, stage.workspace);
  const { to, manifest } = await service.backUp();
  for (let more = 0; more < 5; more += 1) await stage.submit();
  const cursor = await lastSequenceOf(service.operator, stage.workspaceId);

  // A run that died after its rows were committed.
  const restored = await restore(to, { MASTER_KEY: masterKey() }, (url) => loadBackup(url, to, manifest));
  expect(restored.restored).toMatchObject({ beingAsked: 0, forPeople: 0, planned: 1 });
  const { orm } = restored.services;
  expect(await orm.em.fork().count(Notice, { routedAt: null })).toBe(0);
  const challenges = () => orm.em.fork().find(WebhookDelivery, { endpointId: endpoint.id, kind: 'challenge' });
  expect(await challenges()).toMatchObject([{ state: 'pending' }]);

  expect(await restored.deliver(planned.publicationId)).toBe('pending');
  const draftNow = () => orm.em.fork().findOneOrFail(Draft, planned.draft.id);
  expect(await draftNow()).toMatchObject({ state: 'scheduled', scheduledAt });
  const { revision } = await draftNow();
  const sourceText = 'The festival opens on Saturday.';
  await actAs(restored.services, stage.owner, (ctx) => changeDraft(ctx, { draftId: planned.draft.id, revision, changes: { sourceText } }));
  expect(await draftNow()).toMatchObject({ sourceText });
  const next = await eventsAfter(contextFor(restored.services), stage.workspaceId, { after: cursor, limit: 100 });
  expect(next.map(({ type }) => type)).toContain('approval.superseded');
  expect((await verifyLedger(contextFor(restored.services), stage.accountId)).problems).toEqual([]);

  await restored.again();
  await restored.release();
  await expect(restored.again()).rejects.toThrow(/something in this database already/);
});

describe('a post scheduled for later', () => {
  const HOUR = 3_600_000;

  async function givenPlanned() {
    const service = givenService();
    const stage = await givenStage(service.services, { workspace: { movesAskAgain: false } });
    const scheduledAt = new Date(service.clock.now().getTime() + HOUR);
    const planned = await givenQueued(stage, { scheduledAt });
    const { to } = await service.backUp();
    /** The states of the draft, its job and its post, as people and agents see them. */
    const look = async ({ services: { orm } }: Pick<typeof service, 'services'>) => {
      const em = orm.em.fork();
      const { state: job } = await em.findOneOrFail(PublishJob, planned.jobId);
      const { state: draft } = await em.findOneOrFail(Draft, planned.draft.id);
      const { state: post, failureCode, attempts } = await em.findOneOrFail(Publication, planned.publicationId);
      return { draft, job, post, failureCode, attempts };
    };
    return { service, stage, planned, to, scheduledAt, look };
  }
  const PLANNED = { draft: 'scheduled', job: 'ready', post: 'pending', failureCode: null, attempts: 0 };

  it('stays scheduled after a restore, and is published once, at its time', async () => {
    const { planned, to, look } = await givenPlanned();
    const restored = await restore(to);
    expect([restored.restored, await look(restored)]).toMatchObject([{ beingAsked: 0, forPeople: 0 }, PLANNED]);
    const waiting = restored.restored.planned;

    expect(await restored.deliver(planned.publicationId)).toBe('pending');
    expect([await restored.release(), await look(restored)]).toMatchObject([{ planned: waiting - 1 }, PLANNED]);
    expect(await restored.deliver(planned.publicationId)).toBeNull();
    expect(await look(restored)).toMatchObject(PLANNED);

    restored.clock.advance(HOUR);
    expect(await restored.deliver(planned.publicationId)).toBe('published');
    expect([await look(restored), await restored.postsOf(planned.publicationId)]).toMatchObject([{ draft: 'published', attempts: 1 }, 1]);
  });

  it('is recorded as published if it was published earlier than scheduled, between the backup and the restore', async () => {
    const { service, stage, planned, to, look } = await givenPlanned();
    const changes = { scheduledAt: new Date(service.clock.now().getTime() + 60_000) };
    await actAs(service.services, stage.owner, async (ctx) => {
      const { revision } = await ctx.em.findOneOrFail(Draft, planned.draft.id);
      return changeDraft(ctx, { draftId: planned.draft.id, revision, changes });
    });
    service.clock.advance(60_000);
    expect(await service.deliver(planned.publicationId)).toBe('published');
    const posts = await service.services.orm.em.fork().find(SandboxPost, { intentId: planned.publicationId });

    const restored = await restore(to);
    expect(await look(restored)).toMatchObject(PLANNED);
    // The sandbox's posts are in the database that was restored: its network still has them, like other
    // networks.
    for (const post of posts) await restored.services.orm.em.fork().insert(SandboxPost, { ...post });
    expect(await restored.deliver(planned.publicationId)).toBe('unknown');
    expect(await restored.deliver(planned.publicationId)).toBe('published');
    await restored.release();
    restored.clock.advance(HOUR);
    expect(await restored.deliver(planned.publicationId)).toBeNull();
    expect([await look(restored), await restored.postsOf(planned.publicationId)]).toMatchObject([{ draft: 'published' }, 1]);
  });

  it('is found if it was published with another text, between the backup and the restore', async () => {
    const { service, stage, planned, to } = await givenPlanned();
    const changed = await changeWords(service.services, planned.draft.id, stage);
    service.clock.advance(HOUR);
    expect(await service.deliver(changed)).toBe('published');
    const posts = await service.services.orm.em.fork().find(SandboxPost, { text: NEW_WORDS });

    const restored = await restore(to);
    for (const post of posts) await restored.services.orm.em.fork().insert(SandboxPost, { ...post });
    await restored.deliver(planned.publicationId);
    await restored.deliver(planned.publicationId);
    await restored.release();
    restored.clock.advance(HOUR);
    await restored.deliver(planned.publicationId);
    expect(await restored.find(planned.publicationId)).toMatchObject({ state: 'published', providerId: posts[0]?.id });
    expect(await restored.services.orm.em.fork().count(SandboxPost, { feed: posts[0]?.feed ?? '' })).toBe(1);
  });

  it('is not sent until its network has responded, and is looked up at its due time at the latest', async () => {
    const { planned, to, look } = await givenPlanned();
    const restored = await restore(to);
    const sandbox = restored.services.platforms.get('sandbox');
    const find = sandbox?.find;
    Object.assign(sandbox ?? {}, { find: async () => ({ kind: 'unsure', message: 'The platform does not answer.' }) });
    await restored.release();

    restored.clock.advance(40 * 60_000);
    expect(await restored.deliver(planned.publicationId)).toBeNull();
    expect(await look(restored)).toMatchObject(PLANNED);

    restored.clock.advance(20 * 60_000);
    expect(await restored.deliver(planned.publicationId)).toBe('unknown');
    expect(await restored.deliver(planned.publicationId)).toBe('unknown');
    Object.assign(sandbox ?? {}, { find });
    restored.clock.advance(5_000);
    expect(await restored.deliver(planned.publicationId)).toBe('pending');
    expect(await restored.deliver(planned.publicationId)).toBe('published');
  });

  it('is left to a person when it is due, if its text was changed before its network was asked', async () => {
    const { stage, planned, to } = await givenPlanned();
    const restored = await restore(to);
    await restored.release();
    const id = await changeWords(restored.services, planned.draft.id, stage);
    expect(await restored.deliver(id)).toBeNull();
    restored.clock.advance(HOUR);
    expect(await restored.deliver(id)).toBe('unknown');
    expect(await restored.find(id)).toMatchObject({ nextAttemptAt: null, intent: { isIncomplete: true } });
    expect(await restored.postsOf(id)).toBe(0);
  });
});

it('a restore mails no client a second time and requires a new code, even if the backup contained both', async () => {
  const service = givenService();
  const stage = await givenStage(service.services);
  const { approval, draft } = await stage.submit();
  const { linkId } = await givenClient(service.services, stage.workspace, stage.owner, [draft.id]);
  const waiting = { linkId, approvalId: approval?.id ?? '', state: 'waiting', dueAt: service.clock.now() } as const;
  await service.services.orm.em.fork().insert(ClientRecall, { ...waiting, accountId: stage.accountId, workspaceId: stage.workspaceId });
  const { to, manifest } = await service.backUp();
  const leftOut = ['client_codes', 'client_recalls', 'client_sessions'];
  expect(manifest.tables.filter(({ name }) => leftOut.includes(name))).toEqual([]);

  const rows = gzipSync(`${linkId}\t${waiting.approvalId}\twaiting\t${waiting.dueAt.toISOString()}\n`);
  await writeFile(join(to, 'tables', 'client_recalls.copy.gz'), rows);
  const columns = ['link_id', 'approval_id', 'state', 'due_at'];
  const table = { name: 'client_recalls', columns, rows: 1, sha256: createHash('sha256').update(rows).digest('hex') };
  await writeFile(join(to, 'manifest.json'), JSON.stringify({ ...manifest, tables: [...manifest.tables, table] }));
  const em = (await restore(to)).services.orm.em.fork();
  expect(await Promise.all([em.count(ClientLink, { id: linkId }), em.count(ClientRecall), em.count(ClientSession)])).toEqual([1, 0, 0]);
});

describe('a backup', () => {
  it('fails if its pictures cannot be read, and needs none', async () => {
    const service = givenService();
    expect((await service.backUp()).manifest.media).toEqual({ place: 'here', files: 0 });
    const { dataDir } = service.services.config;
    await mkdir(dataDir, { recursive: true });
    await writeFile(join(dataDir, 'media'), 'no folder');
    await expect(service.backUp()).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  it('leaves out pictures that are erased while it copies them, and the file of cs doctor', async () => {
    const service = givenService();
    const media = join(service.services.config.dataDir, 'media');
    const write = async (account: string, name: string) => {
      await mkdir(join(media, account, name.slice(0, 2)), { recursive: true });
      await writeFile(join(media, account, name.slice(0, 2), name), name);
    };
    for (let number = 0; number < 1_500; number += 1) await write('acc_erased', createHash('sha256').update(`${number}`).digest('hex'));
    await write('doctor', '0'.repeat(64));
    const backup = service.backUp();
    backup.catch(() => undefined);
    const draft = async () => (await readdir(dirname(dirname(media)))).find((name) => name.includes('.unfinished-')) ?? 'none';
    const begun = async () => (await readdir(join(dirname(dirname(media)), await draft(), 'media')).catch(() => [])).length;
    await expect.poll(begun, { interval: 1 }).toBe(1);
    await rm(join(media, 'acc_erased'), { recursive: true });
    const { to, manifest } = await backup;
    const copied = (await readdir(join(to, 'media'), { recursive: true, withFileTypes: true })).filter((file) => file.isFile());
    expect(manifest.media).toEqual({ place: 'here', files: copied.length });
    expect(await readdir(join(to, 'media'))).toEqual(['acc_erased']);
  });

  it('contains the keys only on request, and then restores without any setting', async () => {
    const service = givenService();
    const { to } = await service.backUp();
    const secret = masterKey();
    for (const file of await readdir(to, { recursive: true, withFileTypes: true })) {
      if (file.isFile()) expect((await readFile(join(file.parentPath, file.name))).includes(secret)).toBe(false);
    }
    await expect(restore(to, {})).rejects.toThrow(/does not hold the master key, as it should be. Put the file master.key/);
    const with_ = await service.backUp(true);
    const again = await restore(with_.to, {});
    expect((await readFile(join(again.dataDir, 'master.key'), 'utf8')).trim()).toBe(secret);
  });

  it('completes the keys of a run that died, and never replaces others', async () => {
    const { to, manifest } = await givenService().backUp(true);
    await writeFile(join(to, 'keys', 'sealing.keys'), `${randomBytes(32).toString('base64')}\n`);
    // Refused right after the keys were written.
    await writeFile(join(to, 'manifest.json'), JSON.stringify({ ...manifest, media: { place: 'bucket', files: 0 } }));
    const dataDir = place('restored');
    const run = () => restoreBackup({ DATABASE_URL: database.url, DATA_DIR: dataDir }, to);
    await expect(run()).rejects.toThrow(/Set MEDIA_BUCKET_URL/);
    await rename(join(dataDir, 'master.key'), join(dataDir, 'master.key.restoring'));
    await expect(run()).rejects.toThrow(/Set MEDIA_BUCKET_URL/);
    expect((await readdir(dataDir)).sort()).toEqual(['master.key', 'sealing.keys']);
    expect((await readFile(join(dataDir, 'master.key'), 'utf8')).trim()).toBe(masterKey());
    await rm(join(dataDir, 'master.key'));
    await writeFile(join(dataDir, 'sealing.keys'), `${randomBytes(32).toString('base64')}\n`);
    await expect(run()).rejects.toThrow(/sealing.keys is there already, and is not the one of the back-up/);
  });

  it('is refused under another master key, into a used database, and if one of its files was changed', async () => {
    const service = givenService();
    await givenStage(service.services);
    const picture = createHash('sha256').update('a picture').digest('hex');
    const folder = join(service.services.config.dataDir, 'media', 'acc_any', picture.slice(0, 2));
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, picture), 'a picture');
    const { to } = await service.backUp();
    await expect(restore(to, { MASTER_KEY: randomBytes(32).toString('base64') })).rejects.toThrow(/not the one of the back-up/);
    const dataDir = place('x');
    await expect(restoreBackup({ DATABASE_URL: database.url, DATA_DIR: dataDir, MASTER_KEY: masterKey() }, to)).rejects.toThrow(
      /something in this database already/,
    );
    // Nor are its pictures mixed with those of the service there.
    expect(await readdir(dataDir).catch(() => [])).toEqual([]);
    await appendFile(join(to, 'tables', 'drafts.copy.gz'), 'x');
    await expect(restore(to)).rejects.toThrow(/drafts.copy.gz is not as it was written/);
    await expect(restore(place('nothing'))).rejects.toThrow(/no whole back-up/);
  });

  it('never replaces another', async () => {
    const service = givenService();
    const { to } = await service.backUp();
    await expect(writeBackup(service.operator, { to, withKeys: false })).rejects.toThrow(/is there already/);
  });

  it('is complete if two are created at once under one name: one of them fails and leaves nothing behind', async () => {
    const { operator } = givenService();
    const to = place('backup');
    const both = await Promise.allSettled([true, true].map((withKeys) => writeBackup(operator, { to, withKeys })));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { message: expect.stringMatching(/is there already/) },
    });
    expect((await readdir(dirname(to))).filter((name) => name.includes('unfinished'))).toEqual([]);
    expect((await readManifest(to)).holdsKeys).toBe(true);
  });

  it('is refused if its pictures are stored elsewhere', async () => {
    const { to, manifest } = await givenService().backUp();
    const keepIn = (media: BackupManifest['media']) => writeFile(join(to, 'manifest.json'), JSON.stringify({ ...manifest, media }));
    await keepIn({ place: 'bucket', files: 0 });
    await expect(restore(to)).rejects.toThrow(/are in a bucket. Set MEDIA_BUCKET_URL/);
    await keepIn({ place: 'here', files: 1 });
    const bucket = { MEDIA_BUCKET_URL: 'https://bucket.test/pictures', MEDIA_BUCKET_KEY_ID: 'id', MEDIA_BUCKET_SECRET: 'secret' };
    await expect(restore(to, { MASTER_KEY: masterKey(), ...bucket })).rejects.toThrow(/Restore it without MEDIA_BUCKET_URL/);
  });

  it('from a newer program is refused', async () => {
    const { to, manifest } = await givenService().backUp();
    await writeFile(join(to, 'manifest.json'), JSON.stringify({ ...manifest, migrations: [...manifest.migrations, '9999-tomorrow'] }));
    await expect(restore(to)).rejects.toThrow(/newer version of the program \(9999-tomorrow\)/);
  });
});
