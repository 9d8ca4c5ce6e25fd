import { describe, expect, it } from 'vitest';
import { AuditEntry } from '../../audit/audit.entities.ts';
import { readBalances } from '../../credits/credit-queries.ts';
import { Draft } from '../../drafts/draft.entity.ts';
import { SandboxPost } from '../../sandbox/sandbox.entities.ts';
import { actAs, userActor } from '../../testing/actors.ts';
import { createEngine, givenQueued } from '../../testing/engine.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor } from '../../testing/test-services.ts';
import { carryOutRetractions } from '../published/carry-out-retractions.ts';
import { requestRetraction } from '../published/request-retraction.ts';
import { recordLookup } from '../sending/record-lookup.ts';
import { recheck } from './reconcile-publication.ts';
import { type SettleUnknownInput, settleUnknown } from './settle-unknown.ts';

const database = useTestDatabase();

const THERE = { verdict: 'published', reason: 'I see it in the feed.', link: 'https://example.org/post/1' } as const;
const NOT_THERE = { verdict: 'not_published', reason: 'The feed has no such post.' } as const;

/** A sent publication whose response was lost; `find` is the platform's lookup. */
async function arrange(find: 'unsure' | 'real' = 'unsure') {
  const engine = createEngine(database, (sandbox) => ({
    find: find === 'real' ? sandbox.find : async () => ({ kind: 'unsure', message: 'The platform cannot say.' }),
  }));
  const stage = await givenStage(engine.services, { sandbox: { failure: 'timeout_after_acting' } });
  const queued = await givenQueued(stage);
  await engine.deliver(queued.publicationId);
  const settle = (words: Omit<SettleUnknownInput, 'publicationId'>, actor = stage.owner) =>
    actAs(stage.services, actor, (ctx) => settleUnknown(ctx, { publicationId: queued.publicationId, ...words }));
  const pack = async () => {
    const balance = (await readBalances(contextFor(stage.services), stage.accountId)).find(({ bucket }) => bucket === 'pack');
    return [balance?.available, balance?.held];
  };
  const states = async () => {
    const { id } = queued.draft;
    const draft = await stage.services.orm.em.fork().findOneOrFail(Draft, id);
    const [publication] = await stage.publicationsOf(queued.jobId);
    return [publication?.state, (await stage.jobOf(queued.jobId)).state, draft.state];
  };
  return { ...engine, ...stage, ...queued, settle, pack, states };
}

