import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { Actor } from '../access/actor.ts';
import { Approval } from '../approvals/approval.entity.ts';
import { Draft } from '../drafts/draft.entity.ts';
import { approveEdited } from '../publishing/review/approve-edited.ts';
import { previewEdits } from '../publishing/review/content/preview-edits.ts';
import { recordDecision } from '../publishing/review/record-decision.ts';
import { actAs, userActor } from '../testing/actors.ts';
import { expectProblem, useApi } from '../testing/api.ts';
import { givenConnectionRow } from '../testing/content.ts';
import { givenAgent } from '../testing/factories.ts';
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
