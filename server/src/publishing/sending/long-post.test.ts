import { expect, it } from 'vitest';
import { actAs } from '../../testing/actors.ts';
import { createEngine, givenQueued } from '../../testing/engine.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor } from '../../testing/test-services.ts';
import { changeDraftCommand } from '../review/prepared-commands.ts';

const database = useTestDatabase();
/** Within the sandbox's 500 characters as people count them, and too much to be checked in passing. */
const FAMILIES = '👩‍👩‍👧‍👦'.repeat(450);

it('a long post is written, checked by new terms of its workspace, and goes out once', async () => {
  const { services, deliver, postsOf } = createEngine(database);
  const stage = await givenStage(services);
  const { publicationId, jobId } = await givenQueued(stage, { sourceText: FAMILIES });
  await actAs(services, stage.owner, (tx) =>
    tx.em.execute('update workspaces set blocked_terms = ? where id = ?', ['{regatta}', stage.workspaceId]),
  );
  expect(await deliver(publicationId)).toBe('published');
  expect(await postsOf(publicationId)).toBe(1);
  expect((await stage.jobOf(jobId)).state).toBe('published');
});

it('the words for a long change are made before its transaction', async () => {
  const { services } = createEngine(database);
  const stage = await givenStage(services);
  const { draft } = await stage.submit();
  const ctx = { ...contextFor(services), actor: stage.agent };
  const prepare = (sourceText: string) => changeDraftCommand.prepare(ctx, { draftId: draft.id, changes: { sourceText } });
  expect((await prepare('The harbour opens at nine. '.repeat(300))).captions).toHaveLength(1);
  expect((await prepare('The harbour opens at nine.')).captions).toHaveLength(0);
});
