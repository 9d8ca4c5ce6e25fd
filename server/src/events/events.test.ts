import { expect, it } from 'vitest';
import { revokeGrant } from '../access/grants/change-grant.ts';
import { inTransaction } from '../db/transaction.ts';
import { recordDecision } from '../publishing/review/record-decision.ts';
import { actAs, agentActor } from '../testing/actors.ts';
import { createEngine, givenQueued } from '../testing/engine.ts';
import { givenStage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor } from '../testing/test-services.ts';
import { Event, UnreadEvent } from './event.entity.ts';
import { type EventReader, eventsAfter, readEvents } from './event-queries.ts';
import { recordEvent } from './record-event.ts';

const database = useTestDatabase();

async function arrange() {
  const engine = createEngine(database);
  const stage = await givenStage(engine.services);
  const { workspaceId, accountId } = stage;
  return {
    ...engine,
    ...stage,
    /** The events that the agent or the owner receives, in order. */
    read: async (actor = stage.agent) =>
      (await eventsAfter(contextFor(engine.services, actor), workspaceId, { after: 0, limit: 500 })).map(({ type }) => type),
    happen: (count = 1) =>
      actAs(engine.services, stage.agent, async (ctx) => {
        for (let number = 0; number < count; number += 1)
          recordEvent(ctx, { type: 'credits.low', accountId, workspaceId, subjectId: accountId, data: { number } });
      }),
  };
}

it('reports a post from submission to publication, each step once and numbered', async () => {
  const stage = await arrange();
  const { publicationId, jobId, draft } = await givenQueued(stage);
  await stage.deliver(publicationId);
  const events = await eventsAfter(contextFor(stage.services, stage.agent), stage.workspaceId, { after: 0, limit: 50 });
  expect(events.map(({ sequence, type }) => [sequence, type])).toEqual([
    [1, 'approval.requested'],
    [2, 'draft.submitted'],
    [3, 'approval.decided'],
    [4, 'publication.published'],
    [5, 'job.published'],
  ]);
  expect(events[2]).toMatchObject({ actorKind: 'user', actorId: stage.owner.userId, data: { decision: 'approved', state: 'approved' } });
  expect(events[4]).toMatchObject({ subjectId: jobId, draftId: draft.id, data: { state: 'published', content_hash: draft.contentHash } });
});

it('reports what an approved post still waits for', async () => {
  const engine = createEngine(database);
  const stage = await givenStage(engine.services, { packs: 0 });
  const { approval } = await stage.submit();
  await stage.approve(approval);
  const events = await eventsAfter(contextFor(engine.services, stage.agent), stage.workspaceId, { after: 2, limit: 50 });
  expect(events.map(({ type }) => type)).toEqual(['approval.decided', 'job.blocked']);
});

it('reports nothing of a rollback, and reuses its number', async () => {
  const stage = await arrange();
  const { services, agent, accountId, workspaceId } = stage;
  const broken = actAs(services, agent, async (ctx) => {
    recordEvent(ctx, { type: 'credits.low', accountId, workspaceId, subjectId: accountId });
    throw new Error('It did not happen.');
  });
  await expect(broken).rejects.toThrow('It did not happen.');
  await stage.happen();
  const [event] = await eventsAfter(contextFor(services, agent), workspaceId, { after: 0, limit: 5 });
  expect(event?.sequence).toBe(1);
});

it('misses nothing when reading on from the last number, despite concurrent writers', async () => {
  const stage = await arrange();
  const ctx = contextFor(stage.services, stage.agent);
  const seen: number[] = [];
  const read = async () => {
    const events = await eventsAfter(ctx, stage.workspaceId, { after: seen.at(-1) ?? 0, limit: 500 });
    seen.push(...events.map(({ sequence }) => sequence));
  };
  let isWriting = true;
  const writing = Promise.all(Array.from({ length: 40 }, (_, number) => stage.happen((number % 3) + 1))).then(() => {
    isWriting = false;
  });
  while (isWriting) await read();
  await writing;
  await read();
  expect(seen).toEqual(Array.from({ length: 79 }, (_, place) => place + 1));
});

it('an agent gets events about its own access only, and its own workspace', async () => {
  const stage = await arrange();
  const other = await agentActor(stage.services, stage.workspace);
  const foreign = await givenStage(stage.services);
  await actAs(stage.services, stage.owner, (ctx) => revokeGrant(ctx, other.grantId));
  expect(await stage.read(other)).toEqual(['grant.revoked']);
  expect(await stage.read()).toEqual([]);
  expect(await stage.read(foreign.agent)).toEqual([]);
});

it('delivers every event to a consumer once, whichever process takes it, and again after a failure', async () => {
  const { services, workspaceId, happen } = await arrange();
  await happen(120);
  const em = services.orm.em.fork();
  const events = await em.find(Event, { workspaceId });
  await em.insertMany(
    UnreadEvent,
    events.map(({ id, accountId }) => ({ reader: 'counter', eventId: id, accountId })),
  );
  const counted: number[] = [];
  let failures = 1;
  const counter: EventReader = {
    name: 'counter',
    async read(_tx, some) {
      failures -= 1;
      if (failures >= 0) throw new Error('The reader died.');
      counted.push(...some.map(({ sequence }) => sequence));
    },
  };
  await expect(readEvents(services, counter)).rejects.toThrow('The reader died.');
  await Promise.all([readEvents(services, counter), readEvents(services, counter)]);
  expect(counted.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 120 }, (_, place) => place + 1));
  expect(await readEvents(services, counter)).toBe(0);
});

it('reports a request for changes with the decision, without the comment', async () => {
  const stage = await arrange();
  const { approval } = await stage.submit();
  const words = 'Please name the pier.';
  await inTransaction(contextFor(stage.services, stage.owner), (ctx) =>
    recordDecision(ctx, {
      approvalId: approval?.id ?? '',
      contentHash: approval?.contentHash ?? '',
      decision: 'changes_requested',
      comment: words,
    }),
  );
  const events = await eventsAfter(contextFor(stage.services, stage.agent), stage.workspaceId, { after: 2, limit: 5 });
  expect(events.map(({ type, data }) => [type, data.decision])).toEqual([['approval.decided', 'changes_requested']]);
  expect(JSON.stringify(events)).not.toContain(words);
});
