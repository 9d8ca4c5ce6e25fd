import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../access/actor.ts';
import { Approval } from '../approvals/approval.entity.ts';
import { Draft } from '../drafts/draft.entity.ts';
import { approveEdited } from '../publishing/review/approve-edited.ts';
import { previewEdits } from '../publishing/review/content/preview-edits.ts';
import { recordDecision } from '../publishing/review/record-decision.ts';
import { proposeStanding } from '../publishing/standing/propose-standing.ts';
import { actAs, userActor } from '../testing/actors.ts';
import { expectProblem, useApi } from '../testing/api.ts';
import { givenConnectionRow } from '../testing/content.ts';
import { givenAgent } from '../testing/factories.ts';
import { makeFresh, usePeople } from '../testing/people.ts';
import { givenStage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor } from '../testing/test-services.ts';

const database = useTestDatabase();
const api = useApi(database);
let person: Actor;

beforeAll(async () => {
  await givenConnectionRow(api.services, api.home.workspace);
  person = await userActor(api.services, api.home.accountId, 'approver');
});

const create = async (body: object = {}, authorization = api.agent.authorization) => {
  const response = await api.send(
    'POST',
    '/api/v1/drafts',
    {
      workspace_id: api.home.workspaceId,
      source_text: `The harbour opens on Saturday, ${randomUUID()}.`,
      platforms: ['sandbox'],
      publish_mode: 'approval_queue',
      ...body,
    },
    { authorization },
  );
  expect(response.statusCode, response.body).toBe(201);
  return response.json();
};
const read = async (path: string) => (await api.send('GET', `/api/v1/${path}`)).json();
const pendingOf = (draftId: string) => database.orm.em.fork().findOneOrFail(Approval, { draftId, state: 'pending' });

it('returns what a person decided and why, in the draft and in the job', async () => {
  const made = await create();
  const { id: approvalId, contentHash } = await pendingOf(made.draft_id);
  await actAs(api.services, person, (ctx) =>
    recordDecision(ctx, { approvalId, contentHash, decision: 'changes_requested', comment: 'It is on Sunday.' }),
  );
  const decisions = [{ decision: 'changes_requested', comment: 'It is on Sunday.', role: 'approver', decided_at: expect.any(String) }];
  expect((await read(`drafts/${made.draft_id}`)).approval).toMatchObject({ state: 'changes_requested', decisions });
  expect(await read(`publish-jobs/${made.publish_job.job_id}`)).toMatchObject({ state: 'blocked', approval: { decisions }, changes: [] });
});

it('reports the captions that a new source text leaves as they are', async () => {
  const own = { platform: 'sandbox', text: 'The harbour opens on Saturday.' };
  const made = await create({ captions: [own] });
  const change = async (revision: number, body: object) => {
    const headers = { 'if-match': `"${revision}"` };
    return (await api.send('PATCH', `/api/v1/drafts/${made.draft_id}`, body, headers)).json();
  };
  const kept = await change(made.revision, { source_text: 'The harbour opens on Sunday.' });
  expect(kept).toMatchObject({
    content_hash: made.content_hash,
    notices: [{ code: 'captions_kept', message: expect.stringMatching(/^The captions for sandbox .* Send captions to change them\.$/) }],
  });
  const sent = await change(kept.revision, { source_text: 'It opens on Sunday.', captions: [{ ...own, text: 'It opens on Sunday.' }] });
  expect(sent.notices).toEqual([]);
  expect(sent.content_hash).not.toBe(made.content_hash);
});

it('reports the captions of a person that a change does not replace', async () => {
  const made = await create();
  const { id: approvalId, contentHash } = await pendingOf(made.draft_id);
  const edits = { captions: [{ platform: 'sandbox', text: 'As a person put it.', tags: [], thread: [] }] };
  const { contentHash: editedHash } = await previewEdits(contextFor(api.services, person), approvalId, edits);
  await actAs(api.services, person, (ctx) => approveEdited(ctx, { approvalId, contentHash, edits, editedHash }));
  const { revision } = await read(`drafts/${made.draft_id}`);
  const body = { captions: [{ platform: 'sandbox', text: 'As an agent puts it.' }] };
  const kept = await api.send('PATCH', `/api/v1/drafts/${made.draft_id}`, body, { 'if-match': `"${revision}"` });
  expect(kept.json().notices).toMatchObject([{ code: 'persons_words_kept' }]);
});

