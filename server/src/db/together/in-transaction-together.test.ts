import { beforeAll, beforeEach, expect, it } from 'vitest';
import { AuditEntry } from '../../audit/audit-entry.entity.ts';
import type { Context } from '../../context.ts';
import { Draft } from '../../drafts/draft.entity.ts';
import { lockDraft } from '../../drafts/lock-draft.ts';
import { Event } from '../../events/event.entity.ts';
import { answerOnce } from '../../http/idempotency/idempotency.ts';
import { createAndSubmitDraft } from '../../publishing/review/create-and-submit-draft.ts';
import { recordMessages } from '../../testing/database/record-messages.ts';
import { createEngine, type Engine } from '../../testing/engine.ts';
import { givenStage, type Stage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor } from '../../testing/test-services.ts';
import { inTransactionTogether } from './in-transaction-together.ts';

const database = useTestDatabase();
let engine: Engine;
let stage: Stage;

beforeAll(async () => {
  engine = createEngine(database);
  await database.orm.em.fork().execute(`
    create function refuse_draft() returns trigger language plpgsql as $$ begin raise 'It is refused.'; end $$;
    create trigger refuses before insert on drafts for each row when (new.source_text like 'Refused%') execute function refuse_draft();
    create function end_connection() returns trigger language plpgsql security definer as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
    create constraint trigger dies after insert on drafts deferrable initially deferred
      for each row when (new.source_text like 'Lost%') execute function end_connection();`);
});
// An agent of its own for each: one whose transactions did not go together goes alone for a while.
beforeEach(async () => {
  stage = await givenStage(engine.services);
});

const together = <T>(works: ((tx: Context) => Promise<T>)[]) =>
  Promise.allSettled(works.map((work) => inTransactionTogether(contextFor(engine.services, stage.agent), work)));

const make =
  (sourceText: string, { workspaceId = stage.workspaceId, platforms = ['sandbox'] } = {}) =>
  (tx: Context) =>
    createAndSubmitDraft(tx, { workspaceId, sourceText, platforms, publishMode: 'approval_queue' });

const drafts = async () => {
  const found = await database.orm.em.fork().find(Draft, { workspaceId: stage.workspaceId }, { orderBy: { sourceText: 'asc' } });
  return found.map(({ sourceText }) => sourceText);
};
const outcomes = (settled: PromiseSettledResult<unknown>[]) =>
  settled.map((one) => (one.status === 'fulfilled' ? 'done' : (one.reason as { code?: string }).code));

const commits = (messages: string[]) => messages.filter((message) => /\bcommit$/.test(message)).length;

it('commits once what comes at the same moment, and gives each its own result and its own lines', async () => {
  const texts = ['Pier 1 opens.', 'Pier 2 opens.', 'Pier 3 opens.'];
  let settled: PromiseSettledResult<{ draft: Draft }>[] = [];
  const messages = await recordMessages(async () => {
    settled = await together(texts.map((text) => make(text)));
  });
  expect(settled.map((one) => one.status === 'fulfilled' && one.value.draft.sourceText)).toEqual(texts);
  expect(commits(messages)).toBe(1);
  expect(messages.length).toBeLessThanOrEqual(5);

  const em = database.orm.em.fork();
  const events = await em.find(Event, { workspaceId: stage.workspaceId }, { orderBy: { sequence: 'asc' } });
  expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);
  const told = events.filter(({ type }) => type === 'draft.submitted').map(({ subjectId }) => subjectId);
  const ids = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value.draft.id] : []));
  expect(told.toSorted()).toEqual(ids.toSorted());
  expect(await em.count(AuditEntry, { action: 'draft.created', subjectId: { $in: ids } })).toBe(3);
});

it('has no two callers behind one wall', async () => {
  const other = await givenStage(engine.services);
  const messages = await recordMessages(() =>
    Promise.all([stage, other].map(({ agent }) => inTransactionTogether(contextFor(engine.services, agent), make('Pier', agent)))),
  );
  expect(commits(messages)).toBe(2);
});

it('refuses one and makes the others', async () => {
  const settled = await together([make('Pier 1 opens.'), make('Pier 2 opens.', { platforms: ['nowhere'] }), make('Pier 3 opens.')]);
  expect(outcomes(settled)).toEqual(['done', 'unknown_platform', 'done']);
  expect(await drafts()).toEqual(['Pier 1 opens.', 'Pier 3 opens.']);
});

it('lets what the database refuses take no other along', async () => {
  const settled = await together([make('Pier 1 opens.'), make('Refused.'), make('Pier 3 opens.')]);
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await drafts()).toEqual(['Pier 1 opens.', 'Pier 3 opens.']);
});

it('does alone what locks a row, so that the one waits for the other', async () => {
  const [made] = await together([make('Pier')]);
  const { id } = (made as PromiseFulfilledResult<{ draft: Draft }>).value.draft;
  const count = async (tx: Context) => {
    const draft = await lockDraft(tx, id);
    draft.noteToReviewer = String(Number(draft.noteToReviewer ?? 0) + 1);
  };
  const settled = await together([count, count, count]);
  expect(outcomes(settled)).toEqual(['done', 'done', 'done']);
  const { noteToReviewer } = await database.orm.em.fork().findOneOrFail(Draft, id);
  expect(noteToReviewer).toBe('3');
});

it('makes once what two ask for with one key at the same moment, also where both would be answered the same', async () => {
  const key = { grantId: stage.agent.grantId, key: 'twin', fingerprint: 'f' };
  const answer = { status: 201, body: '{}', isReplayed: false };
  const ask = () =>
    answerOnce(
      contextFor(engine.services, stage.agent),
      key,
      async (tx) => {
        await make('Pier')(tx);
        return answer;
      },
      inTransactionTogether,
    );
  const settled = await Promise.allSettled([ask(), ask()]);
  // The other one finds the answer, or that it is still being made.
  expect(outcomes(settled)).toContain('done');
  for (const outcome of outcomes(settled)) expect(['done', 'idempotency_in_flight']).toContain(outcome);
  expect(await drafts()).toEqual(['Pier']);
});

it('does nothing again where the connection was lost with the commit, since it may have counted', async () => {
  let done = 0;
  const counted = (text: string) => async (tx: Context) => {
    done += 1;
    return make(text)(tx);
  };
  const settled = await together([counted('Lost.'), counted('Pier 2 opens.')]);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(done).toBe(2);
});
