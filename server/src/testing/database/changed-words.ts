import { expect } from 'vitest';
import type { Services } from '../../context.ts';
import { Draft } from '../../drafts/draft.entity.ts';
import type { Credentials } from '../../platforms/platform.ts';
import { cancelJob } from '../../publishing/jobs/end-job.ts';
import { Publication } from '../../publishing/publication.entity.ts';
import { changeDraft } from '../../publishing/review/change-draft.ts';
import { recordDecision } from '../../publishing/review/record-decision.ts';
import { actAs } from '../actors.ts';
import { givenQueued } from '../engine.ts';
import { givenLaunched } from '../factories.ts';
import { givenStage, type Stage } from '../stage.ts';
import type { useBackups } from './backups.ts';

export const NEW_WORDS = 'The festival opens on Saturday.\n\nCome at ten.';
const HOUR = 3_600_000;

/** The agent changes the text and a person approves it; returns the id of the new publication. */
export async function changeWords(services: Services, draftId: string, { agent, owner }: Stage): Promise<string> {
  const { approval, job } = await actAs(services, agent, async (ctx) => {
    const { revision } = await ctx.em.findOneOrFail(Draft, draftId);
    return changeDraft(ctx, { draftId, revision, changes: { sourceText: NEW_WORDS } });
  });
  const signed = { approvalId: approval?.id ?? '', contentHash: approval?.contentHash ?? '', decision: 'approved' } as const;
  await actAs(services, owner, (ctx) => recordDecision(ctx, signed));
  const changed = await services.orm.em.fork().findOneOrFail(Publication, { jobId: job?.id ?? '', supersededAt: null });
  return changed.id;
}

/** How the first of two scheduled posts is published after the backup; `planned again`: by a new job after cancelling its own. */
export type SentSince = 'unchanged' | 'with other words' | 'planned again';

/**
 * Two scheduled posts. After the backup the first is published. Then the backup is restored, and both are processed until
 * they have ended or wait for a person.
 */
export async function restoreBeforeChange(
  { givenService, restore }: ReturnType<typeof useBackups>,
  { platform, entered, first: how }: { platform: string; entered: Credentials; first: SentSince },
) {
  const service = givenService();
  await givenLaunched(service.services);
  const stage = await givenStage(service.services, { workspace: { movesAskAgain: false }, sandbox: null });
  await stage.connect(platform, entered);
  const plan = (sourceText: string, hours: number) => {
    const scheduledAt = new Date(service.clock.now().getTime() + hours * HOUR);
    return givenQueued(stage, { platforms: [platform], sourceText, scheduledAt });
  };
  const festival = () => plan('The festival opens on Friday.\n\nCome at nine.', 1);
  const first = await festival();
  const second = await plan('The market closes at noon.\n\nCome early.', 2);
  const { to } = await service.backUp();
  let sentId = first.publicationId;
  if (how === 'with other words') sentId = await changeWords(service.services, first.draft.id, stage);
  if (how === 'planned again') {
    await actAs(service.services, stage.owner, (ctx) => cancelJob(ctx, first.jobId));
    sentId = (await festival()).publicationId;
  }
  service.clock.advance(HOUR);
  expect(await service.deliver(sentId)).toBe('published');
  const sent = await service.services.orm.em.fork().findOneOrFail(Publication, sentId);

  const restored = await restore(to);
  const read = () => Promise.all([restored.find(first.publicationId), restored.find(second.publicationId)]);
  const isOver = ({ state, nextAttemptAt }: Publication) => state === 'published' || (state === 'unknown' && nextAttemptAt === null);
  for (const { id } of await read()) await restored.deliver(id);
  await restored.release();
  for (let quarter = 0; quarter < 120 && !(await read()).every(isOver); quarter += 1) {
    restored.clock.advance(HOUR / 4);
    for (const { id } of await read()) await restored.deliver(id);
  }
  const [changed, planned] = await read();
  return { sent, changed, planned };
}
