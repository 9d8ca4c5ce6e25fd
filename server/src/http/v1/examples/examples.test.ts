import { afterAll, beforeAll, expect, it } from 'vitest';
import { requestRotation } from '../../../access/grants/change-grant.ts';
import { Grant } from '../../../access/grants/grant.entity.ts';
import { User } from '../../../access/user.entity.ts';
import { addComment } from '../../../comments/add-comment.ts';
import { checkDueConnections } from '../../../connections/check-due-connections.ts';
import { Connection } from '../../../connections/connection.entity.ts';
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
import { createExamplePlayer, cutTo } from '../../../testing/openapi/play-examples.ts';
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
const played = new Set<string>();
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
  const player = createExamplePlayer({ app, document, played }, authorization);
  player.know(fixture.WORKSPACE, stage.workspaceId);
  player.know(fixture.CONNECTION_ID, stage.connection?.id ?? '');
  player.know(fixture.GRANT_ID, grantId);
  const send = async (path: string, payload: object) =>
    (await app.inject({ method: 'POST', url: path, headers: { authorization }, payload })).json();
  return {
    stage,
    ...player,
    /** A draft without a requested approval. */
    async draft() {
      const draft = { workspace_id: stage.workspaceId, source_text: fixture.TEXT, platforms: ['sandbox'] };
      player.know(fixture.DRAFT_ID, (await send('/api/v1/drafts', draft)).draft_id);
    },
    approve: () =>
      actAs(services, stage.owner, (ctx) =>
        recordDecision(ctx, {
          approvalId: player.nameOf(fixture.APPROVAL_ID),
          contentHash: player.nameOf(fixture.CONTENT_HASH),
          decision: 'approved',
          comment: 'Lovely. See you on Saturday.',
        }),
      ),
    asOwner: <T>(command: (ctx: Context) => Promise<T>) => actAs(services, stage.owner, command),
    work: () => workOnPublication(services, player.nameOf(fixture.PUBLICATION_ID), { signal: new AbortController().signal }),
    said: (text: string, quote: string) =>
      actAs(services, stage.owner, (ctx) =>
        addComment(ctx, { draftId: player.nameOf(fixture.DRAFT_ID), text, quote, visibility: 'shared' }),
      ),
  };
}

it('a post is created and approval requested', async () => {
  const { play, playEvents } = await givenCafe();
  await play('createDraft');
  await play('listDrafts');
  await play('readDraft');
  await play('precheckUsage');
  await playEvents(['draft.submitted', 'approval.requested']);
});

it('a post is approved and published', async () => {
  const { play, playEvents, approve, work } = await givenCafe();
  await play('createDraft');
  await play('createPublishJob');
  await approve();
  await play('readApproval');
  await play('listApprovals');
  await work();
  await play('readPublishJob');
  await play('listPublishJobs');
  await play('requestRetraction', { vary: ['content_hash'] });
  await play('requestEdit');
  await play('readUsage');
  await play('readEvidence', { shown: (answer) => cutTo(jobs.EVIDENCE, answer) });
  await play('listEvents', { query: { after: 0, types: 'job.published' }, vary: ['sequence', 'last_sequence'] });
  await playEvents(['approval.decided', 'publication.published', 'job.published']);
});

it.each(['createCaptions', 'submitDraft', 'createPublishJob', 'queuePublishJob'])('a draft is advanced by %s', async (id) => {
  const { play, draft } = await givenCafe();
  await draft();
  await play(id);
});

it('a draft gets captions by the name of the public page', async () => {
  const { play, draft } = await givenCafe();
  await draft();
  await play('generateDescription', { status: 201, body: captions.CAPTIONS_WANTED });
  await play('readCaptions');
});

it.each(['createPayloads', 'createPlatformPayload'])('captions are rendered by %s as they would be published', async (id) => {
  const { play, draft } = await givenCafe();
  await draft();
  await play('createCaptions');
  await play(id);
});

