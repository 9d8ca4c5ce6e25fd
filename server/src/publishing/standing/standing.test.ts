import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../access/actor.ts';
import { Session } from '../../access/sessions/session.entity.ts';
import { Membership } from '../../access/user.entity.ts';
import { Workspace } from '../../access/workspace.entity.ts';
import { Approval } from '../../approvals/approval.entity.ts';
import { StandingApproval } from '../../approvals/standing/standing-approval.entity.ts';
import { hashOfTemplate } from '../../approvals/standing/template.ts';
import { actAs, agentActor, userActor } from '../../testing/actors.ts';
import { createEngine } from '../../testing/engine.ts';
import {
  type Arranged,
  arrangeStanding,
  DAYS,
  givenStanding,
  LIMITS,
  reminder,
  SIGNED,
  sign,
  templateOf,
} from '../../testing/matrix/standing.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { workOffWaiting } from '../../testing/waiting.ts';
import { pauseWorkspace, resumeWorkspace } from '../../workspaces/workspace-lifecycle.ts';
import { cancelJob } from '../jobs/end-job.ts';
import { holdApproval } from '../review/hold-approval.ts';
import { recordDecision } from '../review/record-decision.ts';
import { newSweepRound, sweep } from '../sweep.ts';
import { decidedOf, replay } from './history.ts';
import { keepStanding } from './keep-standing.ts';
import { proposeStanding } from './propose-standing.ts';
import { declineStanding, replayStanding, revokeStanding, signStanding } from './sign-standing.ts';

const database = useTestDatabase();
let engine: ReturnType<typeof createEngine>;
beforeAll(() => {
  engine = createEngine(database);
});

const arrange = (options?: Parameters<typeof arrangeStanding>[1]) => arrangeStanding(engine, options);

async function arrangeSigned(): Promise<Arranged> {
  const stage = await arrange();
  await sign(stage);
  return stage;
}
/** For read-only tests. */
let shared: Arranged | null = null;

const read = (id: string) => engine.services.orm.em.fork().findOneOrFail(StandingApproval, id);

it('approves a post that matches, with a record; any other needs a decision, with the reason', async () => {
  const stage = await arrange();
  const standing = await sign(stage);
  const { approval, job } = await stage.say(reminder('Sunday', '18:15', 11));
  expect(approval).toMatchObject({ state: 'approved', standingId: standing.id, reason: null });
  expect(job).toMatchObject({ state: 'queued', mode: 'approval' });
  const [publication] = await stage.publicationsOf(job?.id ?? '');
  expect(await engine.deliver(publication?.id ?? '')).toBe('published');
  const other = await stage.say(`${reminder('Sunday', '18:15', 11)} Bring a friend!`);
  expect([other.approval?.state, other.job?.state]).toEqual(['pending', 'blocked']);
  expect(other.approval?.reason).toMatch(/^Not by the standing approval of Person \d+: .* where .* was signed\.$/);
});

it.each<[string, (stage: Arranged) => Promise<Awaited<ReturnType<Arranged['say']>>>, RegExp]>([
  ['a number beyond those seen', (s) => s.say(reminder('Friday', '19:30', 99)), /a number from 10 to 14/],
  ['an impossible time', (s) => s.say(reminder('Friday', '25:30')), /a time was signed/],
  ['a word that is not a weekday', (s) => s.say(reminder('Xmas')), /one of Monday, Tuesday, Wednesday, Thursday, Friday, … was signed/],
  ['another link', (s) => s.say(reminder('Friday'), { link: 'https://example.org/choir' }), /the link is another|card/],
  ['another agent', async (s) => s.say(reminder('Friday'), {}, await agentActor(s.services, s.workspace)), /^$/],
  ['a person', (s) => s.say(reminder('Friday'), {}, s.owner), /^$/],
])('needs an approval for %s', async (_what, post, reason) => {
  shared ??= await arrangeSigned();
  const stage = shared;
  const { approval } = await post(stage);
  expect(approval?.state).toBe('pending');
  expect(approval?.standingId ?? null).toBeNull();
  expect(approval?.reason ?? '').toMatch(reason);
});

