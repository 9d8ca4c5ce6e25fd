import { requireScope, requireWorkspace } from '../../../access/authorise.ts';
import type { Workspace } from '../../../access/workspace.entity.ts';
import { voiceWith, type Wording } from '../../../access/workspace-policies.ts';
import { latestApproval } from '../../../approvals/approval-queries.ts';
import type { Caption } from '../../../captions/caption.entity.ts';
import type { GeneratedCaption, Generation, MadeCaption } from '../../../captions/caption-generator.ts';
import { type CurrentCaptions, currentCaptions, platformsWithoutCaption } from '../../../captions/caption-queries.ts';
import { isLongRequest } from '../../../captions/create-caption-writer.ts';
import { generateCaptions } from '../../../captions/generate-captions.ts';
import { writeCaptions } from '../../../captions/write-captions.ts';
import type { Context } from '../../../context.ts';
import { ownerOf } from '../../../db/request-concurrency.ts';
import type { DraftChange } from '../../../drafts/change-draft-source.ts';
import { knownPlatforms } from '../../../drafts/check-draft-fields.ts';
import type { CreateDraftInput } from '../../../drafts/create-draft.ts';
import type { Draft } from '../../../drafts/draft.entity.ts';
import { loadDraft } from '../../../drafts/draft-queries.ts';
import {
  type ApprovalWish,
  type RequestNotice,
  type ResolvedApproval,
  resolveApprovalRequired,
} from '../../../drafts/resolve-approval-required.ts';
import { DomainError } from '../../../errors.ts';
import { say } from '../../../languages/sentence.ts';
import { cardLinkOf, prepareLinkCard } from '../../../links/link-cards.ts';
import { prepareMentions } from '../../../mentions/prepare-mentions.ts';
import { firstCommentIn } from '../../../platforms/platform/first-comment.ts';

interface WordsWish {
  draftId: string;
  /** Defaults to those without captions. */
  platforms?: readonly string[] | undefined;
  tone?: string | null | undefined;
  language?: string | null | undefined;
  /** The draft's own by default. */
  wording?: Wording | undefined;
  /** Whether generated captions may replace a person's. */
  replace?: boolean | undefined;
}

interface ChangeWish {
  draftId: string;
  /** The change to the draft. */
  changes: DraftChange;
  /** Platforms whose captions are part of the change. */
  given?: readonly string[] | undefined;
  /** Platforms whose captions are generated again, also where a person wrote them. */
  renewed?: readonly string[] | undefined;
}

/** States in which a changed draft is submitted again, with captions for all of its platforms. */
const ASKED_FOR: readonly Draft['state'][] = ['in_review', 'changes_requested', 'approved', 'scheduled'];
const NOTHING: Generation = { captions: [], notices: [] };

/**
 * Generates a draft's captions before the transaction that stores them, since no network call is made inside one.
 * Without a model only long texts are generated here; captions that were not requested explicitly are generated where
 * they are needed. Throws `not_found` and `insufficient_role` like the command that follows.
 */
async function prepareWords(ctx: Context, draft: Draft, wish: WordsWish): Promise<Generation> {
  if (!ctx.config.captionModel && !wish.platforms && !isLongRequest(draft)) return NOTHING;
  const current = await currentCaptions(ctx, draft.id);
  const { tone = null, language = null } = wish;
  const { voice } = await requireWorkspace(ctx, draft.workspaceId, 'write');
  const { sourceText, link } = draft;
  return generateCaptions(ctx, {
    workspaceId: draft.workspaceId,
    sourceText,
    link: link ?? null,
    platforms: wantedPlatforms(draft, current, wish),
    tone,
    language,
    voice: voiceWith(voice, wish.wording, draft.wording),
  });
}

/**
 * As above, for a draft that is about to change: captions generated from the old text, link or wording, and those of
 * added platforms where the draft is submitted again.
 */
async function prepareChangedWords(ctx: Context, draft: Draft, { changes, given = [], renewed = [] }: ChangeWish): Promise<Generation> {
  const {
    sourceText = draft.sourceText,
    link = draft.link ?? null,
    wording = draft.wording,
    platforms: wished = draft.platforms,
  } = changes;
  if (!ctx.config.captionModel && !isLongRequest({ sourceText, platforms: wished })) return NOTHING;
  const captions = (await currentCaptions(ctx, draft.id))?.captions ?? [];
  // The command reports unknown ones with their pointers.
  const targets = wished.filter((id) => ctx.platforms.has(id) && !given.includes(id));
  const isRenewed = [changes.sourceText, changes.link, changes.wording].some((change) => change !== undefined);
  const platforms = targets.filter((id) => {
    const caption = captions.find(({ platform }) => platform === id);
    if (renewed.includes(id)) return true;
    return caption ? isRenewed && (caption.origin === 'extractive' || caption.origin === 'model') : ASKED_FOR.includes(draft.state);
  });
  const { voice } = await requireWorkspace(ctx, draft.workspaceId, 'write');
  return generateCaptions(ctx, { workspaceId: draft.workspaceId, sourceText, link, platforms, voice: voiceWith(voice, wording) });
}

