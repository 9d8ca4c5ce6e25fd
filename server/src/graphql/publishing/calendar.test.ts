import { beforeEach, describe, expect, it } from 'vitest';
import type { Scope } from '../../access/actor.ts';
import { Workspace } from '../../access/workspace.entity.ts';
import type { Stage } from '../../access/workspace-policies.ts';
import { createDraft } from '../../drafts/create-draft.ts';
import { takeNextSlot } from '../../drafts/next-free-slot.ts';
import { recordDecision } from '../../publishing/review/record-decision.ts';
import { createAndSubmitDraft } from '../../publishing/review/submit-draft.ts';
import { actAs, agentActor, userActor } from '../../testing/actors.ts';
import { givenDraft, givenSubmittedDraft, givenWords } from '../../testing/content.ts';
import { givenWorkspace } from '../../testing/factories.ts';
import { type Person, usePeople } from '../../testing/people.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const database = useTestDatabase();
const stage = usePeople(database);
let home: Awaited<ReturnType<typeof givenWorkspace>>;
let agent: Awaited<ReturnType<typeof agentActor>>;
let owner: Person;

/** Monday. */
const NOW = new Date('2026-11-23T08:00:00Z');
const NIGHT = [{ weekdays: [1, 2, 3, 4, 5, 6, 7] as (1 | 2 | 3 | 4 | 5 | 6 | 7)[], from: '22:00', to: '07:00' }];

beforeEach(async () => {
  stage.clock.set(NOW);
  home = await givenWorkspace(stage.services, {
    timeZone: 'Europe/Lisbon',
    quietHours: NIGHT,
    postingSlots: [
      { weekdays: [1, 2], at: '09:00' },
      { weekdays: [2], at: '23:00' },
    ],
  });
  agent = await agentActor(stage.services, home.workspace);
  owner = await stage.person({ accountId: home.accountId });
});

const scheduled = (at: string) => givenDraft(stage.services, agent, home.workspace, { scheduledAt: new Date(at) });
const PERIOD = { start: '2026-11-23T00:00:00Z', end: '2026-11-26T00:00:00Z' };