/** Each alone is harmless; recombined word by word they yield “… we proudly sell your data and we gladly keep it.” */
const HARMLESS = [
  'At our bakery we proudly protect your data and we gladly delete it.',
  'At our bakery we proudly protect your data and we gladly keep it.',
  'At our bakery we proudly sell your cakes and we gladly deliver it.',
  'At our bakery we gladly protect your data and we proudly keep it.',
  'At our bakery we gladly protect your cakes and we proudly deliver it.',
];

it('learns from signed posts, and does not approve what could be recombined from their words', async () => {
  const stage = await arrange();
  for (const text of HARMLESS) {
    engine.clock.advance(24 * 3_600_000);
    await stage.approve((await stage.say(text)).approval);
  }
  await proposeStanding(stage.services);
  const proposed = await engine.services.orm.em.fork().findOneOrFail(StandingApproval, { workspaceId: stage.workspaceId });
  await engine.services.orm.em.fork().nativeUpdate(Session, { id: stage.owner.sessionId }, { reauthenticatedAt: engine.clock.now() });
  const { id, templateHash } = proposed;
  await actAs(stage.services, stage.owner, (ctx) => signStanding(ctx, { id, templateHash, ...LIMITS }));
  const made = await stage.say('At our bakery we proudly sell your data and we gladly keep it.');
  expect([made.approval?.state, made.job?.state]).toEqual(['pending', 'blocked']);
  expect(made.approval?.reason).toMatch(/no signed post has these words together: “proudly”, “sell”, “data”, “gladly”, “keep”/);
});

it('proposes nothing if the posts differ in a word that reverses the meaning', async () => {
  const stage = await arrange();
  for (const [index, word] of ['always', 'never', 'always', 'never', 'always', 'always'].entries()) {
    engine.clock.advance(24 * 3_600_000);
    await stage.approve((await stage.say(`We ${word} delete your data, as the choir has promised at 1${index}:30.`)).approval);
  }
  await proposeStanding(stage.services);
  expect(await engine.services.orm.em.fork().count(StandingApproval, { workspaceId: stage.workspaceId })).toBe(0);
});

it('from before combinations were stored approves nothing if its words recombine, and ends with the reason', async () => {
  const stage = await arrange();
  const [target] = templateOf(stage, HARMLESS);
  if (!target) throw new Error('The posts show no template.');
  const { seen: _seen, ...before } = target;
  const standing = await givenStanding(stage.services, stage, 'active', [before]);
  await engine.services.orm.em.fork().nativeUpdate(Workspace, { id: stage.workspaceId }, { hasStanding: true });
  const made = await stage.say('At our bakery we proudly sell your data and we gladly keep it.');
  expect([made.approval?.state, made.job?.state]).toEqual(['pending', 'blocked']);
  expect(made.approval?.reason).toMatch(/its template allows combinations of words that no signed post had/);
  await sweep(stage.services);
  expect(await read(standing.id)).toMatchObject({ state: 'ended', endReason: 'recombines' });
});

it('asks people about a new account on the same platform, and about content that a person has rejected', async () => {
  const stage = await arrange();
  const no = await stage.say(reminder('Sunday', '9:15', 14));
  await sign(stage);
  await actAs(stage.services, stage.owner, (ctx) =>
    recordDecision(ctx, { approvalId: no.approval?.id ?? '', contentHash: no.approval?.contentHash ?? '', decision: 'rejected' }),
  );
  const again = await stage.say(reminder('Sunday', '9:15', 14));
  expect(again.approval?.reason).toMatch(/a person rejected this text before|safety checks/);
  await stage.connect('sandbox', { handle: 'quay' });
  const both = await stage.say(reminder('Friday', '18:20', 11));
  expect([both.approval?.state, both.approval?.reason]).toEqual(['pending', expect.stringContaining('other accounts')]);
});

