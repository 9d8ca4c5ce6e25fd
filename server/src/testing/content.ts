import type { Actor } from '../access/actor.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import type { Approval } from '../approvals/approval.entity.ts';
import { requestApproval } from '../approvals/request-approval.ts';
import type { CaptionOrigin } from '../captions/caption-set.entity.ts';
import { writeCaptions } from '../captions/write-captions.ts';
import { Connection } from '../connections/connection.entity.ts';
import { sealCredentials } from '../connections/renew-credentials.ts';
import type { Services } from '../context.ts';
import { type CreateDraftInput, createDraft } from '../drafts/create-draft.ts';
import type { Draft } from '../drafts/draft.entity.ts';
import { loadDraft } from '../drafts/draft-queries.ts';
import { newId } from '../new-id.ts';
import { buildPayloads } from '../payloads/build-payloads.ts';
import type { PublishJob } from '../publishing/publish-job.entity.ts';
import { createAndSubmitDraft } from '../publishing/review/submit-draft.ts';
import { actAs } from './actors.ts';

/** A connected account, healthy by default; its credentials are invalid. */
export async function givenConnectionRow(services: Services, workspace: Workspace, options: Partial<Connection> = {}): Promise<Connection> {
  const em = services.orm.em.fork();
  const id = options.id ?? newId('con');
  const connection = em.create(Connection, {
    id,
    accountId: workspace.accountId,
    workspaceId: workspace.id,
    platform: 'sandbox',
    handle: 'harbour',
    externalId: `feed_${id}`,
    sealedCredentials: sealCredentials(services, id, { feed: `feed_${id}`, failure: 'none', times: null }),
    health: 'healthy',
    createdAt: services.clock.now(),
    ...options,
  });
  await em.flush();
  return connection;
}

/** A draft for the sandbox, created by the actor. */
export async function givenDraft(
  services: Services,
  actor: Actor,
  workspace: Workspace,
  input: Partial<CreateDraftInput> = {},
): Promise<Draft> {
  const made = await actAs(services, actor, (ctx) =>
    createDraft(ctx, { workspaceId: workspace.id, sourceText: 'The harbour festival opens on Friday.', platforms: ['sandbox'], ...input }),
  );
  return made.draft;
}

/** Gives every platform of the draft these captions. */
export async function givenWords(
  services: Services,
  actor: Actor,
  draftId: string,
  text: string,
  origin: CaptionOrigin = 'agent',
): Promise<void> {
  await actAs(services, actor, async (ctx) => {
    const draft = await loadDraft(ctx, draftId);
    await writeCaptions(
      ctx,
      draft,
      draft.platforms.map((platform) => ({ platform, text, tags: [], thread: [] })),
      origin,
    );
  });
}

/** A draft with captions and frozen payloads that waits for a decision. */
export async function givenPendingApproval(
  services: Services,
  actor: Actor,
  workspace: Workspace,
  input: Partial<CreateDraftInput> & { text?: string } = {},
): Promise<{ draftId: string; approval: Approval }> {
  const { text = 'Doors open on Friday at nine.', ...rest } = input;
  const draft = await givenDraft(services, actor, workspace, rest);
  await givenWords(services, actor, draft.id, text);
  const approval = await actAs(services, actor, async (ctx) => {
    const current = await loadDraft(ctx, draft.id);
    await buildPayloads(ctx, current);
    return requestApproval(ctx, current);
  });
  return { draftId: draft.id, approval };
}

/** A draft submitted by an agent: with captions, frozen payloads, a pending approval and a blocked job. */
export async function givenSubmittedDraft(
  services: Services,
  actor: Actor,
  workspace: Workspace,
  input: Partial<CreateDraftInput> & { text?: string } = {},
): Promise<{ draft: Draft; approval: Approval; job: PublishJob }> {
  const { text = 'Doors open on Friday at nine.', platforms = ['sandbox'], ...rest } = input;
  const words = platforms.map((platform) => ({ platform, text, tags: [], thread: [] }));
  const { draft, approval, job } = await actAs(services, actor, (ctx) =>
    createAndSubmitDraft(
      ctx,
      { workspaceId: workspace.id, sourceText: 'The harbour festival opens on Friday.', platforms, publishMode: 'approval_queue', ...rest },
      words,
    ),
  );
  if (!approval || !job) throw new Error('The draft was not submitted.');
  return { draft, approval, job };
}
