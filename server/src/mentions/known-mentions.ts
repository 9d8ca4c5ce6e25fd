import type { Context } from '../context.ts';
import type { Platform, Post } from '../platforms/platform.ts';
import { Mention } from './mention.entity.ts';

/** The most names looked up per post. */
const MOST_NAMES = 20;

/** Names beyond this position in a post and its thread are ignored, to limit the work. */
const MOST_CHARACTERS = 100_000;

/** Texts for one platform. */
export interface MentioningTexts {
  platform: Platform;
  texts: readonly string[];
}

/** The names in texts that need a lookup, without duplicates. */
export function namesIn({ platform, texts }: MentioningTexts): string[] {
  const find = platform.accounts?.find;
  return find ? [...new Set(withinReach(texts).flatMap((text) => find(text)))].slice(0, MOST_NAMES) : [];
}

/** Whole texts, so no name is cut. */
function withinReach(texts: readonly string[]): string[] {
  let characters = 0;
  return texts.filter(({ length }) => {
    characters += length;
    return characters <= MOST_CHARACTERS;
  });
}

/**
 * The known accounts of names in texts, for `Post.mentions`, by platform id. Read-only, and without queries if there
 * are no names.
 */
export async function knownMentions(
  ctx: Context,
  workspaceId: string,
  posts: readonly MentioningTexts[],
): Promise<Map<string, NonNullable<Post['mentions']>>> {
  const wanted = posts.flatMap((post) => namesIn(post).map((name) => ({ platform: post.platform.id, name })));
  if (wanted.length === 0) return new Map();
  const rows = await ctx.em.find(Mention, { workspaceId, $or: wanted, externalId: { $ne: null } });
  const byPlatform = Map.groupBy(rows, ({ platform }) => platform);
  return new Map(
    [...byPlatform].map(([id, known]) => [id, Object.fromEntries(known.map(({ name, externalId }) => [name, externalId ?? '']))]),
  );
}