it('returns a person’s changes: captions, payloads, and the changes by field', async () => {
  const made = await create();
  const { id: approvalId, contentHash } = await pendingOf(made.draft_id);
  const scheduledAt = new Date(api.services.clock.now().getTime() + 3_600_000);
  const edits = { captions: [{ platform: 'sandbox', text: 'As a person put it.', tags: [], thread: [] }], scheduledAt };
  const { contentHash: editedHash } = await previewEdits(contextFor(api.services, person), approvalId, edits);
  await actAs(api.services, person, (ctx) => approveEdited(ctx, { approvalId, contentHash, edits, editedHash }));

  const draft = await read(`drafts/${made.draft_id}`);
  expect(draft.captions).toMatchObject([{ platform: 'sandbox', text: 'As a person put it.', origin: 'person' }]);
  expect(draft.payloads).toMatchObject([{ platform: 'sandbox', valid: true, preview: { parts: [{ text: 'As a person put it.' }] } }]);
  const changes = [
    { platform: null, field: 'scheduled_at', before: null, after: scheduledAt.toISOString() },
    { platform: 'sandbox', field: 'text', before: expect.stringContaining('The harbour opens'), after: 'As a person put it.' },
  ];
  expect(draft.changes).toEqual(changes);
  const job = await read(`publish-jobs/${made.publish_job.job_id}`);
  expect(job).toMatchObject({ revision: 2, changes, approval: { state: 'approved', decisions: [{ decision: 'approved' }] } });
  expect(job.revisions.map((revision: { approval_state: string }) => revision.approval_state)).toEqual(['superseded', 'approved']);
});

it('does not report a published draft as ready', async () => {
  const made = await create({ publish_mode: 'draft_only' });
  await database.orm.em.fork().nativeUpdate(Draft, { id: made.draft_id }, { state: 'published' });
  const check = await api.send('POST', '/api/v1/usage/precheck', { workspace_id: api.home.workspaceId, draft_id: made.draft_id });
  expect(check.json()).toMatchObject({ ready: false, notices: [{ code: 'nothing_to_publish' }] });
  const deleted = await api.send('DELETE', `/api/v1/drafts/${made.draft_id}`);
  expect(expectProblem(deleted, 'invalid_state').detail).toBe('The draft is published; it cannot become archived.');
});

it('lists every missing account', async () => {
  const { publish_job } = await create({ platforms: ['sandbox', 'bluesky', 'mastodon'] });
  const gates: { gate: string; message: string }[] = publish_job.publishing_readiness.gates;
  const { message = '' } = gates.find(({ gate }) => gate === 'connection') ?? {};
  expect(message).toMatch(/No Bluesky account is connected\. No Mastodon account is connected\./);
});

it('returns a notice if approval_required: false has no effect', async () => {
  await database.orm.em.fork().execute('update workspaces set allows_auto = true where id = ?', [api.home.workspaceId]);
  const { authorization } = await givenAgent(api.services, api.home.workspace, {
    scopes: ['drafts:write', 'captions:write', 'jobs:write', 'read', 'publish:auto'],
  });
  const made = await create({ approval_required: false }, authorization);
  expect(made).toMatchObject({ approval_required: true, notices: [{ code: 'approval_still_required' }] });
});

it('archives only the given revision with If-Match', async () => {
  const made = await create();
  const url = `/api/v1/drafts/${made.draft_id}`;
  expectProblem(await api.send('DELETE', url, undefined, { 'if-match': `"${made.revision + 1}"` }), 'stale_revision');
  expect((await api.send('DELETE', url, undefined, { 'if-match': '*' })).json()).toMatchObject({ status: 'archived' });
});