describe('the calendar', () => {
  const CALENDAR = `query ($id: ID!, $start: DateTime!, $end: DateTime!, $first: Int, $after: String) { workspace(id: $id) {
    scheduledDrafts(start: $start, end: $end, first: $first, after: $after) { edges { node { id } } pageInfo { hasNextPage endCursor } }
    quietPeriods(start: $start, end: $end) { start end } slots(start: $start, end: $end) { at isTaken } nextFreeSlot } }`;
  interface Answer {
    workspace: {
      scheduledDrafts: { edges: { node: { id: string } }[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
      quietPeriods: { start: string; end: string }[];
      slots: { at: string; isTaken: boolean }[];
      nextFreeSlot: string | null;
    };
  }
  const read = async (variables: object = {}) =>
    (await owner.browser.must<Answer>(CALENDAR, { id: home.workspaceId, ...PERIOD, ...variables })).workspace;

  it('lists its period, soonest first, page by page, even with equal times', async () => {
    const late = await scheduled('2026-11-25T10:00:00Z');
    const pair = [await scheduled('2026-11-24T10:00:00Z'), await scheduled('2026-11-24T10:00:00Z')];
    await scheduled('2026-11-26T00:00:00Z');
    await givenDraft(stage.services, agent, home.workspace);
    const ids: string[] = [];
    let after: string | null = null;
    do {
      const { scheduledDrafts: page } = await read({ first: 1, after });
      ids.push(...page.edges.map(({ node }) => node.id));
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after);
    expect(ids).toEqual([...pair.map(({ id }) => id), late.id]);
  });

  it('shows quiet hours as instants, and slots with their posts; slots in quiet hours do not exist', async () => {
    await scheduled('2026-11-23T09:00:00Z');
    const { quietPeriods, slots, nextFreeSlot } = await read();
    expect(quietPeriods.slice(0, 2)).toEqual([
      { start: '2026-11-23T00:00:00.000Z', end: '2026-11-23T07:00:00.000Z' },
      { start: '2026-11-23T22:00:00.000Z', end: '2026-11-24T07:00:00.000Z' },
    ]);
    expect(slots).toEqual([
      { at: '2026-11-23T09:00:00.000Z', isTaken: true },
      { at: '2026-11-24T09:00:00.000Z', isTaken: false },
    ]);
    expect(nextFreeSlot).toBe('2026-11-24T09:00:00.000Z');
  });

  it('refuses a period without an end, and one that is too long', async () => {
    for (const end of ['2026-11-23T00:00:00Z', '2027-11-23T00:00:00Z']) {
      expect((await owner.browser.ask(CALENDAR, { id: home.workspaceId, ...PERIOD, end })).code).toBe('bad_user_input');
    }
  });

  it('gives two concurrent requests for the next slot different slots', async () => {
    const take = () =>
      actAs(stage.services, agent, async (ctx) => {
        const scheduledAt = await takeNextSlot(ctx, home.workspaceId);
        return (await createDraft(ctx, { workspaceId: home.workspaceId, sourceText: 'Open.', platforms: ['sandbox'], scheduledAt })).draft;
      });
    const times = (await Promise.all([take(), take(), take()])).map(({ scheduledAt }) => scheduledAt?.toISOString());
    expect(times.sort()).toEqual(['2026-11-23T09:00:00.000Z', '2026-11-24T09:00:00.000Z', '2026-11-30T09:00:00.000Z']);
  });
});

describe('a move', () => {
  const MOVE =
    'query ($id: ID!, $to: DateTime) { draft(id: $id) { revision move(to: $to) { refusal asksAgain touchesDecision goesOutAt } } }';
  const look = async (id: string, to: string | null) =>
    (await owner.browser.must<{ draft: { revision: number; move: Record<string, unknown> } }>(MOVE, { id, to })).draft;

  it('predicts whether approval is requested again and the actual publishing time', async () => {
    const { draft } = await givenSubmittedDraft(stage.services, agent, home.workspace);
    const { move, revision } = await look(draft.id, '2026-11-24T23:30:00Z');
    expect(move).toEqual({ refusal: null, asksAgain: true, touchesDecision: false, goesOutAt: '2026-11-25T07:00:00.000Z' });
    expect((await look(draft.id, '2026-11-22T10:00:00Z')).move.refusal).toContain('must not lie in the past');
    const input = { draftId: draft.id, revision, scheduledAt: '2026-11-24T23:30:00Z' };
    const RESCHEDULE =
      'mutation ($input: RescheduleDraftInput!) { rescheduleDraft(input: $input) { state scheduledAt approval { state } } }';
    expect((await owner.browser.must<{ rescheduleDraft: object }>(RESCHEDULE, { input })).rescheduleDraft).toEqual({
      state: 'IN_REVIEW',
      scheduledAt: '2026-11-24T23:30:00.000Z',
      approval: { state: 'PENDING' },
    });
    expect((await owner.browser.ask(RESCHEDULE, { input })).code).toBe('stale_revision');
  });

  const TOUCHES = 'query ($id: ID!, $to: DateTime) { draft(id: $id) { move(to: $to) { asksAgain endsOwnVote touchesDecision } } }';
  const touch = async ({ id }: { id: string }, { browser } = owner) =>
    (await browser.must<{ draft: { move: object } }>(TOUCHES, { id, to: '2026-11-25T10:00:00Z' })).draft.move;
  const set = (policy: Partial<Workspace>) => stage.services.orm.em.fork().nativeUpdate(Workspace, home.workspaceId, policy);

  it('affects a decision only once there is one', async () => {
    await set({ movesAskAgain: false, approvalsRequired: 2 });
    const decider = await userActor(stage.services, home.accountId);
    expect(await touch(await givenDraft(stage.services, agent, home.workspace))).toMatchObject({ touchesDecision: false });
    for (const decision of ['approved', 'changes_requested', 'rejected'] as const) {
      const { draft, approval } = await givenSubmittedDraft(stage.services, agent, home.workspace);
      expect(await touch(draft)).toEqual({ asksAgain: false, endsOwnVote: false, touchesDecision: false });
      const asked = { approvalId: approval?.id ?? '', contentHash: approval?.contentHash ?? '', decision, comment: 'So it is.' };
      await actAs(stage.services, decider, (ctx) => recordDecision(ctx, asked));
      expect(await touch(draft), decision).toMatchObject({ touchesDecision: true });
    }
  });

  it('affects automatic publishing only if approval would be required afterwards', async () => {
    await set({ allowsAuto: true, movesAskAgain: false });
    const scopes: Scope[] = ['drafts:write', 'captions:write', 'jobs:write', 'publish:auto'];
    const auto = await agentActor(stage.services, home.workspace, { scopes });
    const input = { workspaceId: home.workspaceId, sourceText: 'Open.', platforms: ['sandbox'], approvalRequired: false };
    const { draft } = await actAs(stage.services, auto, (ctx) => createAndSubmitDraft(ctx, { ...input, publishMode: 'auto' }));
    expect(await touch(draft)).toEqual({ asksAgain: false, endsOwnVote: false, touchesDecision: false });
    await set({ movesAskAgain: true });
    expect(await touch(draft)).toEqual({ asksAgain: true, endsOwnVote: false, touchesDecision: true });
  });

  it('indicates if the person who moves it may then no longer approve it', async () => {
    await set({ refusesSelfApproval: true });
    const draft = await givenDraft(stage.services, agent, home.workspace);
    expect(await touch(draft)).toEqual({ asksAgain: false, endsOwnVote: true, touchesDecision: true });
    const input = { draftId: draft.id, revision: 1, scheduledAt: '2026-11-24T10:00:00Z' };
    await owner.browser.must('mutation ($input: RescheduleDraftInput!) { rescheduleDraft(input: $input) { id } }', { input });
    expect(await touch(draft)).toMatchObject({ endsOwnVote: false, touchesDecision: false });
  });

  it('counts no vote of a person outside its stages', async () => {
    const lawyer = await stage.person({ accountId: home.accountId, role: 'approver' });
    const legal: Stage = { name: 'Legal', who: 'people', userIds: [lawyer.userId], required: 1, platforms: [], agentIds: [] };
    const draft = await givenDraft(stage.services, agent, home.workspace);
    const ends = async (stages: Stage[]) => {
      await set({ refusesSelfApproval: true, stages });
      const { draft: asked } = await givenSubmittedDraft(stage.services, agent, home.workspace);
      return Promise.all([owner, lawyer].flatMap((person) => [touch(draft, person), touch(asked, person)]));
    };
    const [none, all] = [{ endsOwnVote: false }, { endsOwnVote: true }];
    expect(await ends([legal])).toMatchObject([none, none, all, all]);
    expect(await ends([{ ...legal, agentIds: [agent.agentId] }])).toMatchObject([none, none, all, all]);
    expect(await ends([{ ...legal, platforms: ['bluesky'] }])).toMatchObject([all, all, all, all]);
  });
});

describe('drafts', () => {
  const LIST = `query ($id: ID!, $search: String, $platform: String, $agentId: ID, $states: [DraftState!], $isScheduled: Boolean) { workspace(id: $id) {
    drafts(search: $search, platform: $platform, agentId: $agentId, states: $states, isScheduled: $isScheduled) { edges { node { id } } } } }`;
  const find = async (filter: object) =>
    (
      await owner.browser.must<{ workspace: { drafts: { edges: { node: { id: string } }[] } } }>(LIST, { id: home.workspaceId, ...filter })
    ).workspace.drafts.edges.map(({ node }) => node.id);

  it('are found by word prefixes, platform, agent, state and time', async () => {
    const festival = await givenDraft(stage.services, agent, home.workspace, {
      sourceText: "The café's harbour festival: it's on & open!",
    });
    const other = await agentActor(stage.services, home.workspace);
    const soup = await givenDraft(stage.services, other, home.workspace, {
      sourceText: 'Soup of the day.',
      platforms: ['bluesky'],
      scheduledAt: new Date('2026-11-24T10:00:00Z'),
    });
    expect(await find({ search: 'harb FEST' })).toEqual([festival.id]);
    expect(await find({ search: "café' | & ! :*" })).toEqual([festival.id]);
    expect(await find({ search: 'harbour soup' })).toEqual([]);
    expect(await find({ platform: 'bluesky' })).toEqual([soup.id]);
    expect(await find({ agentId: other.agentId })).toEqual([soup.id]);
    expect(await find({ agentId: 'agt_unknown' })).toEqual([]);
    expect(await find({ isScheduled: false })).toEqual([festival.id]);
    expect(await find({ states: ['IN_REVIEW'] })).toEqual([]);
    expect(await find({ search: ' . ' })).toEqual([soup.id, festival.id]);
  });

  it('check unsaved captions by the rules of saving and sending, and write nothing', async () => {
    const draft = await givenDraft(stage.services, agent, home.workspace, { platforms: ['bluesky'] });
    const CHECK = `query ($id: ID!, $words: [WordsInput!]!) { draft(id: $id) { revision
      check(words: $words) { platform violations { code count limit } preview { parts { length limit unit } } findings { check severity } } } }`;
    const words = [{ platform: 'bluesky', text: `${'á'.repeat(301)} http://192.168.0.1/`, tags: [], thread: [] }];
    const { draft: checked } = await owner.browser.must<{ draft: { revision: number; check: unknown[] } }>(CHECK, { id: draft.id, words });
    expect(checked.revision).toBe(1);
    expect(checked.check).toMatchObject([
      {
        platform: 'bluesky',
        violations: [{ code: 'text_too_long', limit: 300 }],
        preview: { parts: [{ limit: 300, unit: 'graphemes' }] },
        findings: [{ check: 'private_link', severity: 'BLOCK' }],
      },
    ]);
    expect((await owner.browser.ask(CHECK, { id: draft.id, words: [{ ...words[0], platform: 'nowhere' }] })).code).toBe('unknown_platform');
  });

  it('keep earlier captions with their authors', async () => {
    const draft = await givenDraft(stage.services, agent, home.workspace);
    await givenWords(stage.services, agent, draft.id, 'By the agent.');
    const SAVE = 'mutation ($input: ChangeDraftInput!) { changeDraft(input: $input) { revision link captions { text origin } } }';
    const words = [{ platform: 'sandbox', text: 'By a person.', tags: [], thread: [] }];
    const input = { draftId: draft.id, revision: 2, link: 'https://example.org', words };
    expect((await owner.browser.must<{ changeDraft: object }>(SAVE, { input })).changeDraft).toMatchObject({
      link: 'https://example.org',
      captions: [{ text: 'By a person.', origin: 'PERSON' }],
    });
    const REVISIONS =
      'query ($id: ID!) { draft(id: $id) { revisions(first: 5) { edges { node { number author { kind } captions { text origin } } } } } }';
    const { draft: read } = await owner.browser.must<{ draft: { revisions: { edges: { node: unknown }[] } } }>(REVISIONS, { id: draft.id });
    expect(read.revisions.edges.map(({ node }) => node)).toEqual([
      { number: 2, author: { kind: 'PERSON' }, captions: [{ text: 'By a person.', origin: 'PERSON' }] },
      { number: 1, author: { kind: 'AGENT' }, captions: [{ text: 'By the agent.', origin: 'AGENT' }] },
    ]);
  });
});
