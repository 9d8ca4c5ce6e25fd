import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor, Scope } from '../../access/actor.ts';
import type { Services } from '../../context.ts';
import { addCredits } from '../../credits/add-credits.ts';
import type { Draft } from '../../drafts/draft.entity.ts';
import { actAs, agentActor, userActor } from '../../testing/actors.ts';
import { givenConnectionRow } from '../../testing/content.ts';
import { tamper } from '../../testing/database/tamper.ts';
import { createEngine } from '../../testing/engine.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor } from '../../testing/test-services.ts';
import { buildEvidence } from '../evidence/build-evidence.ts';
import { cancelJob } from '../jobs/end-job.ts';
import { readinessOf } from '../jobs/job-queries.ts';
import { usageOfGrants } from '../snapshot/load-authors.ts';
import { captionDraft } from './caption-draft.ts';
import { changeDraft } from './change-draft.ts';
import { discardDraft } from './discard-draft.ts';
import { recordDecision } from './record-decision.ts';
import { createPublishJob, submitDraft } from './submit-draft.ts';

const database = useTestDatabase();
const SCOPES: Scope[] = ['drafts:write', 'captions:write', 'jobs:write', 'read', 'publish:auto'];
type Grant = NonNullable<Parameters<typeof agentActor>[2]>;

/** A workspace of agent Y, with an account on a network other than the sandbox. */
async function givenHome() {
  const engine = createEngine(database);
  const stage = await givenStage(engine.services, { workspace: { allowsAuto: true }, scopes: SCOPES });
  const { services, accountId, workspace, agent: y } = stage;
  await givenConnectionRow(services, workspace, { platform: 'bluesky' });
  await actAs(services, { kind: 'operator' }, (ctx) => addCredits(ctx, { accountId, product: 'api_autoposting_topup', quantity: 1 }));
  return { ...engine, ...stage, y };
}

/** Agent Y's draft, scheduled for tomorrow, in mode `auto` or `approval`; in a new workspace unless `home` is given. */
async function arrange(mode: 'auto' | 'approval', home?: Awaited<ReturnType<typeof givenHome>>) {
  const on = home ?? (await givenHome());
  const { services, workspace } = on;
  const scheduledAt = new Date(services.clock.now().getTime() + 86_400_000);
  const made = await on.submit({
    platforms: ['bluesky'],
    scheduledAt,
    ...(mode === 'auto' ? { publishMode: 'auto', approvalRequired: false } : {}),
  });
  if (mode === 'approval') await on.approve(made.approval);
  const jobId = made.job?.id ?? '';
  const other = (grant: Grant) => agentActor(services, workspace, { scopes: SCOPES, ...grant });
  const gateOf = async (name: string) => {
    const readiness = (await readinessOf(contextFor(services), [await on.jobOf(jobId)])).get(jobId);
    return readiness?.gates.find(({ gate }) => gate === name);
  };
  return { ...on, draft: made.draft, jobId, other, gateOf };
}

type Arranged = Awaited<ReturnType<typeof arrange>>;
const text = 'Words of another agent.';
const WAYS: Record<string, (on: Arranged, x: Actor, draft: Draft) => Promise<unknown>> = {
  'its words (captions)': ({ services, workspaceId }, x, { id }) =>
    actAs(services, x, (ctx) =>
      captionDraft(ctx, { workspaceId, draftId: id, captions: [{ platform: 'bluesky', text, tags: [], thread: [] }] }),
    ),
  'its source (PATCH)': ({ services }, x, { id, revision }) =>
    actAs(services, x, (ctx) => changeDraft(ctx, { draftId: id, revision, changes: { sourceText: text } })),
  'its words (GraphQL)': ({ services }, x, { id, revision }) =>
    actAs(services, x, (ctx) =>
      changeDraft(ctx, { draftId: id, revision, changes: {}, captions: [{ platform: 'bluesky', text, tags: [], thread: [] }] }),
    ),
  'its time': ({ services }, x, { id, revision }) =>
    actAs(services, x, (ctx) =>
      changeDraft(ctx, { draftId: id, revision, changes: { scheduledAt: new Date(services.clock.now().getTime() + 3_600_000) } }),
    ),
};

/** What happens to a grant after it contributed. */
const pause = ({ services }: Arranged, id: string) =>
  services.orm.em.fork().execute('update grants set paused_at = now() where id = ?', [id]);
const revoke = ({ services }: Arranged, id: string) =>
  services.orm.em.fork().execute(`update grants set state = 'revoked' where id = ?`, [id]);
const nothing = async () => {};
const LIMITS: [string, Grant, (on: Arranged, id: string) => Promise<unknown>, string][] = [
  ['may use the sandbox only', { isSandboxOnly: true }, nothing, 'sandbox_only_grant'],
  ['has no jobs left today', { jobsPerDay: 0 }, nothing, 'daily_job_limit'],
  ['has no credits left this month', { creditsPerMonth: 0 }, nothing, 'monthly_credit_limit'],
  ['is paused', {}, pause, 'grant_paused'],
  ['is revoked', {}, revoke, 'grant_revoked'],
];