it('a draft is changed, and approval is requested again', async () => {
  const { play, playEvents } = await givenCafe();
  await play('createPostDraft');
  await play('changeDraft', { headers: { 'if-match': '"2"' } });
  await playEvents(['approval.superseded']);
});

it('a draft is archived', async () => {
  const { play } = await givenCafe();
  await play('createDraft');
  await play('archiveDraft');
});

it('a job is cancelled', async () => {
  const { play, playEvents } = await givenCafe();
  await play('createDraft');
  await play('createPublishJob');
  await play('cancelPublishJob');
  await playEvents(['job.cancelled']);
});

it('a failed job is retried', async () => {
  const { play, playEvents, approve, work, nameOf } = await givenCafe({ failure: 'reject' });
  await play('createDraft');
  await play('createPublishJob');
  await approve();
  await work();
  await playEvents(['publication.failed', 'job.failed']);
  // What is rejected is not retried; what could not be delivered for hours is.
  await services.orm.em.fork().nativeUpdate(Publication, nameOf(fixture.PUBLICATION_ID), { failureCode: 'gave_up' });
  await play('retryPublishJob');
});

it('a suspended account refuses access', async () => {
  const { play, playEvents, approve, work } = await givenCafe({ failure: 'unauthorized' });
  await play('createDraft');
  await play('createPublishJob');
  await approve();
  await work();
  await playEvents(['connection.degraded', 'job.blocked']);
});

it('an access ends that only a person can renew', async () => {
  const { stage, playEvents } = await givenCafe();
  const endsAt = new Date(Date.now() + 6 * 86_400_000);
  await services.orm.em.fork().nativeUpdate(Connection, { id: stage.connection?.id ?? '' }, { endsAt });
  await checkDueConnections(services);
  await playEvents(['connection.ending']);
});

it('the outcome of a post is unknown', async () => {
  const { play, playEvents, approve, work } = await givenCafe({ failure: 'mute_after_acting' });
  await play('createDraft');
  await play('createPublishJob');
  await approve();
  await work();
  await playEvents(['publication.unknown']);
});

it('a post is held and released, and a key must be replaced', async () => {
  const { play, playEvents, approve, asOwner, nameOf } = await givenCafe();
  await play('createDraft');
  await play('createPublishJob');
  await approve();
  const approvalId = nameOf(fixture.APPROVAL_ID);
  await asOwner((ctx) => holdApproval(ctx, { approvalId, reason: 'The mayor speaks first.' }));
  await asOwner((ctx) => releaseApproval(ctx, approvalId));
  await asOwner((ctx) => requestRotation(ctx, nameOf(fixture.GRANT_ID)));
  await playEvents(['approval.held', 'approval.released', 'grant.rotation_requested']);
});

it('a person withdraws a decision', async () => {
  const { play, playEvents, approve, asOwner, nameOf } = await givenCafe();
  await play('createDraft');
  await play('createPublishJob');
  await approve();
  await asOwner((ctx) => withdrawVote(ctx, nameOf(fixture.APPROVAL_ID)));
  await playEvents(['approval.vote_withdrawn']);
});

it('a person saves a draft as a template', async () => {
  const { stage, know, nameOf, draft, play } = await givenCafe();
  await draft();
  const draftId = nameOf(fixture.DRAFT_ID);
  await actAs(services, stage.owner, async (ctx) => labelDraft(ctx, await loadDraft(ctx, draftId), ['opening hours'], 1));
  const { id } = await actAs(services, stage.owner, (ctx) => createTemplate(ctx, { draftId, name: 'Opening hours' }));
  know(fixture.TEMPLATE_ID, id);
  await play('listTemplates');
});

