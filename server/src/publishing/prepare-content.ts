import type { Generation } from '../captions/caption-generator.ts';
import type { Context } from '../context.ts';
import type { CreateDraftInput } from '../drafts/create-draft.ts';
import { loadDraft } from '../drafts/draft-queries.ts';
import type { Notice } from '../drafts/notice.ts';
import { prepareLinkCard } from '../links/prepare-link-card.ts';
import { prepareFirstWords, prepareWords, type WordsWish } from './prepare-words.ts';

/**
 * Everything about a draft's content that takes a network, before the transaction that needs it: the
 * model's words and a look at the page behind the link, both at once. Notices say what did not work.
 */
export async function prepareContent(ctx: Context, wish: WordsWish): Promise<Generation> {
  const [words, notices] = await Promise.all([prepareWords(ctx, wish), prepareCard(ctx, wish)]);
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

/** The page behind the link alone, for words that are known. `link` and platforms as they are about to become. */
export async function prepareCard(
  ctx: Context,
  { draftId, link, targets }: Pick<WordsWish, 'draftId' | 'link' | 'targets'>,
): Promise<Notice[]> {
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
