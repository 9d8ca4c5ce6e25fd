import { drawnAs } from '../confusables.ts';
import type { Context } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { tables } from '../db/tables.ts';
import type { Draft } from '../drafts/draft.entity.ts';
import { requireChangeable } from '../drafts/lock-draft.ts';
import { DomainError } from '../errors.ts';
import { say } from '../languages/sentence.ts';
import { cardLinkOf, draftCard } from '../links/link-cards.ts';
import { mediaOf } from '../media/media-queries.ts';
import { knownMentions } from '../mentions/known-mentions.ts';
import { FIRST_COMMENT, firstCommentIn } from '../platforms/platform/first-comment.ts';
import type { JsonObject, Post, Preview, Settings, Violation } from '../platforms/platform.ts';
import { asSeen } from '../platforms/text/as-seen.ts';
import type { Departure, Omission } from '../platforms/text/omission.ts';
import { contentHash, hashJson } from './content-hash.ts';
import { type FittedPost, fitPosts } from './fit-posts.ts';
import { findTargets, type Target } from './payload-queries.ts';
import { rulesHash } from './payload-violations.ts';

/** Characters that Unicode defines as ignorable. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

/** A payload as it would be frozen, without a row in the database. */
export interface PreparedPayload {
  position: number;
  platform: string;
  connectionId: string | null;
  body: JsonObject;
  payloadHash: string;
  textHash: string;
  seenHash: string;
  post: Post;
  rulesHash: string;
  violations: Violation[];
  preview: Preview;
}

/** The content for one platform, from a caption row or a generator. */
export interface Wording {
  platform: string;
  text: string;
  tags: string[];
  thread: string[];
  /** What they omit of the source; absent if they were not compared. */
  omissions?: readonly Omission[];
  /** Where a model's caption may differ in meaning from the source. */
  departures?: readonly Departure[];
  /** The share of the source, if it is incomplete. */
  keptPercent?: number | null | undefined;
  /** The network's own settings that were chosen. */
  settings?: Settings | undefined;
}

export interface PreparedSet {
  contentHash: string;
  /** The card that they were built with. */
  linkCardId: string | null;
  payloads: PreparedPayload[];
}

/**
 * The payloads of a draft with this content; read-only (buildPayloads writes). Order: the draft's platforms, then the
 * connection's id. Throws `invalid_state` if a platform has no caption.
 */
export async function preparePayloads(ctx: Context, draft: Draft, wordings: readonly Wording[]): Promise<PreparedSet> {
  const byPlatform = new Map(wordings.map((wording) => [wording.platform, wording]));
  const missing = draft.platforms.filter((platform) => !byPlatform.has(platform));
  if (missing.length > 0) {
    requireChangeable(draft);
    throw new DomainError('invalid_state', {
      message: say`There are no captions for ${missing.join(', ')} yet.`,
      remedy: say`Write them with POST /v1/captions, then try again.`,
      details: { platforms_without_captions: missing },
    });
  }
  const targets = await findTargets(ctx, draft);
  const media = await mediaOf(ctx, draft.mediaIds ?? []);
  const texts = [draft.sourceText, ...wordings.map(({ text }) => text)];
  const card = await draftCard(ctx, { ...ownerOfCard(draft), link: cardLinkOf(draft.link, texts) });
  const mentions = await knownMentions(
    ctx,
    draft.workspaceId,
    targets.map(({ platform }) => ({ platform, texts: textsOf(byPlatform.get(platform.id)) })),
  );
  const wished = targets.flatMap((target, position) => {
    const wording = byPlatform.get(target.platform.id);
    return wording ? [{ target, position, wording }] : [];
  });
  const link = draft.link ?? null;
  const edited = await editedPost(ctx, draft);
  const fitted = await fitPosts(
    ctx,
    wished.map(({ target: { platform }, wording: { text, tags, thread, settings } }) => ({
      platform,
      words: { text, tags, thread, link, ...(edited ? edited(settings) : settings && { settings }) },
      isBuilt: true,
    })),
    { pictures: media, card, mentions },
  );
  const payloads = wished.flatMap((wish, index) => {
    const fit = fitted[index];
    return fit?.body ? [preparedPayload(wish, { ...fit, body: fit.body })] : [];
  });
  return { contentHash: contentHash(payloads), linkCardId: card.id, payloads };
}

/**
 * What an edit reuses from the published post: its address on the network, and the settings it was published
 * with; null for a draft that edits none. In SQL, since payloads/ may not import publishing/.
 */
async function editedPost(ctx: Context, { editsPublicationId: id }: Draft): Promise<((chosen?: Settings) => Partial<Post>) | null> {
  if (!id) return null;
  const [row] = await query(
    ctx.em,
    tables
      .selectFrom('publications as p')
      .innerJoin('payloads as b', 'b.id', 'p.payload_id')
      .select(['p.provider_id', 'p.provider_url', 'b.payload_hash', 'b.post', 'b.preview'])
      .where('p.id', '=', id),
  );
  if (!row?.provider_id) throw new Error(`The post of ${id} cannot be edited.`);
  const edits = {
    ...{ providerId: row.provider_id, url: row.provider_url },
    ...{ payloadHash: row.payload_hash, title: row.preview.title ?? null },
  };
  const { [FIRST_COMMENT]: _comment, ...kept } = row.post?.settings ?? {};
  // A first comment is refused with everything else that an edit cannot do.
  return (chosen) => ({
    edits,
    settings: { ...kept, ...(firstCommentIn(chosen) !== null && { [FIRST_COMMENT]: chosen?.[FIRST_COMMENT] }) } as Settings,
  });
}

const ownerOfCard = ({ workspaceId, linkCardId = null }: Draft) => ({ workspaceId, linkCardId });

function textsOf(wording: Wording | undefined): string[] {
  return wording ? [wording.text, ...wording.thread, firstCommentIn(wording.settings) ?? ''] : [];
}

function preparedPayload(
  { target: { platform, connectionId }, position, wording }: { target: Target; position: number; wording: Wording },
  { post, violations, preview, body }: FittedPost & { body: JsonObject },
): PreparedPayload {
  const { text, thread, departures = [], keptPercent = null } = wording;
  const omissions = [...(wording.omissions ?? []), ...(preview.omissions ?? [])];
  return {
    position,
    platform: platform.id,
    connectionId,
    body,
    payloadHash: hashJson(body),
    textHash: textHash(text, thread),
    seenHash: seenHash(text, thread),
    post,
    rulesHash: rulesHash(platform),
    violations,
    preview: {
      ...preview,
      ...(omissions.length > 0 && { omissions }),
      ...(departures.length > 0 && { departures }),
      ...(keptPercent !== null && { keptPercent }),
    },
  };
}

/** The hash of a post's text, normalised in spaces and case. */
export function textHash(text: string, thread: readonly string[]): string {
  return hashJson([text, ...thread].map(inPlainSpelling));
}

/** As above for the displayed text: without invisible characters, and with confusable letters replaced. */
export function seenHash(text: string, thread: readonly string[]): string {
  return hashJson([text, ...thread].map((part) => drawnAs(inPlainSpelling(asSeen(part).text.replace(UNSEEN, '')))));
}

function inPlainSpelling(part: string): string {
  return part.normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase();
}
