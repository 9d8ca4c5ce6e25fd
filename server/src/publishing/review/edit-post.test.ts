import { pino } from 'pino';
import { beforeEach, expect, it } from 'vitest';
import type { Actor } from '../../access/actor.ts';
import { Notice } from '../../access/notice.entity.ts';
import { Approval } from '../../approvals/approval.entity.ts';
import { ClientLink, ClientLinkDraft } from '../../approvals/clients/client-link.entity.ts';
import { clientOf } from '../../approvals/clients/client-links.ts';
import { readShared } from '../../approvals/clients/shared-posts.ts';
import { Draft } from '../../drafts/draft.entity.ts';
import { Event } from '../../events/event.entity.ts';
import { readEvents } from '../../events/event-queries.ts';
import { notifyPeople } from '../../notices/compose/notify-people.ts';
import { Payload } from '../../payloads/payload.entity.ts';
import { withEdits } from '../../platforms/platform/edits.ts';
import type { Platform } from '../../platforms/platform.ts';
import { createSandboxPlatform } from '../../platforms/sandbox/sandbox-platform.ts';
import { SandboxPost } from '../../sandbox/sandbox.entities.ts';
import { createSandboxFeed } from '../../sandbox/sandbox-feed.ts';
import { actAs, userActor } from '../../testing/actors.ts';
import { recordStatements } from '../../testing/database/record-statements.ts';
import { createEngine, type Engine, givenQueued } from '../../testing/engine.ts';
import { givenStage, type Stage, type StageOptions } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor } from '../../testing/test-services.ts';
import { buildEvidence } from '../evidence/build-evidence.ts';
import { cancelJob } from '../jobs/end-job.ts';
import { precheckUsage } from '../precheck-usage.ts';
import { Publication } from '../publication.entity.ts';
import { readBackDuePosts } from '../published/read-back-due-posts.ts';
import { requestRetraction } from '../published/request-retraction.ts';
import { Verification } from '../verification.entity.ts';
import { changeDraft } from './change-draft.ts';
import { previewEdits } from './content/preview-edits.ts';
import { discardDraft } from './discard-draft.ts';
import type { DraftResult } from './draft-result.ts';
import { editPost } from './edit-post.ts';
import { recordDecision } from './record-decision.ts';
import { retryJob } from './retry-job.ts';
import { withdrawVote } from './withdraw-vote.ts';

const database = useTestDatabase();
let engine: Engine;
let stage: Stage;
let publicationId: string;

async function given(changed?: (sandbox: Platform) => Partial<Platform>, options: StageOptions = {}): Promise<void> {
  engine = createEngine(database, changed);
  stage = await givenStage(engine.services, options);
  ({ publicationId } = await givenQueued(stage, { sourceText: 'The festival begins at nine.' }));
  await engine.settle(publicationId);
}
beforeEach(() => given());

const em = () => engine.services.orm.em.fork();
const edit = (actor: Actor, text: string, id = publicationId) =>
  actAs(engine.services, actor, (ctx) => editPost(ctx, { publicationId: id, text, noteToReviewer: 'It begins later.' }));
const publicationOf = ({ job }: DraftResult) => em().findOneOrFail(Publication, { jobId: job?.id ?? '', supersededAt: null });
const shown = async () => (await em().find(SandboxPost, { feed: stage.connection?.externalId ?? '' })).map(({ text }) => text);
const credits = async () =>
  (await em().find(Publication, { workspaceId: stage.workspaceId }, { orderBy: { id: 'asc' } })).map((each) => each.credits);

async function sign(result: DraftResult): Promise<Publication> {
  await stage.approve(result.approval);
  const { id } = await publicationOf(result);
  await engine.deliver(id);
  return em().findOneOrFail(Publication, id);
}

it('replaces a published post’s text with the one that a person signed, once, at no cost', async () => {
  const proposed = await edit(stage.agent, 'The festival begins at ten.');
  expect([proposed.draft.state, proposed.approval?.state, await shown()]).toEqual([
    'in_review',
    'pending',
    ['The festival begins at nine.'],
  ]);

  const edited = await sign(proposed);
  const original = await em().findOneOrFail(Publication, publicationId);
  expect([edited.state, edited.providerId]).toEqual(['published', original.providerId]);
  expect(await shown()).toEqual(['The festival begins at ten.']);
  expect(await credits()).toEqual([1, 0]);
});

