import { isDeepStrictEqual } from 'node:util';
import { requireWorkspace } from '../access/authorise.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import type { Draft } from '../drafts/draft.entity.ts';
import { lockDraft, reviseDraft } from '../drafts/lock-draft.ts';
import type { RequestNotice } from '../drafts/resolve-approval-required.ts';
import { say } from '../languages/sentence.ts';
import { newId } from '../new-id.ts';
import { Caption } from './caption.entity.ts';
import type { GeneratedCaption, MadeCaption } from './caption-generator.ts';
import { type CurrentCaptions, currentCaptions } from './caption-queries.ts';
import { type CaptionOrigin, CaptionSet } from './caption-set.entity.ts';
import { checkWordings } from './check-wordings.ts';
import { mergeCaptions, type OwnedCaption } from './merge-captions.ts';

export interface WriteCaptionsOptions {
  /** The draft's revision that the writer saw; `stale_revision` if there is a newer one. Defaults to that of `draft`. */
  expectedRevision?: number;
  /** Lets generated captions overwrite a person's too. */
  replace?: boolean;
  /** The current captions, if the caller has read them under the draft's lock. */
  current?: CurrentCaptions | null;
}

export interface WrittenCaptions {
  captionSet: CaptionSet;
  /** In the order of the draft's platforms. */
  captions: Caption[];
  notices: RequestNotice[];
  /** False if the captions were the same already: nothing was written and the revision is unchanged. */
  isChanged: boolean;
}

/**
 * Writes the draft's next caption set: the given captions, and for the other platforms those of the previous
 * set. Generated captions keep their origin; the others get the writer's. Draft: revision + 1, state back to
 * `draft`, content hash null until the payloads are rebuilt. The caller checks the scope, supersedes the
 * approval and cancels the job. Throws `stale_revision`, `validation_failed`, `invalid_state`. Needs a
 * transaction.
 */
export async function writeCaptions(
  ctx: Context,
  draft: Draft,
  captions: readonly (GeneratedCaption | MadeCaption)[],
  writer: CaptionOrigin,
  options: WriteCaptionsOptions = {},
): Promise<WrittenCaptions> {
  assertTransaction(ctx);
  await requireWorkspace(ctx, draft.workspaceId, 'write');
  const locked = await lockDraft(ctx, draft.id, options.expectedRevision ?? draft.revision);
  const given = checkWordings(ctx, locked, captions);
  const current = options.current === undefined ? await currentCaptions(ctx, locked.id) : options.current;

  const merged = mergeCaptions(locked.platforms, current?.captions ?? [], given, writer, options.replace ?? false);
  const notices = merged.kept.map(personsWordsKept);
  if (current && !merged.isChanged) return { ...current, notices, isChanged: false };

  await reviseDraft(ctx, locked);
  const captionSet = createSet(ctx, locked, (current?.captionSet.revision ?? 0) + 1);
  const rows = merged.captions.map((caption) => createCaption(ctx, captionSet, caption));
  await recordAudit(ctx, {
    accountId: locked.accountId,
    action: 'captions.written',
    subjectId: locked.id,
    details: { captionSetId: captionSet.id, revision: locked.revision, origins: originsOf(rows) },
  });
  return { captionSet, captions: rows, notices, isChanged: true };
}

/**
 * Keeps a change of the source text, the link or the pictures that changed no caption: a further set with the same
 * captions. Before there are captions, sets have none, and the first change keeps what was there `before` too. The caller
 * has locked and revised the draft.
 */
export async function keepRevision(ctx: Context, before: Draft, draft: Draft): Promise<void> {
  assertTransaction(ctx);
  const current = await currentCaptions(ctx, draft.id);
  if (isDeepStrictEqual(contentOf(current?.captionSet ?? before), contentOf(draft))) return;
  if (!current) {
    const { revisedByUserId, grantId, userId, updatedAt } = before;
    const author = revisedByUserId ? { grantId: null, userId: revisedByUserId } : { grantId, userId };
    Object.assign(createSet(ctx, before, 1), author, { createdAt: updatedAt });
  }
  const set = createSet(ctx, draft, (current?.captionSet.revision ?? 1) + 1);
  for (const caption of current?.captions ?? []) createCaption(ctx, set, caption);
}

/** What a revision keeps of a draft with its captions. */
function contentOf({ sourceText, link, mediaIds }: Pick<CaptionSet, 'sourceText' | 'link' | 'mediaIds'>) {
  return { sourceText, link: link ?? null, mediaIds: mediaIds ?? [] };
}

function createSet(ctx: Context, draft: Draft, revision: number): CaptionSet {
  return ctx.em.create(CaptionSet, {
    id: newId('cps'),
    accountId: draft.accountId,
    workspaceId: draft.workspaceId,
    draftId: draft.id,
    revision,
    ...contentOf(draft),
    grantId: ctx.actor.kind === 'agent' ? ctx.actor.grantId : null,
    userId: ctx.actor.kind === 'user' ? ctx.actor.userId : null,
    createdAt: ctx.clock.now(),
  });
}

function createCaption(ctx: Context, { accountId, workspaceId, id: captionSetId }: CaptionSet, caption: OwnedCaption): Caption {
  const { modelUse = null, omissions = [], departures = [], keptPercent = null, settings = {} } = caption;
  const kept = { ...caption, modelUse, omissions, departures, keptPercent, settings };
  return ctx.em.create(Caption, { ...kept, id: newId('cap'), accountId, workspaceId, captionSetId });
}

function originsOf(captions: readonly Caption[]): Record<string, CaptionOrigin> {
  return Object.fromEntries(captions.map(({ platform, origin }) => [platform, origin]));
}

/** A person’s words are overwritten only on request. */
export function personsWordsKept(platform: string): RequestNotice {
  return {
    code: 'persons_words_kept',
    message: say`The text for ${platform} was written by a person and stays. Send "replace": true with POST /v1/captions to overwrite it.`,
  };
}