it('a person signs a standing approval and revokes it', async () => {
  const { stage, play, playEvents, asOwner, know, nameOf } = await givenCafe();
  const { agentId } = await services.orm.em.fork().findOneOrFail(Grant, nameOf(fixture.GRANT_ID));
  const texts = { text: ['Reminder: the choir sings at ', { kind: 'time' as const }] };
  const template = [{ platform: 'sandbox', connectionId: nameOf(fixture.CONNECTION_ID), texts, rest: { link: null, pictures: [] } }];
  const { id, templateHash } = await givenStanding(services, { ...stage, agent: { ...stage.agent, agentId } }, 'proposed', template);
  know(fixture.STANDING_ID, id);
  know(fixture.AGENT_ID, agentId);
  know(fixture.CONTENT_HASH, templateHash);
  await asOwner((ctx) => signStanding(ctx, { id, templateHash, perDay: 2, credits: 10, days: 14 }));
  await play('listStandingApprovals');
  await asOwner((ctx) => revokeStanding(ctx, id));
  await playEvents(['standing_approval.signed', 'standing_approval.ended']);
});

it('many drafts are created in one request', async () => {
  const { play } = await givenCafe();
  await play('createDrafts', { vary: ['request_id'] });
});

it('captions are tried out', async () => {
  const { play } = await givenCafe();
  await play('validateWords');
  await play('generateDescription', { status: 200 });
});

it('everything readable is listed', async () => {
  const { play } = await givenCafe();
  await play('readMe', { vary: ['key_id'] });
  await play('listConnections');
  await play('listPlatforms', {
    shown: ({ platforms }: { platforms: { platform: string }[] }) => ({
      platforms: platforms.filter(({ platform }) => platform === 'sandbox'),
    }),
  });
});

it('a post gets comments', async () => {
  const { play, playEvents, said, know } = await givenCafe();
  await play('createDraft');
  know(fixture.THREAD_ID, (await said('In the morning?', 'on Saturday at eight')).id);
  await play('addComment');
  await play('listComments');
  await playEvents(['comment.added']);
});

it('a picture is uploaded, described and removed', async () => {
  const { play } = await givenCafe();
  const vary = ['byte_size'];
  await play('addMedia', { payload: await photograph(1_200, 1_600), vary });
  for (const id of ['readMedia', 'listMedia', 'describeMedia']) await play(id, { vary });
  await play('removeMedia');
});

it('an endpoint receives events', async () => {
  const receiver = await startReceiver();
  const { play, approve, work } = await givenCafe();
  const vary = ['url', 'public_key'];
  await play('addWebhookEndpoint', { body: { ...webhooks.NEW_ENDPOINT, url: receiver.url }, vary });
  await sendWebhooks(services);
  await play('createDraft');
  await play('createPublishJob');
  await approve();
  await work();
  await sendWebhooks(services);
  await play('readWebhookEndpoint', { vary });
  await play('listWebhookEndpoints', { vary });
  const published = ({ deliveries, ...page }: { deliveries: { type: string }[] }) => ({
    ...page,
    deliveries: deliveries.filter(({ type }) => type === 'job.published'),
  });
  await play('listWebhookDeliveries', { vary: ['sequence'], shown: published });
  await play('testWebhookEndpoint');
  await play('redeliverWebhooks', { vary: ['redelivered'] });
  await play('changeWebhookEndpoint', { vary });
  await play('removeWebhookEndpoint');
  await receiver.stop();
});

it('covers every operation except two whose bytes come from elsewhere', () => {
  expect([...app.operations.keys()].filter((id) => !played.has(id))).toEqual(['addMediaFromUrl', 'addMediaFromUpload']);
});

it('these events have no example', () => {
  expect(Object.keys(EVENT_TYPES).filter((type) => !played.has(type))).toEqual([
    'approval.moved_on',
    'approval.expired',
    'job.ready',
    'job.partially_published',
    'job.unknown',
    'publication.different',
    'publication.gone',
    'publication.back',
    'retraction.requested',
    'retraction.declined',
    'retraction.waiting',
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