/** As above for a new draft; nothing if it stays a draft. */
async function prepareFirstWords(ctx: Context, input: CreateDraftInput): Promise<Generation> {
  if ((input.publishMode ?? 'draft_only') === 'draft_only' || (!ctx.config.captionModel && !isLongRequest(input))) return NOTHING;
  const { voice } = await requireWorkspace(ctx, input.workspaceId, 'write');
  requireScope(ctx, 'jobs:write');
  const { workspaceId, sourceText, platforms, link = null, wording } = input;
  return generateCaptions(ctx, { workspaceId, sourceText, link, platforms, voice: voiceWith(voice, wording) });
}

function wantedPlatforms(draft: Draft, current: CurrentCaptions | null, { platforms, replace }: WordsWish): string[] {
  if (!platforms) return platformsWithoutCaption(draft, current);
  const persons = new Set((current?.captions ?? []).flatMap(({ origin, platform }) => (origin === 'person' ? [platform] : [])));
  return platforms.filter((platform) => draft.platforms.includes(platform) && (replace || !persons.has(platform)));
}

const withoutWords = (platforms: readonly string[], captions: NonNullable<CaptionsGiven>): string[] =>
  platforms.filter((id) => !captions.some(({ platform }) => platform === id));

/** Captions of a new draft. */
type CaptionsGiven = readonly GeneratedCaption[] | undefined;

/** Captions by the caller. */
type Written = readonly Pick<GeneratedCaption, 'text' | 'thread' | 'settings'>[] | undefined;

/**
 * Prepares everything about a draft's content that needs the network, before the transaction: the model's captions,
 * the page behind the link, and the accounts behind mentioned names. Notices report what failed.
 */
export async function prepareContent(ctx: Context, wish: WordsWish & { written?: Written }): Promise<Generation> {
  return prepare(ctx, { draftId: wish.draftId, changes: {}, written: wish.written }, (draft) => prepareWords(ctx, draft, wish));
}

/** As above for a draft that is about to change. */
export async function prepareChangedContent(ctx: Context, wish: ChangeWish & { written?: Written }): Promise<Generation> {
  return prepare(ctx, wish, (draft) => prepareChangedWords(ctx, draft, wish));
}

/** As above for a new draft. */
export async function prepareFirstContent(ctx: Context, input: CreateDraftInput & { captions?: CaptionsGiven }): Promise<Generation> {
  const { workspaceId, platforms, sourceText, link = null, captions = [] } = input;
  const [words, carded] = await Promise.all([
    prepareFirstWords(ctx, { ...input, platforms: withoutWords(platforms, captions) }),
    prepareLinkCard(ctx, { workspaceId, platforms, link: cardLinkOf(link, [sourceText, ...textsOf(captions)]) }),
  ]);
  const named = await prepareMentions(ctx, {
    workspaceId,
    platforms,
    texts: [sourceText, ...namingTexts(captions), ...namingTexts(words.captions)],
  });
  return { captions: words.captions, notices: [...words.notices, ...carded, ...named] };
}

/** The references of unsaved captions. */
export interface ReferencesInput {
  workspaceId: string;
  platforms: readonly string[];
  /** The texts, starting with the one for all platforms. */
  texts: readonly string[];
  link?: string | null;
}

/**
 * Looks up the accounts and the page that unsaved captions refer to, so their preview matches what
 * saving would produce. Stores only the results. Needs write permission; must run outside a transaction.
 */
export async function prepareReferences(
  ctx: Context,
  { workspaceId, platforms, texts, link = null }: ReferencesInput,
): Promise<RequestNotice[]> {
  await requireWorkspace(ctx, workspaceId, 'write');
  requireScope(ctx, 'drafts:write');
  const [carded, named] = await Promise.all([
    prepareLinkCard(ctx, { workspaceId, platforms, link: cardLinkOf(link, texts) }),
    prepareMentions(ctx, { workspaceId, platforms, texts }),
  ]);
  return [...carded, ...named];
}

interface Around {
  draftId: string;
  /** The change to the draft. */
  changes: DraftChange;
  written?: Written;
}