it('needs no credits when it is changed while approving, or checked before it is submitted again', async () => {
  const { draft, approval, job } = await edit(stage.agent, 'The festival begins at ten.');
  const captions = [{ platform: 'sandbox', text: 'The festival begins at eleven.', thread: [], tags: [] }];
  const preview = await previewEdits(contextFor(engine.services, stage.owner), approval?.id ?? '', { captions });
  expect(preview.posts).toMatchObject([{ platform: 'sandbox', credits: 0, surcharge: 0 }]);
  await actAs(engine.services, stage.owner, (ctx) => cancelJob(ctx, job?.id ?? ''));
  const { credits } = await precheckUsage(contextFor(engine.services, stage.agent), { draftId: draft.id, workspaceId: stage.workspaceId });
  expect(credits).toMatchObject({ required: 0, posts: [{ platform: 'sandbox', credits: 0, surcharge: 0 }] });
});

it('names the edited post in each of its events, and in no event of that post', async () => {
  const proposed = await edit(stage.agent, 'The festival begins at ten.');
  await sign(proposed);
  const events = await em().find(Event, { workspaceId: stage.workspaceId }, { orderBy: { sequence: 'asc' } });
  const named = events.filter(({ data }) => data.edits_publication_id === publicationId);
  expect(named.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['approval.requested', 'approval.decided', 'publication.published']),
  );
  expect(events.filter(({ draftId }) => draftId === proposed.draft.id)).toEqual(named);
  expect(events.filter(({ type }) => type === 'publication.published')).toHaveLength(2);
});

it('says in notices and to a client that it changes a published post', async () => {
  const proposed = await edit(stage.agent, 'The festival begins at ten.');
  const { accountId, workspaceId } = stage;
  const link = { id: 'clk_1', accountId, workspaceId, email: 'client@example.org', createdByUserId: stage.owner.userId };
  await em().insert(ClientLink, { ...link, tokenHash: 'none', createdAt: new Date(), expiresAt: new Date(Date.now() + 60_000) });
  await em().insert(ClientLinkDraft, { linkId: link.id, draftId: proposed.draft.id, accountId, workspaceId, place: 0 });
  const actor = clientOf(link as ClientLink);
  expect((await readShared({ ...contextFor(engine.services, actor), actor })).posts).toMatchObject([{ editsPublicationId: publicationId }]);

  while ((await readEvents(engine.services, notifyPeople)) > 0);
  await sign(proposed);
  while ((await readEvents(engine.services, notifyPeople)) > 0);
  const notices = await em().find(Notice, { userId: stage.owner.userId }, { orderBy: { id: 'asc' } });
  expect(notices.map(({ message }) => message)).toEqual([
    expect.stringContaining('requests your approval: “The festival begins at ten.” for Sandbox (edit of a published post).'),
    '“The festival begins at nine.” was published on Sandbox.',
    'The post on Sandbox was changed: “The festival begins at ten.”.',
  ]);
});

it('signs what the edit supersedes, and proves it', async () => {
  const proposed = await edit(stage.agent, 'The festival begins at ten.');
  const original = await em().findOneOrFail(Publication, publicationId);
  const { payloadHash } = await em().findOneOrFail(Payload, original.payloadId);
  const { payloadId } = await publicationOf(proposed);
  const { body } = await em().findOneOrFail(Payload, payloadId);
  expect(body).toEqual({
    text: 'The festival begins at ten.',
    edits: { provider_id: original.providerId, url: original.providerUrl, payload_hash: payloadHash },
  });
  await sign(proposed);
  const evidence = await actAs(engine.services, stage.owner, (ctx) => buildEvidence(ctx, proposed.job?.id ?? ''));
  expect(evidence.content[0]).toMatchObject({ payload: { edits: { payload_hash: payloadHash } } });
  expect(evidence.publications[0]).toMatchObject({ state: 'published', provider_id: original.providerId, credit: null });
});

