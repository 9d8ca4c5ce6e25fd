import { beforeEach, expect, it } from 'vitest';
import { actAs } from '../testing/actors.ts';
import { createEngine, type Engine, givenQueued } from '../testing/engine.ts';
import { givenStage, type Stage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { Publication } from './publication.entity.ts';
import { postActions } from './publish-job.policy.ts';
import { readJobPage } from './read-job-pages.ts';
import { discardDraft } from './review/discard-draft.ts';
import { editPost } from './review/edit-post.ts';

const database = useTestDatabase();
let engine: Engine;
let stage: Stage;

beforeEach(async () => {
  engine = createEngine(database);
  stage = await givenStage(engine.services);
});

/** A published post, and what its agent may request next. */
async function published(input: Parameters<typeof givenQueued>[1] = {}) {
  const { publicationId, jobId } = await givenQueued(stage, input);
  await engine.settle(publicationId);
  const offered = () =>
    actAs(engine.services, stage.agent, async (ctx) => {
      const { job, publications } = await readJobPage(ctx, jobId);
      return publications.flatMap(({ publication, ...now }) => postActions(ctx, job, publication, now));
    });
  return { publicationId, offered };
}

it('offers no edit of a post while another edit of it is open', async () => {
  const { publicationId, offered } = await published();
  expect(await offered()).toEqual(['request_edit', 'request_retraction']);
  const { draft } = await actAs(engine.services, stage.agent, (ctx) => editPost(ctx, { publicationId, text: 'It begins at ten.' }));
  expect(await offered()).toEqual(['request_retraction']);
  await actAs(engine.services, stage.agent, (ctx) => discardDraft(ctx, draft.id));
  expect(await offered()).toEqual(['request_edit', 'request_retraction']);
});

it('offers no edit of a thread', async () => {
  const { publicationId, offered } = await published();
  const em = engine.services.orm.em.fork();
  // The sandbox takes no threads, and payloads are never changed: a copy of this one.
  await em.execute(
    `insert into payloads select (jsonb_populate_record(y, jsonb_build_object('id', 'pay_' || p.id, 'position', 9,
         'post', jsonb_set(y.post, '{thread}', '[{}]')))).* from payloads y join publications p on p.payload_id = y.id where p.id = ?`,
    [publicationId],
  );
  await em.nativeUpdate(Publication, { id: publicationId }, { payloadId: `pay_${publicationId}` });
  expect(await offered()).toEqual(['request_retraction']);
});
