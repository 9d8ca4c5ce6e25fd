import { afterAll, beforeAll, expect, it } from 'vitest';
import { requestRotation } from '../../../access/grants/change-grant.ts';
import { Grant } from '../../../access/grants/grant.entity.ts';
import { User } from '../../../access/user.entity.ts';
import { addComment } from '../../../comments/add-comment.ts';
import type { Context, Services } from '../../../context.ts';
import { loadDraft } from '../../../drafts/draft-queries.ts';
import { createTemplate } from '../../../drafts/draft-templates.ts';
import { labelDraft } from '../../../drafts/labels.ts';
import { EVENT_TYPES } from '../../../events/event-types.ts';
import type { Credentials } from '../../../platforms/platform.ts';
import { Publication } from '../../../publishing/publication.entity.ts';
import { holdApproval, releaseApproval } from '../../../publishing/review/hold-approval.ts';
import { recordDecision } from '../../../publishing/review/record-decision.ts';
import { withdrawVote } from '../../../publishing/review/withdraw-vote.ts';
import { revokeStanding, signStanding } from '../../../publishing/standing/sign-standing.ts';
import { workOnPublication } from '../../../publishing/work-on-publication.ts';
import { actAs } from '../../../testing/actors.ts';
import { givenAgent } from '../../../testing/factories.ts';
import { givenStanding } from '../../../testing/matrix/standing.ts';
import { createTelling, cutTo } from '../../../testing/openapi/telling.ts';
import { photograph } from '../../../testing/pictures.ts';
import { givenStage } from '../../../testing/stage.ts';
import { useTestDatabase } from '../../../testing/test-database.ts';
import { createTestServices, testConfig } from '../../../testing/test-services.ts';
import { sendWebhooks, startReceiver } from '../../../testing/webhooks.ts';
import { buildWeb } from '../../../web.ts';
import type { HttpServer } from '../../engine/http-server.ts';
import type { ApiDocument } from '../../openapi/document.ts';
import { describeApi } from '../../openapi/openapi.ts';
import * as captions from './drafts.ts';
import * as webhooks from './events.ts';
import * as fixture from './fixture.ts';
import * as jobs from './publish-jobs.ts';

const database = useTestDatabase();
let services: Services;
let app: HttpServer;
let document: ApiDocument;
const told = new Set<string>();
beforeAll(async () => {
  services = createTestServices(database, { config: testConfig(database, { publicUrl: fixture.HOST }) });
  app = await buildWeb(services);
  await app.ready();
  document = describeApi(app, services);
});
afterAll(() => app?.close());

/** The café of the fixture: its workspace, its sandbox, its owner Ada and the agent of its newsroom. */
async function givenCafe(sandbox: Credentials = {}) {
  const stage = await givenStage(services, {
    workspace: { name: 'Harbour Café', timeZone: 'Europe/Lisbon' },
    sandbox: { handle: 'sandbox', ...sandbox },
  });
  await services.orm.em.fork().nativeUpdate(User, { id: stage.owner.userId }, { name: 'Ada' });
  const { authorization, grantId } = await givenAgent(services, stage.workspace, {
    name: 'Newsroom',
    jobsPerDay: 20,
    scopes: ['drafts:write', 'captions:write', 'payloads:write', 'jobs:write', 'read', 'webhooks:write'],
  });
  const telling = createTelling({ app, document, told }, authorization);
  telling.know(fixture.WORKSPACE, stage.workspaceId);
  telling.know(fixture.CONNECTION_ID, stage.connection?.id ?? '');
  telling.know(fixture.GRANT_ID, grantId);
  const send = async (path: string, payload: object) =>
    (await app.inject({ method: 'POST', url: path, headers: { authorization }, payload })).json();
  return {
    stage,
    ...telling,
    /** A draft without a requested approval. */
    async draft() {
      const draft = { workspace_id: stage.workspaceId, source_text: fixture.TEXT, platforms: ['sandbox'] };
      telling.know(fixture.DRAFT_ID, (await send('/api/v1/drafts', draft)).draft_id);
    },
    approve: () =>
      actAs(services, stage.owner, (ctx) =>
        recordDecision(ctx, {
          approvalId: telling.nameOf(fixture.APPROVAL_ID),
          contentHash: telling.nameOf(fixture.CONTENT_HASH),
          decision: 'approved',
          comment: 'Lovely. See you on Saturday.',
        }),
      ),
    asOwner: <T>(command: (ctx: Context) => Promise<T>) => actAs(services, stage.owner, command),
    work: () => workOnPublication(services, telling.nameOf(fixture.PUBLICATION_ID), { signal: new AbortController().signal }),
    said: (text: string, quote: string) =>
      actAs(services, stage.owner, (ctx) =>
        addComment(ctx, { draftId: telling.nameOf(fixture.DRAFT_ID), text, quote, visibility: 'shared' }),
      ),
  };
}