let home: Awaited<ReturnType<typeof givenHome>>;
beforeAll(async () => {
  home = await givenHome();
});

const CASES = LIMITS.flatMap(([name, grant, then, code]) =>
  (['auto', 'approval'] as const).flatMap((mode) => Object.keys(WAYS).map((way) => ({ name, mode, way, grant, then, code }))),
);

it.each(CASES)('an agent that $name holds another agent’s $mode job if it changes $way', async ({ mode, way, grant, then, code }) => {
  const on = await arrange(mode, home);
  expect((await on.gateOf('permission'))?.code).toBe('permitted');
  const x = await on.other(grant);
  await WAYS[way]?.(on, x, on.draft);
  await then(on, x.grantId);
  expect(await on.gateOf('permission')).toMatchObject({ code });
  expect(await on.jobOf(on.jobId)).toMatchObject({ grantId: on.y.grantId, revision: 2 });
});

it.each(Object.keys(WAYS))('needs an approval if an agent without that permission changes %s', async (way) => {
  const on = await arrange('auto', home);
  await WAYS[way]?.(on, await on.other({ scopes: SCOPES.filter((scope) => scope !== 'publish:auto') }), on.draft);
  expect(await on.jobOf(on.jobId)).toMatchObject({ mode: 'approval', state: 'blocked' });
  expect((await on.gateOf('approval'))?.code).toBe('approval_pending');
});

it('needs no submit permission for an author of content that a person approves', async () => {
  const on = await arrange('approval');
  await WAYS['its words (captions)']?.(on, await on.other({ scopes: ['captions:write', 'read'] }), on.draft);
  expect((await on.gateOf('permission'))?.code).toBe('permitted');
});

it('counts a job once for every contributor', async () => {
  const on = await arrange('approval');
  const x = await on.other({ jobsPerDay: 1 });
  const { services, workspaceId } = on;
  await WAYS['its words (captions)']?.(on, x, on.draft);
  const usage = await usageOfGrants(contextFor(services), [x.grantId, on.y.grantId]);
  expect([usage.get(x.grantId)?.jobsToday, usage.get(on.y.grantId)?.jobsToday]).toEqual([1, 1]);
  expect((await on.gateOf('permission'))?.code).toBe('permitted');
  const second = await on.submit();
  const words = { draftId: second.draft.id, captions: [{ platform: 'sandbox', text, tags: [], thread: [] }] };
  const { job } = await actAs(services, x, (ctx) => captionDraft(ctx, { workspaceId, ...words }));
  const gates = (await readinessOf(contextFor(services), job ? [job] : [])).get(job?.id ?? '')?.gates;
  expect(gates?.find(({ gate }) => gate === 'permission')?.code).toBe('daily_job_limit');
});

it('counts a credit against the limits of every contributor', async () => {
  const on = await arrange('approval');
  const { services, workspaceId, submit, approve, publicationsOf, deliver } = on;
  const x = await on.other({ creditsPerMonth: 1 });
  const { draft } = await submit();
  const changed = await actAs(services, x, (ctx) =>
    captionDraft(ctx, { workspaceId, draftId: draft.id, captions: [{ platform: 'sandbox', text, tags: [], thread: [] }] }),
  );
  await approve(changed.approval);
  const [publication] = await publicationsOf(changed.job?.id ?? '');
  expect(await deliver(publication?.id ?? '')).toBe('published');
  const usage = await usageOfGrants(contextFor(services), [x.grantId, on.y.grantId]);
  expect([usage.get(x.grantId)?.creditsThisMonth, usage.get(on.y.grantId)?.creditsThisMonth]).toEqual([1, 1]);
});

it('names every author in the evidence', async () => {
  const on = await arrange('approval');
  await WAYS['its words (captions)']?.(on, await on.other({ name: 'Agent X' }), on.draft);
  const { job } = await buildEvidence(contextFor(on.services, on.owner), on.jobId);
  expect(job.asked_by.name).toBe(on.y.agentName);
  expect(job.authors).toMatchObject([
    { kind: 'agent', name: on.y.agentName },
    { kind: 'agent', name: 'Agent X' },
  ]);
  expect(job.revisions?.map(({ by }) => by.name)).toEqual([on.y.agentName, 'Agent X']);
});

it('continues in the name of a person who submits it, once an agent may no longer', async () => {
  const on = await arrange('approval');
  const { services, approve, jobOf, jobId, gateOf } = on;
  await revoke(on, on.y.grantId);
  expect((await gateOf('permission'))?.code).toBe('grant_revoked');
  const person = await userActor(services, on.accountId);
  const again = await actAs(services, person, (ctx) => submitDraft(ctx, on.draft));
  expect([again.job?.id, (await gateOf('permission'))?.code]).toEqual([jobId, 'permitted']);
  await approve(again.approval);
  expect(await jobOf(jobId)).toMatchObject({ userId: person.userId, grantId: null });
});