it('approves no more per day or for more credits than signed, also concurrently', async () => {
  const stage = await arrange();
  await sign(stage, { credits: 3 });
  const at = ['8:10', '8:20', '8:30', '8:40', '8:50'];
  const posts = await Promise.all(at.map((time) => stage.say(reminder('Friday', time, 11))));
  const let2 = posts.filter(({ approval }) => approval?.state === 'approved');
  expect(let2).toHaveLength(2);
  const held = posts.filter(({ approval }) => approval?.state === 'pending').map(({ approval }) => approval?.reason);
  expect(new Set(held.map((reason) => /at most 2 posts a day/.test(reason ?? '')))).toEqual(new Set([true]));
  engine.clock.advance(24 * 3_600_000);
  expect((await stage.say(reminder('Friday', '9:10', 11))).approval?.state).toBe('approved');
  const last = await stage.say(reminder('Friday', '9:20', 11));
  expect([last.approval?.state, last.approval?.reason]).toEqual(['pending', expect.stringContaining('at most 3 credits')]);
});

it('never sends more than a day’s posts, if posts approved for other days coincide', async () => {
  const stage = await arrange();
  await sign(stage, { perDay: 1 });
  const day = 24 * 3_600_000;
  const later = (days: number) => new Date(engine.clock.now().getTime() + days * day + 60_000);
  const posts = await Promise.all([1, 2, 3].map((days) => stage.say(reminder('Friday', `8:1${days}`, 11), { scheduledAt: later(days) })));
  expect(posts.map(({ approval }) => approval?.state)).toEqual(['approved', 'approved', 'approved']);
  engine.clock.advance(4 * day);
  const ids = await Promise.all(posts.map(async ({ job }) => (await stage.publicationsOf(job?.id ?? ''))[0]?.id ?? ''));
  const outcomes = await Promise.all(ids.map((id) => engine.deliver(id)));
  expect(outcomes.filter((outcome) => outcome === 'published')).toHaveLength(1);
  await sweep(stage.services);
  const drafts = stage.services.orm.em
    .fork()
    .execute<{ state: string }[]>('select state from drafts where id in (?) order by state', [posts.map(({ draft }) => draft.id)]);
  expect((await drafts).map(({ state }) => state)).toEqual(['in_review', 'in_review', 'published']);
});

it('sends nothing after a revocation, and requests approval for its posts', async () => {
  const stage = await arrange();
  const { id } = await sign(stage);
  const { job, draft } = await stage.say(reminder('Sunday', '18:15', 11));
  const [publication] = await stage.publicationsOf(job?.id ?? '');
  await actAs(stage.services, stage.owner, (ctx) => revokeStanding(ctx, id));
  expect(await engine.deliver(publication?.id ?? '')).not.toBe('published');
  expect(await engine.postsOf(publication?.id ?? '')).toBe(0);
  await sweep(stage.services);
  const again = await stage.services.orm.em
    .fork()
    .execute('select state, reason from approvals where draft_id = ? order by id', [draft.id]);
  expect(again).toEqual([
    { state: 'superseded', reason: null },
    { state: 'pending', reason: expect.stringMatching(/^Not by the standing approval of Person \d+: it has ended\.$/) },
  ]);
  await expect(actAs(stage.services, stage.owner, (ctx) => revokeStanding(ctx, id))).rejects.toMatchObject({ code: 'invalid_state' });
});

