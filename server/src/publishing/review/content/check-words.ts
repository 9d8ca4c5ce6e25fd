import type { GeneratedCaption } from '../../../captions/caption-generator.ts';
import type { Context } from '../../../context.ts';
import { ownerOf } from '../../../db/admission.ts';
import { knownPlatforms } from '../../../drafts/known-platforms.ts';
import { DomainError } from '../../../errors.ts';
import { draftCard } from '../../../links/draft-card.ts';
import { type DescribedPicture, describedMedia } from '../../../media/describe-media.ts';
import { knownMentions } from '../../../mentions/known-mentions.ts';
import { fitPosts } from '../../../payloads/fit-posts.ts';
import type { Preview, Violation } from '../../../platforms/platform.ts';
import { checkSafety } from '../../../safety/check-safety.ts';
import { readSafetySettings } from '../../../safety/read-safety-settings.ts';
import type { SafetyFinding } from '../../../safety/safety-finding.ts';
import { safetyPostsOf } from '../../../safety/safety-queries.ts';

export interface CheckedWords {
  platform: string;
  /** What was checked. */
  words: GeneratedCaption;
  violations: Violation[];
  preview: Preview;
  findings: SafetyFinding[];
}

const MAX_WORDS = 50;

/** What accompanies the text on every platform. */
export interface Around {
  workspaceId: string;
  link: string | null;
  /** The card that the draft has. */
  linkCardId: string | null;
  pictures: readonly DescribedPicture[];
}

/** Evaluates texts for their platforms, by the same rules as saving and sending. Read-only. */
export async function checkWords(ctx: Context, around: Around, words: readonly GeneratedCaption[]): Promise<CheckedWords[]> {
  if (words.length > MAX_WORDS) throw new DomainError('bad_user_input', { message: `At most ${MAX_WORDS} platforms at once.` });
  const { workspaceId, link } = around;
  const settings = (await readSafetySettings(ctx, [workspaceId])).get(workspaceId);
  const pictures = await describedMedia(ctx, workspaceId, around.pictures);
  const card = await draftCard(ctx, around);
  const posts = words.flatMap((given) => {
    const { text, tags, thread, settings } = given;
    const post = { text, tags: tags.map((tag) => tag.trim().replace(/^[#＃]/u, '')), thread, link, ...(settings && { settings }) };
    return knownPlatforms(ctx, [given.platform]).map((platform) => ({ platform, post, given }));
  });
  const said = posts.map(({ platform, post }) => ({ platform, texts: [post.text, ...post.thread] }));
  const mentions = await knownMentions(ctx, workspaceId, said);
  const fitted = await fitPosts(
    ctx,
    posts.map(({ platform, post }) => ({ platform, words: post })),
    { pictures, card, mentions },
  );
  const checked: CheckedWords[] = [];
  for (const [index, { post, preview, violations }] of fitted.entries()) {
    const given = posts[index]?.given;
    if (!given) continue;
    const { platform, omissions = [], keptPercent } = given;
    checked.push({
      platform,
      words: given,
      violations,
      preview: { ...preview, ...(omissions.length > 0 && { omissions }), ...(keptPercent != null && { keptPercent }) },
      findings: await checkSafety(safetyPostsOf({ platform, preview, post }), settings, ownerOf(ctx)),
    });
  }
  return checked;
}
