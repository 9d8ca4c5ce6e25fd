import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyAudit } from '../audit/verify-audit.ts';
import { verifyLedger } from '../credits/verify-ledger.ts';
import { createDiskStore } from '../media/disk-store.ts';
import { sha256Of } from '../media/is-intact.ts';
import { advanceJob } from '../publishing/jobs/advance-job.ts';
import { Publication } from '../publishing/publication.entity.ts';
import { PublishJob } from '../publishing/publish-job.entity.ts';
import { settleUnknown } from '../publishing/reconciliation/settle-unknown.ts';
import { actAs } from '../testing/actors.ts';
import { useBackups } from '../testing/database/backups.ts';
import { givenQueued } from '../testing/engine.ts';
import { type BlueskyServer, startBlueskyServer } from '../testing/servers/bluesky-server.ts';
import { givenBlueskyStage, listBlueskyPosts } from '../testing/servers/bluesky-stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor } from '../testing/test-services.ts';

const database = useTestDatabase();
const { givenService, restore } = useBackups(database);
let bluesky: BlueskyServer;
beforeAll(async () => {
  bluesky = await startBlueskyServer();
});
afterAll(() => bluesky?.stop());

describe('after a restore', () => {
  it('never repeats posts published since the backup: platforms are asked, then people, and the rest waits for the release', async () => {
    const account = await bluesky.createAccount('harbour.test', 'a password for tests only');
    const service = givenService();
    const stage = await givenBlueskyStage(service.services, bluesky, account, { sandbox: {} });
    const queue = (sourceText: string, platform = 'bluesky') => givenQueued(stage, { sourceText, platforms: [platform] });
    const waiting = await stage.submit({ sourceText: 'Not decided yet.' });
    const over = await queue('The harbour festival opens on Friday.', 'sandbox');
    await service.deliver(over.publicationId);
    const [out, rest] = [await queue('The ferry goes again from Monday.'), await queue('The market moves to the pier.')];
    const blind = [await queue('The lighthouse is open.', 'sandbox'), await queue('The pool is closed.', 'sandbox')];
    const blindIds = blind.map(({ publicationId }) => publicationId);
    // Telegram's bots cannot read their own messages.
    await database.orm.em.fork().nativeUpdate(Publication, { id: { $in: blindIds } }, { platform: 'telegram' });
    const picture = Buffer.from('a picture');
    await createDiskStore(join(service.services.config.dataDir, 'media')).put(stage.accountId, sha256Of(picture), picture);

    const { to, manifest } = await service.backUp();
    expect(await service.deliver(out.publicationId)).toBe('published');
    const posts = () => listBlueskyPosts(bluesky, account.did);
    const before = await posts();

    const again = await restore(to);
    const stateOf = async (id: string) => (await again.find(id)).state;
    expect(again.restored).toMatchObject({ beingAsked: 2, forPeople: 2, unreadableConnections: 0 });
    await expectSameRows(again.services.orm, manifest);
    expect(await createDiskStore(join(again.dataDir, 'media')).read(stage.accountId, sha256Of(picture))).toEqual(picture);
    expect((await again.services.orm.em.fork().findOneOrFail(PublishJob, waiting.job?.id ?? '')).state).toBe('blocked');
    expect(await stateOf(over.publicationId)).toBe('published');

    for (const { publicationId } of [out, rest, ...blind]) await again.deliver(publicationId);
    expect(await again.find(out.publicationId)).toMatchObject({ state: 'published', providerId: before[0]?.uri });
    // Publications that were not found wait, even if the worker receives them.
    for (let round = 0; round < 3; round += 1) expect(await again.deliver(rest.publicationId)).toBeNull();
    expect([await stateOf(rest.publicationId), await posts()]).toEqual(['pending', before]);

    expect(await again.release()).toMatchObject({ restoredAt: null, beingAsked: 0, forPeople: 2 });
    await expect(again.release()).rejects.toMatchObject({ code: 'invalid_state' });
    await actAs(again.services, { kind: 'system' }, (tx) => advanceJob(tx, rest.jobId));
    expect((await again.settle(rest.publicationId)).state).toBe('published');
    expect((await posts()).map(({ record }) => record.text).sort()).toEqual([
      'The ferry goes again from Monday.',
      'The market moves to the pier.',
    ]);

    for (const id of blindIds) expect((await again.settle(id)).state).toBe('unknown');
    const says = (publicationId: string, said: { verdict: 'published' | 'not_published'; link?: string }) =>
      actAs(again.services, stage.owner, (ctx) => settleUnknown(ctx, { publicationId, reason: 'I have looked.', ...said }));
    await says(blindIds[0] ?? '', { verdict: 'published', link: 'https://example.org/1' });
    await says(blindIds[1] ?? '', { verdict: 'not_published' });
    expect(await Promise.all(blindIds.map(stateOf))).toEqual(['published', 'failed']);
    expect((await verifyLedger(contextFor(again.services), stage.accountId)).problems).toEqual([]);
    expect((await verifyAudit(contextFor(again.services))).firstBad).toBeNull();
  }, 60_000);

  async function expectSameRows(orm: typeof database.orm, { tables }: { tables: { name: string; rows: number }[] }) {
    const countIn = async (table: string) => Number((await orm.em.fork().execute(`select count(*) as n from "${table}"`))[0]?.n);
    for (const table of ['accounts', 'drafts', 'payloads', 'approvals', 'api_keys', 'publications']) {
      const rows = tables.find(({ name }) => name === table)?.rows;
      expect(rows).toBeGreaterThan(0);
      expect([table, await countIn(table)]).toEqual([table, rows]);
    }
    // Everyone signs in again.
    expect(await countIn('sessions')).toBe(0);
    // The triggers are active again: append-only rows cannot be changed.
    await expect(orm.em.fork().execute('delete from credit_entries')).rejects.toThrow();
  }
});