it('keeps the approval of a post that becomes due while the workspace is paused, and publishes it afterwards', async () => {
  const stage = await arrange();
  await sign(stage);
  const scheduledAt = new Date(engine.clock.now().getTime() + 3_600_000);
  const { job, approval } = await stage.say(reminder('Sunday', '18:15', 11), { scheduledAt });
  const [publication] = await stage.publicationsOf(job?.id ?? '');
  await actAs(stage.services, stage.owner, (ctx) => pauseWorkspace(ctx, stage.workspaceId));
  engine.clock.advance(2 * 3_600_000);
  expect(await engine.deliver(publication?.id ?? '')).not.toBe('published');
  await sweep(stage.services);
  const { state } = await stage.services.orm.em.fork().findOneOrFail(Approval, approval?.id ?? '');
  expect(state).toBe('approved');
  await actAs(stage.services, stage.owner, (ctx) => resumeWorkspace(ctx, stage.workspaceId));
  await workOffWaiting(stage.services);
  expect(await engine.deliver(publication?.id ?? '')).toBe('published');
});

it('requests approval for its posts, whatever else waits, or fails, before it', async () => {
  const stages = [await arrange(), await arrange(), await arrange()];
  const scheduledAt = new Date(engine.clock.now().getTime() + 3_600_000);
  const drafts: string[] = [];
  for (const [index, stage] of stages.entries()) {
    const { id } = await sign(stage);
    const { draft, approval } = await stage.say(reminder('Sunday', '18:15', 11), { scheduledAt });
    const hold = { approvalId: approval?.id ?? '', reason: 'Not yet.' };
    await actAs(
      stage.services,
      stage.owner,
      async (ctx): Promise<unknown> => (index === 0 ? holdApproval(ctx, hold) : revokeStanding(ctx, id)),
    );
    drafts.push(draft.id);
  }
  const { orm } = engine.services;
  await orm.em.fork().execute(`update drafts set platforms = '{nowhere}' where id = ?`, [drafts[1]]);
  const round = newSweepRound();
  do await keepStanding(engine.services, round, 1);
  while (round.heldAfter !== '');
  const states = await orm.em.fork().execute<{ state: string }[]>('select state from drafts where id in (?) order by id', [drafts]);
  expect(states.map(({ state }) => state)).toEqual(['approved', 'scheduled', 'in_review']);
});

it.each<[string, string, (stage: Arranged) => Promise<unknown>]>([
  ['time', 'its end has come', async () => engine.clock.advance(31 * 24 * 3_600_000)],
  [
    'signer_left',
    'its signer loses the role',
    ({ services, owner }) =>
      services.orm.em.fork().nativeUpdate(Membership, { userId: owner.kind === 'user' ? owner.userId : '' }, { role: 'viewer' }),
  ],
  [
    'access_ended',
    'the access of the agent ends',
    ({ services, agent }) =>
      services.orm.em.fork().execute(`update grants set state = 'revoked' where id = ?`, [agent.kind === 'agent' ? agent.grantId : '']),
  ],
])('ends automatically (%s) once %s, and sends nothing meanwhile', async (reason, _why, happens) => {
  const stage = await arrange();
  const { id } = await sign(stage);
  const scheduledAt = new Date(engine.clock.now().getTime() + 24 * 3_600_000);
  const { job } = await stage.say(reminder('Sunday', '18:15', 11), { scheduledAt });
  await happens(stage);
  engine.clock.advance(25 * 3_600_000);
  const [publication] = await stage.publicationsOf(job?.id ?? '');
  expect(await engine.deliver(publication?.id ?? '')).not.toBe('published');
  await sweep(stage.services);
  expect(await read(id)).toMatchObject({ state: 'ended', endReason: reason });
});

it('ends when a person cancels one of its posts', async () => {
  const stage = await arrange();
  const { id } = await sign(stage);
  const { job } = await stage.say(reminder('Sunday', '18:15', 11), { scheduledAt: new Date(engine.clock.now().getTime() + 3_600_000) });
  await actAs(stage.services, stage.owner, (ctx) => cancelJob(ctx, job?.id ?? ''));
  expect(await read(id)).toMatchObject({ state: 'ended', endReason: 'refused' });
});