describe('a standing approval', () => {
  const people = usePeople(database);
  /** Each alone is harmless. */
  const HARMLESS = [
    'At our bakery we proudly protect your data and we gladly delete it.',
    'At our bakery we proudly protect your data and we gladly keep it.',
    'At our bakery we proudly sell your cakes and we gladly deliver it.',
    'At our bakery we gladly protect your data and we proudly keep it.',
    'At our bakery we gladly protect your cakes and we proudly deliver it.',
  ];
  const DECIDE = 'mutation ($input: DecideApprovalInput!) { decideApproval(input: $input) { state } }';
  const STANDING = 'query ($id: ID!) { workspace(id: $id) { standingApprovals { id state templateHash } } }';
  const SIGN = 'mutation ($input: SignStandingApprovalInput!) { signStandingApproval(input: $input) { state } }';

  /** An agent whose posts a person approves in a browser, a day apart, and the standing approval that is proposed then and signed. */
  async function learn(texts: readonly string[]) {
    const stage = await givenStage(people.services);
    const person = await people.person({ accountId: stage.accountId });
    const { authorization } = await givenAgent(people.services, stage.workspace);
    const post = async (text: string) => {
      const content = { workspace_id: stage.workspaceId, source_text: text, platforms: ['sandbox'], wording: 'exact' };
      const payload = { ...content, publish_mode: 'approval_queue' };
      const response = await people.app.inject({ method: 'POST', url: '/api/v1/drafts', headers: { authorization }, payload });
      expect(response.statusCode, response.body).toBe(201);
      return response.json<{ status: string; approval: { approval_id: string; content_hash: string; state: string } }>();
    };
    for (const text of texts) {
      people.clock.advance(24 * 3_600_000);
      const { approval } = await post(text);
      const input = { approvalId: approval.approval_id, contentHash: approval.content_hash, decision: 'APPROVED' };
      await (await people.signIn(person)).must(DECIDE, { input });
    }
    await proposeStanding(people.services);
    type Standing = { id: string; state: string; templateHash: string };
    const browser = await people.signIn(person);
    const { workspace } = await browser.must<{ workspace: { standingApprovals: Standing[] } }>(STANDING, { id: stage.workspaceId });
    const [proposed] = workspace.standingApprovals;
    if (proposed) {
      await makeFresh({ browser });
      await browser.must(SIGN, { input: { id: proposed.id, templateHash: proposed.templateHash, perDay: 2, credits: 10, days: 30 } });
    }
    return { post, isSigned: proposed !== undefined };
  }

  it('a text recombined from the words of approved posts needs a decision; one of the approved texts does not', async () => {
    const until = (text: string, time: string) => `${text} Today until ${time}.`;
    const { post, isSigned } = await learn(HARMLESS.map((text, index) => until(text, `1${index}:30`)));
    expect(isSigned).toBe(true);
    const recombined = 'At our bakery we proudly sell your data and we gladly keep it.';
    expect(await post(until(recombined, '18:15'))).toMatchObject({ status: 'in_review', approval: { state: 'pending' } });
    expect(await post(until(HARMLESS[2] ?? '', '18:15'))).toMatchObject({ status: 'approved', approval: { state: 'approved' } });
  });

  it.each([
    [
      'reverse the meaning',
      ['always protect/never sell', 'always protect/never lose', 'never sell/always protect', 'always keep/never sell'],
    ],
    ['quantify', ['sell two/give one', 'sell ten/give two', 'sell one/give all', 'sell all/give ten']],
    ['are amounts of money', ['sell free/give cheap', 'sell cheap/give free', 'sell free/give free', 'sell cheap/give cheap']],
  ])('nothing is proposed from posts whose different words %s, and a recombined one needs a decision', async (_what, pairs) => {
    const texts = [...pairs, pairs[0] ?? ''].map((pair, index) => {
      const [one, two] = pair.split('/');
      return `We ${one} your data and we ${two} it, as promised at 1${index}:30.`;
    });
    const { post, isSigned } = await learn(texts);
    expect(isSigned).toBe(false);
    for (const text of [
      'We always sell your data and we never delete it.',
      'We always sell your data and we never sell it, as promised at 12:30.',
    ])
      expect(await post(text)).toMatchObject({ status: 'in_review', approval: { state: 'pending' } });
  });
});