it('a post is made, and people are asked', async () => {
  const { tell, tellEvents } = await givenCafe();
  await tell('createDraft');
  await tell('listDrafts');
  await tell('readDraft');
  await tell('precheckUsage');
  await tellEvents(['draft.submitted', 'approval.requested']);
});

it('a post is approved and published', async () => {
  const { tell, tellEvents, approve, work } = await givenCafe();
  await tell('createDraft');
  await tell('createPublishJob');
  await approve();
  await tell('readApproval');
  await tell('listApprovals');
  await work();
  await tell('readPublishJob');
  await tell('listPublishJobs');
  await tell('requestRetraction', { vary: ['content_hash'] });
  await tell('requestEdit');
  await tell('readUsage');
  await tell('readEvidence', { shown: (answer) => cutTo(jobs.EVIDENCE, answer) });
  await tell('listEvents', { query: { after: 0, types: 'job.published' }, vary: ['sequence', 'last_sequence'] });
  await tellEvents(['approval.decided', 'publication.published', 'job.published']);
});

it.each(['createCaptions', 'submitDraft', 'createPublishJob', 'queuePublishJob'])('a draft goes on by %s', async (id) => {
  const { tell, draft } = await givenCafe();
  await draft();
  await tell(id);
});

it('a draft is given words under the name of the public page', async () => {
  const { tell, draft } = await givenCafe();
  await draft();
  await tell('generateDescription', { status: 201, body: captions.CAPTIONS_WANTED });
});

it.each(['createPayloads', 'createPlatformPayload'])('words are shown as they would go out by %s', async (id) => {
  const { tell, draft } = await givenCafe();
  await draft();
  await tell('createCaptions');
  await tell(id);
});

it('a draft is changed, and approval is requested again', async () => {
  const { tell, tellEvents } = await givenCafe();
  await tell('createPostDraft');
  await tell('changeDraft', { headers: { 'if-match': '"2"' } });
  await tellEvents(['approval.superseded']);
});

it('a draft is put away', async () => {
  const { tell } = await givenCafe();
  await tell('createDraft');
  await tell('archiveDraft');
});

it('a job is called off', async () => {
  const { tell, tellEvents } = await givenCafe();
  await tell('createDraft');
  await tell('createPublishJob');
  await tell('cancelPublishJob');
  await tellEvents(['job.cancelled']);
});

it('a job that failed is tried once more', async () => {
  const { tell, tellEvents, approve, work, nameOf } = await givenCafe({ failure: 'reject' });
  await tell('createDraft');
  await tell('createPublishJob');
  await approve();
  await work();
  await tellEvents(['publication.failed', 'job.failed']);
  // What is rejected is not retried; what could not be delivered for hours is.
  await services.orm.em.fork().nativeUpdate(Publication, nameOf(fixture.PUBLICATION_ID), { failureCode: 'gave_up' });
  await tell('retryPublishJob');
});

it('a suspended account refuses access', async () => {
  const { tell, tellEvents, approve, work } = await givenCafe({ failure: 'unauthorized' });
  await tell('createDraft');
  await tell('createPublishJob');
  await approve();
  await work();
  await tellEvents(['connection.degraded', 'job.blocked']);
});

it('the outcome of a post is unknown', async () => {
  const { tell, tellEvents, approve, work } = await givenCafe({ failure: 'mute_after_acting' });
  await tell('createDraft');
  await tell('createPublishJob');
  await approve();
  await work();
  await tellEvents(['publication.unknown']);
});

it('a post is held back and goes on, and a key must be replaced', async () => {
  const { tell, tellEvents, approve, asOwner, nameOf } = await givenCafe();
  await tell('createDraft');
  await tell('createPublishJob');
  await approve();
  const approvalId = nameOf(fixture.APPROVAL_ID);
  await asOwner((ctx) => holdApproval(ctx, { approvalId, reason: 'The mayor speaks first.' }));
  await asOwner((ctx) => releaseApproval(ctx, approvalId));
  await asOwner((ctx) => requestRotation(ctx, nameOf(fixture.GRANT_ID)));
  await tellEvents(['approval.held', 'approval.released', 'grant.rotation_requested']);
});

it('someone withdraws their vote', async () => {
  const { tell, tellEvents, approve, asOwner, nameOf } = await givenCafe();
  await tell('createDraft');
  await tell('createPublishJob');
  await approve();
  await asOwner((ctx) => withdrawVote(ctx, nameOf(fixture.APPROVAL_ID)));
  await tellEvents(['approval.vote_withdrawn']);
});