it.each(['rejected', 'changes_requested'] as const)(
  'ends if one of its posts came back and a person’s decision is %s',
  async (decision) => {
    const stage = await arrange();
    const { id } = await sign(stage);
    const { draft } = await stage.say(reminder('Sunday', '18:15', 11), { scheduledAt: new Date(engine.clock.now().getTime() + 3_600_000) });
    const em = stage.services.orm.em.fork();
    await em.nativeUpdate(Workspace, { id: stage.workspaceId }, { approvalsRequired: 2 });
    await em.execute(`update publish_jobs set state = 'blocked' where draft_id = ?`, [draft.id]);
    await sweep(stage.services);
    const { id: approvalId, contentHash } = await em.findOneOrFail(Approval, { draftId: draft.id, state: 'pending' });
    await actAs(stage.services, stage.owner, (ctx) => recordDecision(ctx, { approvalId, contentHash, decision }));
    expect(await read(id)).toMatchObject({ state: 'ended', endReason: 'refused' });
  },
);

it('does not apply while the policy needs more than one approval, cannot be signed then, and applies again after', async () => {
  const stage = await arrange();
  await sign(stage);
  const set = (policy: Partial<Workspace>) => stage.services.orm.em.fork().nativeUpdate(Workspace, { id: stage.workspaceId }, policy);
  await set({ approvalsRequired: 2 });
  const held = await stage.say(reminder('Friday', '8:10', 11));
  expect([held.approval?.state, held.approval?.reason]).toEqual(['pending', expect.stringContaining('2 people must approve here')]);
  await set({ approvalsRequired: 1 });
  const { job } = await stage.say(reminder('Friday', '8:20', 11));
  await set({ requiresSignature: true });
  const [publication] = await stage.publicationsOf(job?.id ?? '');
  expect(await engine.deliver(publication?.id ?? '')).not.toBe('published');
});

it('is signed by a person who decides, as it was seen, within limits; never by an agent', async () => {
  const stage = await givenStage(engine.services);
  const { owner, agent, workspace } = stage;
  const { id, templateHash } = await givenStanding(stage.services, { workspace, agent, owner }, 'proposed');
  const as = (actor: Actor, more: object = {}) =>
    actAs(stage.services, actor, (ctx) => signStanding(ctx, { id, templateHash, ...LIMITS, ...more }));
  await expect(as(stage.agent)).rejects.toMatchObject({ code: 'not_found' });
  await expect(as(await userActor(stage.services, stage.accountId, 'editor'))).rejects.toMatchObject({ code: 'insufficient_role' });
  const signedIn = (reauthenticatedAt: Date | null) =>
    stage.services.orm.em.fork().nativeUpdate(Session, { id: owner.sessionId }, { reauthenticatedAt });
  await signedIn(null);
  await expect(as(stage.owner)).rejects.toMatchObject({ code: 'reauthentication_required' });
  await signedIn(engine.clock.now());
  await expect(as(stage.owner, { templateHash: 'another' })).rejects.toMatchObject({ code: 'content_changed' });
  await expect(as(stage.owner, { perDay: 21 })).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(as(stage.owner, { days: 91 })).rejects.toMatchObject({ code: 'validation_failed' });
  const set = (policy: Partial<Workspace>) => stage.services.orm.em.fork().nativeUpdate(Workspace, { id: stage.workspaceId }, policy);
  const STAGE = { name: 'Legal', who: 'owners' as const, userIds: [], required: 1, platforms: [], agentIds: [] };
  const stricter: Partial<Workspace>[] = [{ refusesSelfApproval: true }, { approvalsRequired: 2 }, { stages: [STAGE] }];
  for (const policy of stricter) {
    await set(policy);
    await expect(as(stage.owner)).rejects.toMatchObject({
      code: 'invalid_state',
      message: expect.stringContaining('cannot be signed beforehand'),
    });
    await set({ refusesSelfApproval: false, approvalsRequired: 1, requiresSignature: false, stages: [] });
  }
  await set({ requiresSignature: true });
  await expect(as(stage.owner)).rejects.toMatchObject({ code: 'signature_required' });
  await set({ requiresSignature: false });
  expect(await as(stage.owner)).toMatchObject({ state: 'active', perDay: 2, credits: 10 });
});