describe('an unknown outcome', () => {
  it('is marked published with its address when a person confirms it, and the credit is spent', async () => {
    const { settle, states, pack, ledger, publicationsOf, jobId } = await arrange();
    expect(await states()).toEqual(['unknown', 'publishing', 'publishing']);
    expect(await pack()).toEqual([69, 1]);
    await settle(THERE);
    expect(await states()).toEqual(['published', 'published', 'published']);
    expect(await pack()).toEqual([69, 0]);
    expect((await publicationsOf(jobId))[0]).toMatchObject({ providerUrl: THERE.link, providerId: null, nextAttemptAt: null });
    expect((await ledger()).problems).toEqual([]);
  });

  it('is marked failed when a person confirms it, and the credit is refunded', async () => {
    const { settle, states, pack, ledger, publicationsOf, jobId, owner } = await arrange();
    await settle(NOT_THERE);
    expect(await states()).toEqual(['failed', 'failed', 'failed']);
    expect(await pack()).toEqual([70, 0]);
    const [publication] = await publicationsOf(jobId);
    expect(publication).toMatchObject({ failureCode: 'settled_absent' });
    expect(publication?.failureMessage).toBe(`${owner.name} checked, and it was not published: ${NOT_THERE.reason}`);
    expect((await ledger()).problems).toEqual([]);
  });

  it('is removed and read by the network’s own id if the address has it, and by none otherwise', async () => {
    const { settle, publicationsOf, jobId, postsOf, publicationId, services, owner } = await arrange();
    const { id } = await services.orm.em.fork().findOneOrFail(SandboxPost, { intentId: publicationId });
    await settle({ ...THERE, link: `${services.config.publicUrl}/sandbox#${id}` });
    const [publication] = await publicationsOf(jobId);
    expect([publication?.providerId, publication?.verifyAt]).toEqual([id, expect.any(Date)]);
    await actAs(services, owner, (ctx) => requestRetraction(ctx, { publicationId, reason: 'It was moved.' }));
    await carryOutRetractions(services);
    expect(await postsOf(publicationId)).toBe(0);

    const other = await arrange();
    await other.settle(THERE);
    const [unread] = await other.publicationsOf(other.jobId);
    expect([unread?.verifyAt, unread?.metricsAt]).toEqual([null, null]);
    const asked = actAs(other.services, other.owner, (ctx) =>
      requestRetraction(ctx, { publicationId: other.publicationId, reason: 'It was moved.' }),
    );
    await expect(asked).rejects.toThrow('The network’s own id of the post is not known, so it cannot be removed from here.');
    expect(await other.postsOf(other.publicationId)).toBe(1);
  });

  it('is audited with who settled it, how, and on what evidence', async () => {
    const { settle, services, publicationId, owner } = await arrange();
    await settle({ ...NOT_THERE, link: 'https://example.org/screenshot.png' });
    const entry = await services.orm.em.fork().findOneOrFail(AuditEntry, { subjectId: publicationId, action: 'publication.settled' });
    expect(entry).toMatchObject({ actorKind: 'user', actorId: owner.userId });
    expect(entry.details).toMatchObject({
      verdict: 'not_published',
      reason: NOT_THERE.reason,
      evidenceUrl: 'https://example.org/screenshot.png',
    });
  });

  it('is settled once', async () => {
    const { settle, states } = await arrange();
    await settle(NOT_THERE);
    await expect(settle(THERE)).rejects.toMatchObject({ code: 'invalid_state' });
    expect(await states()).toEqual(['failed', 'failed', 'failed']);
  });

  it.each([
    ['without a reason', { ...NOT_THERE, reason: '  ' }],
    ['as published, without its address', { verdict: 'published', reason: 'I believe so.' }],
    ['with an address that is not a web address', { ...THERE, link: 'javascript:alert(1)' }],
  ] as const)('is not settled %s', async (_what, words) => {
    const { settle, states } = await arrange();
    await expect(settle(words)).rejects.toMatchObject({ code: 'validation_failed' });
    expect((await states())[0]).toBe('unknown');
  });

  it('cannot be settled by viewers, agents or strangers', async () => {
    const { settle, services, accountId, agent, states } = await arrange();
    const stranger = await givenStage(services);
    await expect(settle(THERE, await userActor(services, accountId, 'viewer'))).rejects.toMatchObject({ code: 'insufficient_role' });
    await expect(settle(THERE, agent as never)).rejects.toMatchObject({ code: 'insufficient_role' });
    await expect(settle(THERE, stranger.owner)).rejects.toMatchObject({ code: 'not_found' });
    expect((await states())[0]).toBe('unknown');
  });

  it('is looked up when a person requests it', async () => {
    const { services, owner, publicationId, states, pack, postsOf } = await arrange('real');
    expect(await recheck(contextFor(services, owner), publicationId)).toMatchObject({ state: 'published' });
    expect(await states()).toEqual(['published', 'published', 'published']);
    expect([await pack(), await postsOf(publicationId)]).toEqual([[69, 0], 1]);
    await expect(recheck(contextFor(services, owner), publicationId)).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('stays open if the platform cannot tell', async () => {
    const { services, owner, agent, publicationId, states } = await arrange();
    expect(await recheck(contextFor(services, owner), publicationId)).toMatchObject({ state: 'unknown' });
    await expect(recheck(contextFor(services, agent), publicationId)).rejects.toMatchObject({ code: 'insufficient_role' });
    expect((await states())[0]).toBe('unknown');
  });
});

it('ends a credit reservation exactly once, whichever of two people and the platform is first', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { settle, services, publicationId, publicationsOf, jobId, ledger, pack } = await arrange();
    const [publication] = await publicationsOf(jobId);
    const found = { kind: 'found', providerId: 'spo_1', url: null } as const;
    const ends = await Promise.allSettled([
      settle(THERE),
      settle(NOT_THERE),
      actAs(services, { kind: 'system' }, (ctx) => recordLookup(ctx, { publicationId, lease: publication?.lease ?? 0 }, found)),
    ]);
    const won = ends.map(({ status, ...end }) => status === 'fulfilled' && 'value' in end && end.value !== null);
    expect(won.filter(Boolean)).toHaveLength(1);
    expect(await pack()).toEqual(won[1] ? [70, 0] : [69, 0]);
    expect((await ledger()).problems).toEqual([]);
  }
});
