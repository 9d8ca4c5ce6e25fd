import { expect, it } from 'vitest';
import type { Services } from '../../context.ts';
import { inThread } from '../../long-work/long-work.ts';
import { actAs } from '../../testing/actors.ts';
import { givenWords } from '../../testing/content.ts';
import { createEngine } from '../../testing/engine.ts';
import { givenStage, type Stage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor, type RecordingQueue } from '../../testing/test-services.ts';
import { publishJob } from '../../worker/publish.job.ts';
import { changeDraftCommand } from '../review/prepared-commands.ts';
import { submitDraft } from '../review/submit-draft.ts';

const database = useTestDatabase();
/** Within the sandbox's 500 displayed characters, but too expensive to check on the main thread. */
const FAMILIES = '👩‍👩‍👧‍👦'.repeat(450);

const forbid = (stage: Stage, term: string) =>
  database.orm.em.fork().execute('update workspaces set blocked_terms = ? where id = ?', [`{${term}}`, stage.workspaceId]);

async function givenLongQueued(services: Services, stage: Stage) {
  const { draft } = await stage.submit({ publishMode: 'draft_only' });
  await givenWords(services, stage.agent, draft.id, FAMILIES);
  const { approval, job } = await actAs(services, stage.agent, (tx) => submitDraft(tx, draft, { mode: 'approval_queue' }));
  await stage.approve(approval);
  const [publication] = await stage.publicationsOf(job?.id ?? '');
  return { jobId: job?.id ?? '', publicationId: publication?.id ?? '' };
}

it('generates a long post, checks it by its workspace’s new terms, and publishes it once', async () => {
  const { services, deliver, postsOf } = createEngine(database);
  const stage = await givenStage(services);
  const { publicationId, jobId } = await givenLongQueued(services, stage);
  await forbid(stage, 'regatta');
  expect(await deliver(publicationId)).toBe('published');
  expect(await postsOf(publicationId)).toBe(1);
  expect((await stage.jobOf(jobId)).state).toBe('published');
});

it('generates captions for a long change before its transaction', async () => {
  const { services } = createEngine(database);
  const stage = await givenStage(services);
  const { draft } = await stage.submit();
  const ctx = { ...contextFor(services), actor: stage.agent };
  const prepare = (sourceText: string) => changeDraftCommand.prepare(ctx, { draftId: draft.id, changes: { sourceText } });
  expect((await prepare('The harbour opens at nine. '.repeat(300))).captions).toHaveLength(1);
  expect((await prepare('The harbour opens at nine.')).captions).toHaveLength(0);
});

it('retries a long post soon if no worker thread was available', async () => {
  const { services } = createEngine(database);
  const stage = await givenStage(services);
  const { publicationId } = await givenLongQueued(services, stage);
  await forbid(stage, 'parade');
  const { publicationIds } = services.queue as RecordingQueue;
  const before = publicationIds.length;
  const slow = [1, 2].map((each) => inThread('findings', { text: `Ship ${each} www.a.de/b `.repeat(25_000), timeZone: null }));
  const waiting = Array.from({ length: 200 }, () => inThread('page', { html: '', base: 'https://a.example/' }).catch(() => null));

  await publishJob(services, publicationId, { signal: new AbortController().signal });

  expect(publicationIds.slice(before)).toEqual([publicationId]);
  await Promise.all([...slow, ...waiting]);
});
