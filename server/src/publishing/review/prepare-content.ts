import type { GeneratedCaption, Generation } from '../../captions/caption-generator.ts';
import { currentCaptions } from '../../captions/caption-queries.ts';
import type { Context } from '../../context.ts';
import type { DraftChange } from '../../drafts/change-draft-source.ts';
import type { CreateDraftInput } from '../../drafts/create-draft.ts';
import type { Draft } from '../../drafts/draft.entity.ts';
import { loadDraft } from '../../drafts/draft-queries.ts';
import { DomainError } from '../../errors.ts';
import { prepareLinkCard } from '../../links/prepare-link-card.ts';
import { prepareMentions } from '../../mentions/prepare-mentions.ts';
import { type ChangeWish, prepareChangedWords, prepareFirstWords, prepareWords, type WordsWish } from './prepare-words.ts';

/** Words that the caller wrote. */
type Written = readonly Pick<GeneratedCaption, 'text' | 'thread'>[] | undefined;

/**
 * Everything about a draft's content that takes a network, before the transaction that needs it: the
 * model's words, a look at the page behind the link, and whose accounts the names in the words are.
 * Notices say what did not work.
 */
export async function prepareContent(ctx: Context, wish: WordsWish & { written?: Written }): Promise<Generation> {
  return prepare(ctx, { draftId: wish.draftId, changes: {}, written: wish.written }, (draft) => prepareWords(ctx, draft, wish));
}

/** The same for a draft that is about to change. */
export async function prepareChangedContent(ctx: Context, wish: ChangeWish & { written?: Written }): Promise<Generation> {
  return prepare(ctx, wish, () => prepareChangedWords(ctx, wish));
}

/** The same for a draft that does not exist yet. */
export async function prepareFirstContent(ctx: Context, input: CreateDraftInput): Promise<Generation> {
  const { workspaceId, platforms, sourceText, link = null } = input;
  const [words, carded] = await Promise.all([prepareFirstWords(ctx, input), prepareLinkCard(ctx, { workspaceId, platforms, link })]);
  const named = await prepareMentions(ctx, { workspaceId, platforms, texts: [sourceText, ...textsOf(words.captions)] });
  return { captions: words.captions, notices: [...words.notices, ...carded, ...named] };
}

interface Around {
  draftId: string;
  /** What the draft is about to become. */
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
    const texts = [sourceText, ...textsOf(written), ...textsOf(words.captions)];
    return { words, named: await prepareNames(ctx, draft, platforms, texts) };
  };
  const [{ words, named }, carded] = await Promise.all([speak(), prepareLinkCard(ctx, { workspaceId, linkCardId, platforms, link })]);
  return { captions: words.captions, notices: [...words.notices, ...carded, ...named] };
}

async function prepareNames(ctx: Context, { id, workspaceId }: Draft, platforms: readonly string[], texts: readonly string[]) {
  if (!platforms.some((platform) => ctx.platforms.get(platform)?.accounts)) return [];
  const standing = (await currentCaptions(ctx, id))?.captions ?? [];
  return prepareMentions(ctx, { workspaceId, platforms, texts: [...texts, ...textsOf(standing)] });
}

function textsOf(captions: NonNullable<Written>): string[] {
  return captions.flatMap(({ text, thread }) => [text, ...thread]);
}