async function prepare(
  ctx: Context,
  { draftId, changes, written = [] }: Around,
  makeWords: (draft: Draft) => Promise<Generation>,
): Promise<Generation> {
  if (ctx.actor.kind === 'anonymous') throw new DomainError('unauthenticated');
  const draft = await loadDraft(ctx, draftId, 'write');
  const { workspaceId, linkCardId = null } = draft;
  const { platforms = draft.platforms, link = draft.link, sourceText = draft.sourceText } = changes;
  const speak = async () => {
    const words = await makeWords(draft);
    const texts = [sourceText, ...namingTexts(written), ...namingTexts(words.captions)];
    return { words, named: await prepareNames(ctx, draft, platforms, texts) };
  };
  const cardLink = cardLinkOf(link, [sourceText, ...textsOf(written)]);
  const [{ words, named }, carded] = await Promise.all([
    speak(),
    prepareLinkCard(ctx, { workspaceId, linkCardId, platforms, link: cardLink }),
  ]);
  return { captions: words.captions, notices: [...words.notices, ...carded, ...named] };
}

async function prepareNames(ctx: Context, { id, workspaceId }: Draft, platforms: readonly string[], texts: readonly string[]) {
  if (!platforms.some((platform) => ctx.platforms.get(platform)?.accounts)) return [];
  const standing = (await currentCaptions(ctx, id))?.captions ?? [];
  return prepareMentions(ctx, { workspaceId, platforms, texts: [...texts, ...namingTexts(standing)] });
}

function textsOf(captions: NonNullable<Written>): string[] {
  return captions.flatMap(({ text, thread }) => [text, ...thread]);
}

/** With the first comments, whose names become mentions too; their links have no card. */
function namingTexts(captions: NonNullable<Written>): string[] {
  return [...textsOf(captions), ...captions.map(({ settings }) => firstCommentIn(settings) ?? '')];
}

/**
 * Whether the draft is published automatically. Once an approval was requested for it, an approval is
 * required again, whatever the request says (`wasAsked`, looked up by default): otherwise an agent could
 * bypass a rejection or a change request.
 */
export async function resolveMode(
  ctx: Context,
  workspace: Workspace,
  draft: Draft,
  wish: ApprovalWish & { wasAsked?: boolean },
): Promise<ResolvedApproval> {
  const asked = resolveApprovalRequired(ctx.actor, workspace, wish);
  if (asked.approvalRequired || !(wish.wasAsked ?? (await latestApproval(ctx, draft.id)))) return asked;
  return {
    approvalRequired: true,
    publishMode: asked.publishMode === 'auto' ? 'approval_queue' : asked.publishMode,
    notices: [{ code: 'approval_still_required', message: say`This still needs approval: approval of this draft was requested before.` }],
  };
}

/** Captions generated before the transaction. */
export type PreparedCaptions = readonly (GeneratedCaption | MadeCaption)[];

/** The tone and language of generated captions. */
interface Wish {
  tone: string | null;
  /** BCP 47. */
  language: string | null;
  /** The draft's own by default. */
  wording?: Wording | undefined;
}

/** Adds missing captions of a locked draft, from `words` where possible. Returns all of its captions. */
export async function ensureWords(ctx: Context, draft: Draft, words: PreparedCaptions = []): Promise<Caption[]> {
  // A draft of the first revision has no captions yet.
  const current = draft.revision === 1 ? null : await currentCaptions(ctx, draft.id);
  const missing = platformsWithoutCaption(draft, current);
  if (current && missing.length === 0) return current.captions;
  const written = await writeCaptions(ctx, draft, await wordsFor(ctx, draft, missing, words), 'extractive', { current });
  return written.captions;
}

/**
 * Captions for these platforms of a draft: prepared ones, the rest from the built-in generator, which only computes.
 * A model needs the network, so it is never called here, within a transaction: the transport calls prepareWords()
 * before.
 */
export async function wordsFor(
  ctx: Context,
  draft: Draft,
  platforms: readonly string[],
  words: PreparedCaptions = [],
  { tone, language, wording }: Wish = { tone: null, language: null },
): Promise<(GeneratedCaption | MadeCaption)[]> {
  const prepared = words.filter(({ platform }) => platforms.includes(platform));
  const missing = platforms.filter((id) => !prepared.some(({ platform }) => platform === id));
  if (missing.length === 0) return prepared;
  const { voice } = await requireWorkspace(ctx, draft.workspaceId, 'read');
  const composed = await ctx.captions.compose({
    sourceText: draft.sourceText,
    link: draft.link ?? null,
    platforms: knownPlatforms(ctx, missing),
    tone,
    language,
    voice: voiceWith(voice, wording, draft.wording),
    owner: ownerOf(ctx),
  });
  return [...prepared, ...composed];
}
