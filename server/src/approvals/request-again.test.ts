import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { Workspace } from '../access/workspace.entity.ts';
import type { Services } from '../context.ts';
import { Draft } from '../drafts/draft.entity.ts';
import { recordDecision } from '../publishing/review/record-decision.ts';
import { actAs, userActor } from '../testing/actors.ts';
import { givenConnectionRow } from '../testing/content.ts';
import { givenAgent, givenUser, givenWorkspace } from '../testing/factories.ts';
import { type Caller, useGraphql } from '../testing/graphql.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { Approval } from './approval.entity.ts';

/** Promise P8: every change of submitted or approved content, through any interface, requires a new approval. */
const database = useTestDatabase();
const graphql = useGraphql(database);
let services: Services;
let workspace: Workspace;
let authorization: string;
let person: Caller;
let connectionId: string;

beforeAll(async () => {
  services = graphql.services;
  ({ workspace } = await givenWorkspace(services));
  ({ authorization } = await givenAgent(services, workspace));
  person = graphql.browserOf(await givenUser(services, workspace.accountId));
  await givenConnectionRow(services, workspace);
  ({ id: connectionId } = await givenConnectionRow(services, workspace, { handle: 'lighthouse' }));
});

async function rest(method: 'POST' | 'PATCH', url: string, payload: object, headers: Record<string, string> = {}) {
  const response = await graphql.app.inject({
    method,
    url: `/api${url}`,
    headers: { authorization, ...(method === 'POST' && { 'idempotency-key': randomUUID() }), ...headers },
    payload,
  });
  expect(response.statusCode, response.body).toBeLessThan(300);
  return response.json();
}

const patch = (fields: object) => (draft: Draft) => rest('PATCH', `/v1/drafts/${draft.id}`, fields, { 'if-match': `"${draft.revision}"` });
const newWords = (url: string) => (draft: Draft) =>
  rest('POST', url, {
    workspace_id: workspace.id,
    draft_id: draft.id,
    approval_required: true,
    publish_mode: 'approval_queue',
    replace: true,
    ...(url.includes('captions') ? { tone: 'playful' } : {}),
  });

const writeWords =
  (text: string) =>
  async ({ id: draftId, revision }: Draft) => {
    const input = { draftId, revision, platform: 'sandbox', text, tags: [] };
    const answer = await graphql.ask(person, 'mutation ($input: WriteCaptionInput!) { writeCaption(input: $input) { id } }', { input });
    expect(answer.errors).toEqual([]);
  };

/** Every way to change a draft's content, targets or time. */
const EDITS: [string, (draft: Draft) => Promise<unknown>][] = [
  ['PATCH /v1/drafts: the source text', patch({ source_text: 'It opens on Saturday, and there will be music.' })],
  ['PATCH /v1/drafts: the link', patch({ link: 'https://harbour.example.org/saturday' })],
  ['PATCH /v1/drafts: the platforms', patch({ platforms: ['sandbox', 'bluesky'] })],
  ['PATCH /v1/drafts: the accounts', async (draft) => patch({ connection_ids: [connectionId] })(draft)],
  ['PATCH /v1/drafts: the time', async (draft) => patch({ scheduled_at: new Date(Date.now() + 86_400_000).toISOString() })(draft)],
  ['GraphQL writeCaption', writeWords('Doors open at ten.')],
  // Generated captions replace a person's only on request.
  ['POST /v1/captions', newWords('/v1/captions')],
  ['POST /generate-description', newWords('/generate-description')],
];

it.each(EDITS.flatMap(([name, edit]) => [[name, 'waits', edit] as const, [name, 'is approved', edit] as const]))(
  '%s, while it %s',
  async (_name, state, edit) => {
    const made = await rest('POST', '/v1/drafts', {
      workspace_id: workspace.id,
      source_text: `The harbour festival opens on Friday, with number ${randomUUID()}.`,
      platforms: ['sandbox'],
      approval_required: true,
      publish_mode: 'approval_queue',
      scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
    });
    const draftNow = () => database.orm.em.fork().findOneOrFail(Draft, made.draft_id);
    const approvals = () => database.orm.em.fork().find(Approval, { draftId: made.draft_id }, { orderBy: { id: 'desc' }, limit: 2 });
    await writeWords('Words that a person wrote.')(await draftNow());
    const [before] = await approvals();
    if (!before) throw new Error('No approval was requested.');
    const { id: approvalId, contentHash } = before;
    const owner = await userActor(services, workspace.accountId);
    const approve = (hash: string) =>
      actAs(services, owner, (ctx) => recordDecision(ctx, { approvalId, contentHash: hash, decision: 'approved' }));
    if (state === 'is approved') await approve(contentHash);

    await edit(await draftNow());

    const [next, last] = await approvals();
    expect([last?.id, last?.state, next?.state]).toEqual([approvalId, 'superseded', 'pending']);
    await expect(approve(contentHash)).rejects.toMatchObject({ code: 'content_changed' });
    const jobs = await database.orm.em
      .fork()
      .execute('select id, state, approval_id from publish_jobs where draft_id = ?', [made.draft_id]);
    expect(jobs).toEqual([{ id: made.publish_job.job_id, state: 'blocked', approval_id: next?.id }]);
  },
);