it('is read back as the edit, and no longer as the earlier text', async () => {
  const edited = await sign(await edit(stage.agent, 'The festival begins at ten.'));
  engine.clock.advance(10 * 60_000);
  await readBackDuePosts(engine.services);
  const readings = await em().find(Verification, { workspaceId: stage.workspaceId }, { orderBy: { id: 'asc' } });
  expect(readings.map((each) => [each.publicationId, each.result])).toEqual([[edited.id, 'as_signed']]);
  expect(edited.metricsAt).toBeNull();
});

it('is not reopened by withdrawing its rejection while another edit of the post is open', async () => {
  const rejected = await edit(stage.agent, 'The festival begins at ten.');
  const { id = '', contentHash = '' } = rejected.approval ?? {};
  await actAs(engine.services, stage.owner, (ctx) =>
    recordDecision(ctx, { approvalId: id, contentHash, decision: 'rejected', comment: 'It begins at eleven.' }),
  );
  const open = await edit(stage.agent, 'The festival begins at eleven.');
  await expect(actAs(engine.services, stage.owner, (ctx) => withdrawVote(ctx, id))).rejects.toMatchObject({
    code: 'invalid_state',
    details: { draft_id: open.draft.id },
  });
  await sign(open);
  await expect(actAs(engine.services, stage.owner, (ctx) => withdrawVote(ctx, id))).rejects.toMatchObject({ code: 'invalid_state' });
  expect(await shown()).toEqual(['The festival begins at eleven.']);
});

it('supersedes the text of the previous edit, whichever publication is named', async () => {
  const first = await sign(await edit(stage.agent, 'The festival begins at ten.'));
  const second = await edit(stage.owner, 'The festival begins at eleven.');
  expect(second.draft.editsPublicationId).toBe(first.id);
  await sign(second);
  expect(await shown()).toEqual(['The festival begins at eleven.']);
});

it('takes as many statements for the fourth edit of a post as for the second', async () => {
  const counts: number[] = [];
  for (const hour of ['ten', 'eleven', 'twelve', 'one']) {
    let result: DraftResult | undefined;
    const statements = await recordStatements(engine.services, async () => {
      result = await edit(stage.owner, `The festival begins at ${hour}.`);
    });
    counts.push(statements.length);
    if (result) await sign(result);
  }
  expect(await shown()).toEqual(['The festival begins at one.']);
  expect(counts[3]).toBe(counts[1]);
});

it('has one open edit at a time; discarding it allows another', async () => {
  const open = await edit(stage.agent, 'The festival begins at ten.');
  await expect(edit(stage.owner, 'Another one.')).rejects.toMatchObject({ code: 'invalid_state', details: { draft_id: open.draft.id } });
  await actAs(engine.services, stage.owner, (ctx) => discardDraft(ctx, open.draft.id, open.draft.revision));
  expect((await edit(stage.owner, 'The festival begins at eleven.')).approval?.state).toBe('pending');
});

it('needs an approval even if an agent may publish without one', async () => {
  await given(undefined, {
    workspace: { allowsAuto: true },
    scopes: ['drafts:write', 'captions:write', 'payloads:write', 'jobs:write', 'publish:auto', 'read'],
  });
  const proposed = await edit(stage.agent, 'The festival begins at ten.');
  await engine.deliver((await publicationOf(proposed)).id);
  expect([proposed.approval?.state, await shown()]).toEqual(['pending', ['The festival begins at nine.']]);
});

it('changes text only', async () => {
  const { draft } = await edit(stage.owner, 'The festival begins at ten.');
  const change = (changes: object) =>
    actAs(engine.services, stage.owner, (ctx) => changeDraft(ctx, { draftId: draft.id, revision: draft.revision, changes }));
  await expect(change({ platforms: ['sandbox', 'bluesky'] })).rejects.toMatchObject({ code: 'invalid_state' });
  await expect(change({ link: 'https://example.org/' })).rejects.toMatchObject({ code: 'invalid_state' });
  const words = [{ platform: 'sandbox', text: 'The festival begins at half past ten.', tags: [], thread: ['One more.'], settings: {} }];
  const { job } = await actAs(engine.services, stage.owner, (ctx) =>
    changeDraft(ctx, { draftId: draft.id, revision: draft.revision, changes: {}, captions: words }),
  );
  const { payloadId } = await em().findOneOrFail(Publication, { jobId: job?.id ?? '', supersededAt: null });
  const { violations } = await em().findOneOrFail(Payload, payloadId);
  expect(violations.map(({ code }) => code)).toContain('not_editable');
});

