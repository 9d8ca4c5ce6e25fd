import { createHash, randomBytes } from 'node:crypto';
import { appendFile, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Notice } from '../access/notices/notice.entity.ts';
import { ClientSession } from '../approvals/clients/client-code.entity.ts';
import { ClientLink } from '../approvals/clients/client-link.entity.ts';
import { ClientRecall } from '../approvals/clients/client-recall.entity.ts';
import { verifyLedger } from '../credits/verify-ledger.ts';
import { Draft } from '../drafts/draft.entity.ts';
import { eventsAfter, lastSequenceOf } from '../events/event-queries.ts';
import { newId } from '../new-id.ts';
import { changeDraft } from '../publishing/review/change-draft.ts';
import { actAs } from '../testing/actors.ts';
import { givenClient } from '../testing/clients.ts';
import { useBackups } from '../testing/database/backups.ts';
import { givenQueued } from '../testing/engine.ts';
import { givenStage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor } from '../testing/test-services.ts';
import { givenEndpoint } from '../testing/webhooks.ts';
import { WebhookDelivery } from '../webhooks/webhook-delivery.entity.ts';
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
  const about = { accountId: stage.accountId, userId: stage.owner.userId, message: 'Nobody was told of this yet.' };
  await actAs(service.services, { kind: 'system' }, async ({ em, clock }) => {
    em.create(Notice, { id: newId('ntc'), kind: 'credits_low', createdAt: clock.now(), ...about });
  });
  const endpoint = await givenEndpoint(service.services, stage.owner, stage.workspace);
  const { to, manifest } = await service.backUp();
  for (let more = 0; more < 5; more += 1) await stage.submit();
  const cursor = await lastSequenceOf(service.operator, stage.workspaceId);

  // A run that died after its rows were committed.
  const restored = await restore(to, { MASTER_KEY: masterKey() }, (url) => loadBackup(url, to, manifest));
  expect(restored.restored).toMatchObject({ beingAsked: 1, forPeople: 0 });
  const { orm } = restored.services;
  expect(await orm.em.fork().count(Notice, { routedAt: null })).toBe(0);
  const challenges = () => orm.em.fork().find(WebhookDelivery, { endpointId: endpoint.id, kind: 'challenge' });
  expect(await challenges()).toMatchObject([{ state: 'pending' }]);

  expect(await restored.deliver(planned.publicationId)).toBe('pending');
  const draftNow = () => orm.em.fork().findOneOrFail(Draft, planned.draft.id);
  expect(await draftNow()).toMatchObject({ state: 'approved', scheduledAt });
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

it('asks about a planned post when it is due at the latest, however long the platform could not tell', async () => {
  const service = givenService();
  const stage = await givenStage(service.services);
  const scheduledAt = new Date(service.clock.now().getTime() + 3_600_000);
  const planned = await givenQueued(stage, { scheduledAt });
  const restored = await restore((await service.backUp()).to);
  const sandbox = restored.services.platforms.get('sandbox');
  const find = sandbox?.find;
  Object.assign(sandbox ?? {}, { find: async () => ({ kind: 'unsure', message: 'The platform does not answer.' }) });
  await restored.release();

  restored.clock.advance(40 * 60_000);
  expect(await restored.deliver(planned.publicationId)).toBe('unknown');
  expect((await restored.find(planned.publicationId)).nextAttemptAt).toEqual(scheduledAt);

  Object.assign(sandbox ?? {}, { find });
  restored.clock.advance(20 * 60_000);
  expect(await restored.deliver(planned.publicationId)).toBe('pending');
  expect(await restored.deliver(planned.publicationId)).toBe('published');
});

it('a restore mails no client a second time and requires a new code, also from a backup that contained both', async () => {
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

describe('a back-up', () => {
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
    // Refused right after the keys are there.
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

  it('is refused under another master key, into a database that is used, and where a file of it was changed', async () => {
    const service = givenService();
    await givenStage(service.services);
    const { to } = await service.backUp();
    await expect(restore(to, { MASTER_KEY: randomBytes(32).toString('base64') })).rejects.toThrow(/not the one of the back-up/);
    await expect(restoreBackup({ DATABASE_URL: database.url, DATA_DIR: place('x'), MASTER_KEY: masterKey() }, to)).rejects.toThrow(
      /something in this database already/,
    );
    await appendFile(join(to, 'tables', 'drafts.copy.gz'), 'x');
    await expect(restore(to)).rejects.toThrow(/drafts.copy.gz is not as it was written/);
    await expect(restore(place('nothing'))).rejects.toThrow(/no whole back-up/);
  });

  it('never takes the place of another', async () => {
    const service = givenService();
    const { to } = await service.backUp();
    await expect(writeBackup(service.operator, { to, withKeys: false })).rejects.toThrow(/is there already/);
  });

  it('is complete where two are made at once under one name: one of them fails and leaves nothing behind', async () => {
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

  it('is refused where its pictures are kept in another place than here', async () => {
    const { to, manifest } = await givenService().backUp();
    const keepIn = (media: BackupManifest['media']) => writeFile(join(to, 'manifest.json'), JSON.stringify({ ...manifest, media }));
    await keepIn({ place: 'bucket', files: 0 });
    await expect(restore(to)).rejects.toThrow(/are in a bucket. Set MEDIA_BUCKET_URL/);
    await keepIn({ place: 'here', files: 1 });
    const bucket = { MEDIA_BUCKET_URL: 'https://bucket.test/pictures', MEDIA_BUCKET_KEY_ID: 'id', MEDIA_BUCKET_SECRET: 'secret' };
    await expect(restore(to, { MASTER_KEY: masterKey(), ...bucket })).rejects.toThrow(/Restore it without MEDIA_BUCKET_URL/);
  });

  it('of a newer program is refused', async () => {
    const { to, manifest } = await givenService().backUp();
    await writeFile(join(to, 'manifest.json'), JSON.stringify({ ...manifest, migrations: [...manifest.migrations, '9999-tomorrow'] }));
    await expect(restore(to)).rejects.toThrow(/newer version of the program \(9999-tomorrow\)/);
  });
});
