import { requireScope, requireWorkspace } from '../../access/authorise.ts';
import type { Generation } from '../../captions/caption-generator.ts';
import { keptWords } from '../../captions/own-words.ts';
import { Connection } from '../../connections/connection.entity.ts';
import { platformOf, requireSight } from '../../connections/connection-queries.ts';
import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { Draft } from '../../drafts/draft.entity.ts';
import { DomainError } from '../../errors.ts';
import { type LocalizedMessage, say } from '../../languages/sentence.ts';
import { Payload } from '../../payloads/payload.entity.ts';
import type { Platform } from '../../platforms/platform.ts';
import { loadPublication } from '../jobs/load-job.ts';
import { isPostRemoved, lockPost, newestOf, type PostRow } from '../jobs/post-queries.ts';
import { Publication } from '../publication.entity.ts';
import { PublishJob } from '../publish-job.entity.ts';
import { Verification } from '../verification.entity.ts';
import { prepareFirstContent } from './content/prepare-content.ts';
import { refuseOpenEdit } from './content/require-current-edit.ts';
import type { DraftResult } from './draft-result.ts';
import { createAndSubmitDraft } from './submit-draft.ts';

export interface EditPostInput {
  publicationId: string;
  /** The post's complete new text. */
  text: string;
  /** For platforms with titles. */
  title?: string | undefined;
  /** All of its tags; none if omitted. */
  tags?: string[] | undefined;
  /** For the approvers; never sent. */
  noteToReviewer?: string | null | undefined;
}

/** Looks up the mentioned names before the transaction. Throws `not_found` like the command that follows. */
export async function prepareEdit(ctx: Context, input: EditPostInput): Promise<Generation> {
  const { publication } = await loadPublication(ctx, input.publicationId);
  const { workspaceId, platform } = publication;
  return prepareFirstContent(ctx, { workspaceId, platforms: [platform], sourceText: input.text, captions: wordsFor(ctx, platform, input) });
}

/**
 * Requests a new text for a published post: a draft that edits it, submitted for approval. Once a person has
 * signed it, it is sent like any post, and its network replaces the text. Throws `invalid_state` if the
 * network supports no edits, the post cannot be edited, or an edit of it is open. Needs a transaction,
 * `jobs:write`, `drafts:write` and `captions:write`.
 */
export async function editPost(ctx: Context, input: EditPostInput): Promise<DraftResult> {
  assertTransaction(ctx);
  const { job, publication: found } = await loadPublication(ctx, input.publicationId);
  await requireWorkspace(ctx, job.workspaceId, 'write');
  for (const scope of ['jobs:write', 'drafts:write', 'captions:write'] as const) requireScope(ctx, scope);
  requireSight(ctx, found);
  const chain = await lockPost(ctx, input.publicationId);
  await refuseOpenEdit(ctx, chain, null);
  const publication = await ctx.em.findOneOrFail(Publication, newestOf(chain)?.id ?? input.publicationId, { refresh: true });
  const { post } = await requireEditable(ctx, publication, chain);
  const { mediaIds = null } = await draftOf(ctx, publication);
  const result = await createAndSubmitDraft(ctx, {
    workspaceId: publication.workspaceId,
    sourceText: input.text,
    platforms: [publication.platform],
    connectionIds: [publication.connectionId ?? ''],
    link: post?.link ?? null,
    mediaIds: post?.media?.length ? mediaIds : null,
    publishMode: 'approval_queue',
    noteToReviewer: input.noteToReviewer ?? null,
    captions: wordsFor(ctx, publication.platform, input),
    editsPublicationId: publication.id,
  });
  await ctx.em.flush();
  return result;
}

const wordsFor = (ctx: Context, platform: string, { text, title, tags = [] }: EditPostInput) =>
  keptWords(ctx, [{ platform, text, tags, ...(title !== undefined && { title }) }], () => '');

/** The payloads with which these publications were published, by publication id. Two queries. */
export async function publishedPayloadsOf(ctx: Context, publicationIds: readonly string[]): Promise<Map<string, Payload>> {
  const publications = await ctx.em.find(Publication, { id: { $in: [...publicationIds] } });
  const payloads = await ctx.em.find(Payload, { id: { $in: publications.map(({ payloadId }) => payloadId) } });
  const byId = new Map(payloads.map((payload) => [payload.id, payload]));
  return new Map(publications.flatMap(({ id, payloadId }) => (byId.has(payloadId) ? [[id, byId.get(payloadId) as Payload]] : [])));
}

/** Title, text and tags of a post, separated by empty lines. */
export function shownWords({ preview: { title, parts, tags = [] } }: Pick<Payload, 'preview'>): string {
  return [title ?? '', ...parts.map(({ text }) => text), tags.map((tag) => `#${tag}`).join(' ')].filter(Boolean).join('\n\n');
}

/** The newest edit of each publication, by publication id; discarded ones do not count. One query. */
export async function newestEditsOf(ctx: Context, publicationIds: readonly string[]): Promise<Map<string, Draft>> {
  const edits = await ctx.em.find(
    Draft,
    { editsPublicationId: { $in: [...publicationIds] }, state: { $ne: 'archived' } },
    { orderBy: { id: 'asc' } },
  );
  return new Map(edits.map((edit) => [edit.editsPublicationId ?? '', edit]));
}

async function draftOf(ctx: Context, { jobId }: Publication): Promise<Draft> {
  const { draftId } = await ctx.em.findOneOrFail(PublishJob, jobId);
  return ctx.em.findOneOrFail(Draft, draftId);
}

/** The payload of an editable post; throws otherwise. */
async function requireEditable(ctx: Context, publication: Publication, chain: readonly PostRow[]): Promise<Payload> {
  const payload = await ctx.em.findOneOrFail(Payload, publication.payloadId);
  const connection = await ctx.em.findOne(Connection, publication.connectionId ?? '');
  const platform = connection && platformOf(ctx.platforms, connection);
  const read = { publicationId: publication.id, result: { $ne: 'unreadable' } } as const;
  const [last] = await ctx.em.find(Verification, read, { orderBy: { id: 'desc' }, limit: 1 });
  if (publication.state !== 'published' || last?.result === 'gone' || (await isPostRemoved(ctx.em, chain))) {
    throw new DomainError('invalid_state', {
      message: say`The post is not published, so its text cannot be edited.`,
      remedy: say`Change the draft before it is sent. A removed post must be published again.`,
      details: { from: publication.state },
    });
  }
  const obstacle = platform ? whyNotEditable(platform, payload) : say`The account is no longer connected.`;
  if (!obstacle && publication.providerId) return payload;
  throw new DomainError('invalid_state', {
    message: obstacle ?? say`The network’s own id of the post is not known, so it cannot be edited from here.`,
    remedy: say`Edit it there by hand, or remove it and publish it again.`,
  });
}

/** Why a published post cannot be edited on its network; null if it can. */
function whyNotEditable(platform: Platform, { body, post }: Pick<Payload, 'body' | 'post'>): LocalizedMessage | null {
  const { label, edits, noEdit } = platform;
  if (!edits) return noEdit ?? say`Published posts on ${label} cannot be edited from here.`;
  if (!post) return say`It was published before edits were possible.`;
  if (post.thread.length > 0) return say`A thread cannot be edited as a whole.`;
  return edits.refuses(body);
}