it('sends no content that a person has rejected without a person, in another draft either', async () => {
  const on = await arrange('auto');
  const { services, submit, owner, workspaceId, agent } = on;
  const asked = await submit();
  await actAs(services, owner, (ctx) =>
    recordDecision(ctx, { approvalId: asked.approval?.id ?? '', contentHash: asked.approval?.contentHash ?? '', decision: 'rejected' }),
  );
  const again = await submit({ publishMode: 'auto', approvalRequired: false });
  expect([again.job?.mode, again.approval?.state, again.notices.map(({ code }) => code)]).toEqual([
    'approval',
    'pending',
    ['approval_still_required'],
  ]);
  const later = await submit({ publishMode: 'draft_only' });
  const queued = await actAs(services, agent, (ctx) =>
    createPublishJob(ctx, { workspaceId, draftId: later.draft.id, publishMode: 'auto' }),
  );
  expect(queued.job?.mode).toBe('approval');
});

it.each([
  ['with an invisible space', 'The harbour festival is cancelled.\u200b'],
  ['with an invisible joiner', 'The harbour festival\u2060 is cancelled.'],
  ['with a letter that only looks the same', 'The h\u0430rbour festival is cancelled.'],
])('recognises rejected content: %s', async (_, sourceText) => {
  const { services, submit, owner } = await arrange('auto');
  const asked = await submit({ sourceText: 'The harbour festival is cancelled.' });
  await actAs(services, owner, (ctx) =>
    recordDecision(ctx, { approvalId: asked.approval?.id ?? '', contentHash: asked.approval?.contentHash ?? '', decision: 'rejected' }),
  );
  const again = await submit({ sourceText, publishMode: 'auto', approvalRequired: false });
  expect([again.job?.mode, again.approval?.state]).toEqual(['approval', 'pending']);
});

it('recognises rejected content from before its displayed form was stored', async () => {
  const { services, submit, owner } = await arrange('auto');
  const asked = await submit();
  await actAs(services, owner, (ctx) =>
    recordDecision(ctx, { approvalId: asked.approval?.id ?? '', contentHash: asked.approval?.contentHash ?? '', decision: 'rejected' }),
  );
  await tamper(services.orm, [['update payloads set seen_hash = null where draft_id = ?', asked.draft.id]]);
  expect((await submit({ publishMode: 'auto', approvalRequired: false })).job?.mode).toBe('approval');
});

describe('cancelling an automatic job', () => {
  const later = (services: Services) => new Date(services.clock.now().getTime() + 3_600_000);

  it('by a person requires approval before the same content is published, in that draft or another', async () => {
    const { services, submit, owner, agent, workspaceId } = await arrange('auto');
    const auto = { publishMode: 'auto', approvalRequired: false } as const;
    const made = await submit({ ...auto, sourceText: 'The market opens at six.', scheduledAt: later(services) });
    expect(made.job?.mode).toBe('auto');
    await actAs(services, owner, (ctx) => cancelJob(ctx, made.job?.id ?? ''));
    const again = await actAs(services, agent, (ctx) => createPublishJob(ctx, { workspaceId, draftId: made.draft.id, ...auto }));
    const elsewhere = await submit({ ...auto, sourceText: 'The market opens at six.' });
    const other = await submit({ ...auto, sourceText: 'The market opens at seven.' });
    expect([again, elsewhere, other].map(({ job }) => job?.mode)).toEqual(['approval', 'approval', 'auto']);
  });

  it.each([
    ['a person', 'approval'],
    ['the agent', 'auto'],
  ] as const)('by archiving its draft, as %s, submits the same content again in mode %s', async (who, mode) => {
    const { services, submit, owner, agent } = await arrange('auto');
    const auto = { publishMode: 'auto', approvalRequired: false, sourceText: 'The market opens at nine.' } as const;
    const made = await submit({ ...auto, scheduledAt: later(services) });
    expect(made.job?.mode).toBe('auto');
    await actAs(services, who === 'a person' ? owner : agent, (ctx) => discardDraft(ctx, made.draft.id));
    expect((await submit(auto)).job?.mode).toBe(mode);
  });

  it('by the agent itself lets it be submitted again', async () => {
    const { services, submit, agent, workspaceId } = await arrange('auto');
    const auto = { publishMode: 'auto', approvalRequired: false } as const;
    const made = await submit({ ...auto, sourceText: 'The market opens at eight.', scheduledAt: later(services) });
    await actAs(services, agent, (ctx) => cancelJob(ctx, made.job?.id ?? ''));
    const again = await actAs(services, agent, (ctx) => createPublishJob(ctx, { workspaceId, draftId: made.draft.id, ...auto }));
    expect(again.job?.mode).toBe('auto');
  });
});

it('stops automatic posts in progress once a person rejects the same content elsewhere', async () => {
  const on = await arrange('auto');
  const { services, owner, submit } = on;
  const asked = await submit({ platforms: ['bluesky'] });
  await actAs(services, owner, (ctx) =>
    recordDecision(ctx, { approvalId: asked.approval?.id ?? '', contentHash: asked.approval?.contentHash ?? '', decision: 'rejected' }),
  );
  expect(await on.gateOf('approval')).toMatchObject({ code: 'refused_before', status: 'block' });
});