it('proposes what people sign unchanged, with a replay, and rarely', async () => {
  const stage = await arrange({ wasSigned: true });
  const changed = await stage.say(reminder('Friday', '8:10', 99));
  await stage.approve(changed.approval);
  expect(await proposeStanding(stage.services)).toBeGreaterThan(0);
  const standing = await stage.services.orm.em.fork().findOneOrFail(StandingApproval, { workspaceId: stage.workspaceId });
  const shown = templateOf(stage, [...SIGNED, reminder('Friday', '8:10', 99)]);
  expect(standing).toMatchObject({ state: 'proposed', decided: 6, signed: 6, templateHash: hashOfTemplate(shown) });
  const replayed = await actAs(stage.services, stage.owner, (ctx) => replayStanding(ctx, standing, { perDay: 1, credits: 3, days: 30 }));
  expect(replayed.map(({ isLetThrough, reasons }) => (isLetThrough ? 'out' : reasons.map(({ code }) => code).join()))).toEqual([
    ...['out', 'out', 'out', 'credit_limit', 'credit_limit', 'credit_limit'],
  ]);
  await actAs(stage.services, stage.owner, (ctx) => declineStanding(ctx, standing.id));
  engine.clock.advance(8 * 24 * 3_600_000);
  await stage.approve((await stage.say(reminder('Friday', '8:20', 12))).approval);
  await proposeStanding(stage.services);
  expect(await stage.services.orm.em.fork().count(StandingApproval, { workspaceId: stage.workspaceId })).toBe(1);
});

/** An agent's posts in order: how each differs from what was signed, and the days between. */
const spoken = fc.array(
  fc.record({
    text: fc.oneof(
      fc
        .tuple(fc.constantFrom(...DAYS, 'Sunday'), fc.integer({ min: 0, max: 59 }), fc.integer({ min: 9, max: 15 }))
        .map(([day, minute, seats]) => reminder(day, `8:${String(minute).padStart(2, '0')}`, seats)),
      fc.constantFrom(`${reminder('Friday')} Hurry!`, 'The choir does not sing this week.', reminder('someday')),
    ),
    days: fc.constantFrom(0, 0, 1),
  }),
  { minLength: 6, maxLength: 9 },
);

it('approves exactly what the replay says of the same posts, for any posts', async () => {
  const limits = { perDay: 2, credits: 4, days: 30 };
  await fc.assert(
    fc.asyncProperty(spoken, async (posts) => {
      const { clock, services } = engine;
      const day = 24 * 3_600_000;
      const run = async (stage: Arranged): Promise<boolean[]> => {
        clock.advance(day - (clock.now().getTime() % day) + 1_000);
        const out: boolean[] = [];
        for (const { text, days } of posts) {
          clock.advance(days * day + 1_000);
          const { approval } = await stage.say(text);
          out.push(approval?.standingId != null);
          if (approval?.state === 'pending') await stage.approve(approval);
        }
        return out;
      };
      const decided = await arrange();
      const { template } = await givenStanding(services, decided, 'proposed', templateOf(decided));
      await run(decided);
      const { workspaceId, agent, owner } = decided;
      const history = await actAs(services, owner, (ctx) => decidedOf(ctx, { workspaceId, agentId: agent.agentId }));
      const said = replay({ agentId: agent.agentId, template, ...limits }, history, clock.now()).map(({ isLetThrough }) => isLetThrough);
      const signed = await arrange();
      await sign(signed, limits);
      expect(await run(signed)).toEqual(said);
    }),
    // One history per run: they are random, and each is played twice.
    { numRuns: 1 },
  );
});
