import { expect, it, vi } from 'vitest';
import { networkWords } from '../../platforms/network-words.ts';
import { overrideRules } from '../../platforms/rule-overrides.ts';
import { sandboxRules } from '../../platforms/sandbox/sandbox-rules.ts';
import { actAs } from '../../testing/actors.ts';
import { createEngine, type Engine, givenQueued } from '../../testing/engine.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor } from '../../testing/test-services.ts';
import { explainJobs } from '../jobs/explain-jobs.ts';
import { precheckUsage } from '../precheck-usage.ts';
import { captionDraft } from '../review/caption-draft.ts';

const database = useTestDatabase();

/** Restarts the service after the sandbox has changed its text limit. */
function restartedWithTextOf(max: number): Engine {
  const [network = sandboxRules] = overrideRules([sandboxRules], [{ platform: 'sandbox', field: 'text', max }]);
  return createEngine(database, () => networkWords(network));
}

async function arrange() {
  const engine = createEngine(database);
  const stage = await givenStage(engine.services);
  const queued = await givenQueued(stage, { sourceText: 'The harbour festival opens on Friday, and everyone may come.' });
  const payloadGate = async ({ services }: Engine) => {
    const explained = await explainJobs(contextFor(services), [await stage.jobOf(queued.jobId)]);
    return explained.get(queued.jobId)?.readiness.gates.find(({ gate }) => gate === 'payload');
  };
  return { engine, ...stage, ...queued, payloadGate };
}

it('sends nothing that the platform no longer accepts since it was approved, with a remedy', async () => {
  const { agent, workspaceId, draft, publicationId, jobId, jobOf, publicationsOf, approve, payloadGate, ledger } = await arrange();
  const restarted = restartedWithTextOf(20);
  const { services } = restarted;
  expect(await restarted.deliver(publicationId)).toBeNull();
  expect([(await jobOf(jobId)).state, await restarted.postsOf(publicationId)]).toEqual(['blocked', 0]);
  expect((await publicationsOf(jobId))[0]).toMatchObject({ state: 'pending', attempts: 0, intent: null });
  expect(await ledger()).toMatchObject({ holds: 0, problems: [] });
  const gate = await payloadGate(restarted);
  expect(gate).toMatchObject({ status: 'block', code: 'payload_outdated', target: 'sandbox' });
  expect(String(gate?.remedy)).toContain('submit the draft again');
  const precheck = await precheckUsage(contextFor(services, agent), { workspaceId, draftId: draft.id });
  expect([precheck.isReady, precheck.gates.find((each) => each.gate === 'payload')?.code]).toEqual([false, 'payload_outdated']);

  const captions = [{ platform: 'sandbox', text: 'We open on Friday.', tags: [], thread: [] }];
  const again = await actAs(services, agent, (ctx) => captionDraft(ctx, { workspaceId, draftId: draft.id, captions }));
  await approve(again.approval);
  const [publication] = await publicationsOf(again.job?.id ?? '');
  expect(await restarted.deliver(publication?.id ?? '')).toBe('published');
});

it('keeps published posts by the rules of their time', async () => {
  const { engine, publicationId, payloadGate } = await arrange();
  await engine.deliver(publicationId);
  expect(await payloadGate(restartedWithTextOf(20))).toMatchObject({ status: 'pass' });
});

it('validates again only if the rules have changed', async () => {
  const { publicationId, payloadGate } = await arrange();
  const validate = vi.fn(() => []);
  const unchanged = createEngine(database, () => ({ validate }));
  expect(await payloadGate(unchanged)).toMatchObject({ status: 'pass' });
  expect(await unchanged.deliver(publicationId)).toBe('published');
  expect(validate).not.toHaveBeenCalled();
});