it('a person saves a draft as a template', async () => {
  const { stage, know, nameOf, draft, tell } = await givenCafe();
  await draft();
  const draftId = nameOf(fixture.DRAFT_ID);
  await actAs(services, stage.owner, async (ctx) => labelDraft(ctx, await loadDraft(ctx, draftId), ['opening hours'], 1));
  const { id } = await actAs(services, stage.owner, (ctx) => createTemplate(ctx, { draftId, name: 'Opening hours' }));
  know(fixture.TEMPLATE_ID, id);
  await tell('listTemplates');
});

it('someone signs a standing approval, and ends it', async () => {
  const { stage, tell, tellEvents, asOwner, know, nameOf } = await givenCafe();
  const { agentId } = await services.orm.em.fork().findOneOrFail(Grant, nameOf(fixture.GRANT_ID));
  const texts = { text: ['Reminder: the choir sings at ', { kind: 'time' as const }] };
  const template = [{ platform: 'sandbox', connectionId: nameOf(fixture.CONNECTION_ID), texts, rest: { link: null, pictures: [] } }];
  const { id, templateHash } = await givenStanding(services, { ...stage, agent: { ...stage.agent, agentId } }, 'proposed', template);
  know(fixture.STANDING_ID, id);
  know(fixture.AGENT_ID, agentId);
  know(fixture.CONTENT_HASH, templateHash);
  await asOwner((ctx) => signStanding(ctx, { id, templateHash, perDay: 2, credits: 10, days: 14 }));
  await tell('listStandingApprovals');
  await asOwner((ctx) => revokeStanding(ctx, id));
  await tellEvents(['standing_approval.signed', 'standing_approval.ended']);
});

it('many drafts are made at once', async () => {
  const { tell } = await givenCafe();
  await tell('createDrafts', { vary: ['request_id'] });
});

it('words are tried', async () => {
  const { tell } = await givenCafe();
  await tell('validateWords');
  await tell('generateDescription', { status: 200 });
});

it('one looks around', async () => {
  const { tell } = await givenCafe();
  await tell('readMe', { vary: ['key_id'] });
  await tell('listConnections');
  await tell('listPlatforms', {
    shown: ({ platforms }: { platforms: { platform: string }[] }) => ({
      platforms: platforms.filter(({ platform }) => platform === 'sandbox'),
    }),
  });
});

it('a post is talked about', async () => {
  const { tell, tellEvents, said, know } = await givenCafe();
  await tell('createDraft');
  know(fixture.THREAD_ID, (await said('In the morning?', 'on Saturday at eight')).id);
  await tell('addComment');
  await tell('listComments');
  await tellEvents(['comment.added']);
});

it('a picture is taken, described and taken away', async () => {
  const { tell } = await givenCafe();
  const vary = ['byte_size'];
  await tell('addMedia', { payload: await photograph(1_200, 1_600), vary });
  for (const id of ['readMedia', 'listMedia', 'describeMedia']) await tell(id, { vary });
  await tell('removeMedia');
});

it('an endpoint receives events', async () => {
  const receiver = await startReceiver();
  const { tell, approve, work } = await givenCafe();
  const vary = ['url', 'public_key'];
  await tell('addWebhookEndpoint', { body: { ...webhooks.NEW_ENDPOINT, url: receiver.url }, vary });
  await sendWebhooks(services);
  await tell('createDraft');
  await tell('createPublishJob');
  await approve();
  await work();
  await sendWebhooks(services);
  await tell('readWebhookEndpoint', { vary });
  await tell('listWebhookEndpoints', { vary });
  const published = ({ deliveries, ...page }: { deliveries: { type: string }[] }) => ({
    ...page,
    deliveries: deliveries.filter(({ type }) => type === 'job.published'),
  });
  await tell('listWebhookDeliveries', { vary: ['sequence'], shown: published });
  await tell('testWebhookEndpoint');
  await tell('redeliverWebhooks', { vary: ['redelivered'] });
  await tell('changeWebhookEndpoint', { vary });
  await tell('removeWebhookEndpoint');
  await receiver.stop();
});

it('covers every operation except two whose bytes come from elsewhere', () => {
  expect([...app.operations.keys()].filter((id) => !told.has(id))).toEqual(['addMediaFromUrl', 'addMediaFromUpload']);
});

it('these events stand there untold', () => {
  expect(Object.keys(EVENT_TYPES).filter((type) => !told.has(type))).toEqual([
    'approval.moved_on',
    'approval.expired',
    'job.ready',
    'job.partially_published',
    'job.unknown',
    'publication.different',
    'publication.gone',
    'retraction.removed',
    'retraction.refused',
    'first_comment.published',
    'first_comment.failed',
    'first_comment.unknown',
    'credits.low',
    'webhook.stopped',
    'grant.revoked',
    'workspace.archived',
    'workspace.restored',
  ]);
});