it('asks the network before resending, if a worker died after the call', async () => {
  let calls = 0;
  await given((sandbox) => ({
    async publish(payload, ...call) {
      const outcome = await sandbox.publish(payload, ...call);
      if (!payload.edits) return outcome;
      calls += 1;
      throw new Error('The process ended.');
    },
  }));
  const proposed = await edit(stage.agent, 'The festival begins at ten.');
  await stage.approve(proposed.approval);
  const { id } = await publicationOf(proposed);
  await engine.deliver(id);
  expect((await em().findOneOrFail(Publication, id)).state).toBe('unknown');
  const settled = await engine.settle(id);
  expect([settled.state, calls, await shown()]).toEqual(['published', 1, ['The festival begins at ten.']]);
});

it.each([
  ['edits again if the network did not respond and has the old text', false, 2],
  ['does not edit again if it has the new text', true, 1],
])('%s', async (_, hasActed, times) => {
  let calls = 0;
  await given((sandbox) => ({
    async publish(payload, ...call) {
      if (payload.edits) calls += 1;
      if (!payload.edits || calls > 1) return sandbox.publish(payload, ...call);
      if (hasActed) await sandbox.publish(payload, ...call);
      else await call[2].onSending();
      return { kind: 'unknown', message: 'It said nothing.', sentence: null };
    },
  }));
  const proposed = await edit(stage.agent, 'The festival begins at ten.');
  await stage.approve(proposed.approval);
  const settled = await engine.settle((await publicationOf(proposed)).id);
  expect([settled.state, calls, await shown()]).toEqual(['published', times, ['The festival begins at ten.']]);
});

it.each([
  ['a lost edit', false],
  ['an unanswered edit', true],
])('leaves %s to a person where the post reads the same before and after it', async (_, hasActed) => {
  let calls = 0;
  await given(() => {
    const sandbox = createSandboxPlatform(createSandboxFeed(database.orm, 'http://localhost:4000', pino({ level: 'silent' })));
    const { edits } = sandbox;
    if (!edits) throw new Error('The sandbox edits posts.');
    return withEdits({
      ...sandbox,
      readBack: async () => ({ kind: 'found', seenBy: 'public', signed: { title: 'Festival' }, published: { title: 'Festival' } }),
      edits: {
        ...edits,
        async send(...call) {
          calls += 1;
          if (hasActed) await edits.send(...call);
          else await call[4].onSending();
          return { kind: 'unknown', message: 'It said nothing.', sentence: null };
        },
      },
    });
  });
  const proposed = await edit(stage.agent, 'The festival begins at ten.');
  await stage.approve(proposed.approval);
  const settled = await engine.settle((await publicationOf(proposed)).id);
  expect([settled.state, calls]).toEqual(['unknown', 1]);
  expect(settled.failureMessage).toBe(
    'What the network reports of the post is the same before and after this edit, so it cannot tell whether the edit arrived. A person must check.',
  );
});

it('fails with the reason if the network refuses, and the account stays connected', async () => {
  await given((sandbox) => ({
    publish: async (payload, ...call) =>
      payload.edits ? { kind: 'rejected', message: 'It is older than two days.', sentence: null } : sandbox.publish(payload, ...call),
  }));
  const refused = await sign(await edit(stage.agent, 'The festival begins at ten.'));
  expect([refused.state, refused.failureMessage]).toEqual(['failed', 'It is older than two days.']);
  expect(await shown()).toEqual(['The festival begins at nine.']);
  expect((await edit(stage.agent, 'The festival begins at ten.')).approval?.state).toBe('pending');
});

