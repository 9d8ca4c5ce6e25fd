import { expect, it } from 'vitest';
import { lockDraft } from '../drafts/lock-draft.ts';
import { readEvents } from '../events/event-queries.ts';
import { notifyPeople, settleNotices } from '../notices/compose/notify-people.ts';
import { cancelJob } from '../publishing/jobs/end-job.ts';
import { retractionsOf } from '../publishing/jobs/post-queries.ts';
import { Publication } from '../publishing/publication.entity.ts';
import { carryOutRetractions } from '../publishing/published/carry-out-retractions.ts';
import { readBackDuePosts } from '../publishing/published/read-back-due-posts.ts';
import { readDueMetrics } from '../publishing/published/read-due-metrics.ts';
import { requestRetraction } from '../publishing/published/request-retraction.ts';
import { sendFirstComments } from '../publishing/published/send-first-comments.ts';
import { readJobPage } from '../publishing/read-job-pages.ts';
import { editPost } from '../publishing/review/edit-post.ts';
import { submitDraft } from '../publishing/review/submit-draft.ts';
import { actAs } from '../testing/actors.ts';
import { recordWithValues } from '../testing/database/record-statements.ts';
import { tableScans } from '../testing/database/table-scans.ts';
import { createEngine, givenQueued } from '../testing/engine.ts';
import { givenStage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';

/** Of a row or a few, and of the last hours. */
const SMALL = ['service_switches', 'launch_steps', 'quota_uses'];

const database = useTestDatabase();

it('reads no whole table from the first submission of a post to its removal', async () => {
  const engine = createEngine(database);
  const { services } = engine;
  const stage = await givenStage(services);
  const statements = await recordWithValues(services, async () => {
    const first = await stage.submit();
    await actAs(services, stage.owner, (ctx) => cancelJob(ctx, first.job?.id ?? ''));
    await actAs(services, stage.agent, async (ctx) => submitDraft(ctx, await lockDraft(ctx, first.draft.id)));
    const { publicationId, jobId } = await givenQueued(stage, { sourceText: 'The festival begins at nine.' });
    await engine.settle(publicationId);
    const { approval, job } = await actAs(services, stage.agent, (ctx) => editPost(ctx, { publicationId, text: 'It begins at ten.' }));
    await stage.approve(approval);
    const edit = await services.orm.em.fork().findOneOrFail(Publication, { jobId: job?.id ?? '' });
    await engine.settle(edit.id);
    await readEvents(services, notifyPeople);
    await settleNotices(services);
    await readBackDuePosts(services);
    await readDueMetrics(services);
    await sendFirstComments(services);
    await actAs(services, stage.owner, (ctx) => requestRetraction(ctx, { publicationId, reason: 'The festival was moved.' }));
    await carryOutRetractions(services);
    await actAs(services, stage.owner, (ctx) => readJobPage(ctx, jobId));
    await actAs(services, stage.owner, (ctx) => retractionsOf(ctx, [publicationId]));
  });
  const scans = await tableScans(services.orm.em.fork(), statements);
  expect(scans.filter((scan) => !SMALL.some((table) => scan.startsWith(`${table}:`)))).toEqual([]);
}, 120_000);
