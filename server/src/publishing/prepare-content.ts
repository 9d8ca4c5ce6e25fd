import type { Generation } from '../captions/caption-generator.ts';
import type { Context } from '../context.ts';
import type { CreateDraftInput } from '../drafts/create-draft.ts';
import { loadDraft } from '../drafts/draft-queries.ts';
import type { Notice } from '../drafts/notice.ts';
import { prepareLinkCard } from '../links/prepare-link-card.ts';
import { type ChangeWish, prepareChangedWords, prepareFirstWords, prepareWords, type WordsWish } from './prepare-words.ts';

/**
 * Everything about a draft's content that takes a network, before the transaction that needs it: the
 * model's words and a look at the page behind the link, both at once. Notices say what did not work.
 */
export async function prepareContent(ctx: Context, wish: WordsWish): Promise<Generation> {
  const { draftId } = wish;
  const [words, notices] = await Promise.all([prepareWords(ctx, wish), prepareCard(ctx, { draftId })]);
  return { captions: words.captions, notices: [...words.notices, ...notices] };
}

/** The same for a draft that is about to change. */
export async function prepareChangedContent(ctx: Context, wish: ChangeWish): Promise<Generation> {
  const { draftId, changes } = wish;
  const card = { draftId, link: changes.link, targets: changes.platforms };
  const [words, notices] = await Promise.all([prepareChangedWords(ctx, wish), prepareCard(ctx, card)]);
  return { captions: words.captions, notices: [...words.notices, ...notices] };
}

/** The same for a draft that does not exist yet. */
export async function prepareFirstContent(ctx: Context, input: CreateDraftInput): Promise<Generation> {
  const { workspaceId, platforms, link = null } = input;
  const [words, notices] = await Promise.all([
    prepareFirstWords(ctx, input),
    prepareLinkCard(ctx, { workspaceId, platforms, link, linkCardId: null }),
  ]);
  return { captions: words.captions, notices: [...words.notices, ...notices] };
}

interface CardWish {
  draftId: string;
  /** As it is about to become; the draft's own when left out. */
  link?: string | null | undefined;
  /** The platforms that it is about to be for; the draft's own when left out. */
  targets?: readonly string[] | undefined;
}

/** The page behind the link alone, for words that are known. */
export async function prepareCard(ctx: Context, { draftId, link, targets }: CardWish): Promise<Notice[]> {
  if (!ctx.links) return [];
  const draft = await loadDraft(ctx, draftId, 'write');
  const { workspaceId, linkCardId = null } = draft;
  return prepareLinkCard(ctx, {
    workspaceId,
    linkCardId,
    platforms: targets ?? draft.platforms,
    link: link === undefined ? draft.link : link,
  });
}