it('is neither retried nor resubmitted once another edit is open or published', async () => {
  let refusals = 1;
  await given((sandbox) => ({
    async publish(payload, ...call) {
      if (!payload.edits || refusals === 0) return sandbox.publish(payload, ...call);
      refusals -= 1;
      return { kind: 'rejected', message: 'Not today.', sentence: null };
    },
  }));
  const stale = await edit(stage.agent, 'The festival begins at ten.');
  const failed = await sign(stale);
  const retry = () => actAs(engine.services, stage.owner, (ctx) => retryJob(ctx, failed.jobId));
  const newer = await edit(stage.agent, 'The festival begins at eleven.');
  await expect(retry()).rejects.toMatchObject({ code: 'invalid_state', details: { draft_id: newer.draft.id } });
  await sign(newer);
  await expect(retry()).rejects.toMatchObject({
    code: 'invalid_state',
    message: 'The post has been edited since, so this text would overwrite a newer one.',
  });
  expect(await shown()).toEqual(['The festival begins at eleven.']);
});

it('is not retried as a new post after its draft was changed', async () => {
  await given((sandbox) => ({
    publish: async (payload, ...call) =>
      payload.edits ? { kind: 'rejected', message: 'Not today.', sentence: null } : sandbox.publish(payload, ...call),
  }));
  const { jobId } = await sign(await edit(stage.owner, 'The festival begins at ten.'));
  const [draft] = await em().find(Draft, { editsPublicationId: publicationId });
  const { id: draftId = '', revision = 0 } = draft ?? {};
  const words = [{ platform: 'sandbox', text: 'It begins at half past ten.', tags: [], thread: [], settings: {} }];
  await actAs(engine.services, stage.owner, (ctx) => changeDraft(ctx, { draftId, revision, changes: {}, captions: words }));
  await expect(actAs(engine.services, stage.owner, (ctx) => retryJob(ctx, jobId))).rejects.toMatchObject({ code: 'invalid_state' });
  expect(await em().count(Draft, { workspaceId: stage.workspaceId, editsPublicationId: null })).toBe(1);
});

it('is refused before any call if the network or the post cannot be edited', async () => {
  await given((sandbox) => ({ ...sandbox, edits: undefined }) as never);
  await expect(edit(stage.owner, 'The festival begins at ten.')).rejects.toMatchObject({
    code: 'invalid_state',
    message: 'Published posts on Sandbox cannot be edited from here.',
  });
  await given((sandbox) => ({ edits: { ...sandbox.edits, refuses: () => 'An album cannot be edited.' } }) as never);
  await expect(edit(stage.owner, 'The festival begins at ten.')).rejects.toMatchObject({ message: 'An album cannot be edited.' });
  expect(await em().count(Draft, { workspaceId: stage.workspaceId, editsPublicationId: { $ne: null } })).toBe(0);
});

it('is refused for a post that is not published, or is being removed', async () => {
  const waiting = await givenQueued(stage, { sourceText: 'Another post.' });
  await expect(edit(stage.owner, 'Other words.', waiting.publicationId)).rejects.toMatchObject({ code: 'invalid_state' });
  await actAs(engine.services, stage.owner, (ctx) => requestRetraction(ctx, { publicationId, reason: 'It was moved.' }));
  await expect(edit(stage.owner, 'Other words.')).rejects.toMatchObject({ code: 'invalid_state' });
});

it('is refused to viewers, to strangers and to agents without the scopes', async () => {
  await expect(edit(await userActor(engine.services, stage.accountId, 'viewer'), 'Other words.')).rejects.toMatchObject({
    code: 'insufficient_role',
  });
  const stranger = await givenStage(engine.services);
  await expect(edit(stranger.owner, 'Other words.')).rejects.toMatchObject({ code: 'not_found' });
  await expect(edit({ ...stage.agent, scopes: ['read', 'jobs:write'] } as Actor, 'Other words.')).rejects.toMatchObject({
    code: 'insufficient_scope',
  });
  expect(await em().count(Approval, { workspaceId: stage.workspaceId, state: 'pending' })).toBe(0);
});
