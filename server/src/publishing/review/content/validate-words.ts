import { requireScope, requireWorkspace } from '../../../access/authorise.ts';
import type { GeneratedCaption } from '../../../captions/caption-generator.ts';
import { keptWords, type OwnWords } from '../../../captions/own-words.ts';
import { maySee } from '../../../connections/connection-queries.ts';
import type { Context } from '../../../context.ts';
import { ownerOf } from '../../../db/request-concurrency.ts';
import { checkDraftFields, knownPlatforms } from '../../../drafts/check-draft-fields.ts';
import { DomainError } from '../../../errors.ts';
import { cardLinkOf, draftCard } from '../../../links/link-cards.ts';
import { altTextFaults, type DescribedPicture, describedBy, describedMedia } from '../../../media/describe-media.ts';
import { knownMentions } from '../../../mentions/known-mentions.ts';
import { fitPosts } from '../../../payloads/fit-posts.ts';
import { findTargets } from '../../../payloads/payload-queries.ts';
import { firstCommentIn } from '../../../platforms/platform/first-comment.ts';
import type { Platform, Preview, Violation } from '../../../platforms/platform.ts';
import { checkSafety } from '../../../safety/check-safety.ts';
import { isBlocking, type SafetyFinding } from '../../../safety/safety-finding.ts';
import { readSafetySettings, safetyPostsOf } from '../../../safety/safety-queries.ts';

interface WordsToValidate {
  workspaceId: string;
  /** Defaults to those of `captions`. */
  platforms?: string[] | undefined;
  /** For every platform without an entry in `captions`. */
  words?: Omit<OwnWords, 'platform'> | undefined;
  captions?: OwnWords[] | undefined;
  link?: string | undefined;
  mediaIds?: string[] | undefined;
  altTexts?: string[] | undefined;
}

export interface ValidatedWords extends CheckedWords {
  words: GeneratedCaption;
  /** There is no violation and no blocking finding. */
  fits: boolean;
}

/** Evaluates texts for their platforms, with a link and images, by the same rules as saving and sending. Read-only. */
export async function validateWords(ctx: Context, input: WordsToValidate): Promise<ValidatedWords[]> {
  const { workspaceId, link, mediaIds = [], altTexts = [] } = input;
  requireScope(ctx, 'read');
  await requireWorkspace(ctx, workspaceId, 'read');
  const words = keptWords(ctx, wordsOf(ctx, input));
  requireAltTexts(mediaIds, altTexts);
  await checkDraftFields(ctx, workspaceId, { link: link ?? null, mediaIds });
  const around = { workspaceId, link: link ?? null, linkCardId: null, pictures: describedBy(mediaIds, altTexts) };
  const checked = await checkWords(ctx, around, words);
  return checked.flatMap((check, index): ValidatedWords[] => {
    const own = words[index];
    return own ? [{ ...check, words: own, fits: check.violations.length === 0 && !check.findings.some(isBlocking) }] : [];
  });
}

function requireAltTexts(mediaIds: readonly string[], altTexts: readonly string[]): void {
  const fields = altTextFaults(mediaIds, altTexts);
  if (fields.length > 0) throw new DomainError('validation_failed', { fields });
}

/** One for each platform, in their order. */
function wordsOf(ctx: Context, { platforms, words, captions = [] }: WordsToValidate): OwnWords[] {
  knownCaptions(ctx, captions);
  const wanted = platforms ?? captions.map(({ platform }) => platform);
  knownPlatforms(ctx, wanted);
  const own = new Map(captions.map((caption) => [caption.platform, caption]));
  const strange = captions.findIndex(({ platform }) => !wanted.includes(platform));
  if (strange >= 0) refuse(`/captions/${strange}/platform`, 'must be one of the platforms.');
  if (own.size < captions.length) refuse('/captions', 'must have no platform twice.');
  if (wanted.length === 0) refuse('/platforms', 'must name at least one platform.');
  return wanted.flatMap((platform) => {
    const found = own.get(platform) ?? (words && { ...words, platform });
    return found ? [found] : refuse('/text', `is needed for ${platform}, or words of its own in captions.`);
  });
}

function knownCaptions(ctx: Context, captions: readonly OwnWords[]): void {
  const unknown = captions.findIndex(({ platform }) => !ctx.platforms.has(platform));
  if (unknown >= 0) refuse(`/captions/${unknown}/platform`, 'must be a platform that GET /v1/platforms lists.');
}

function refuse(pointer: string, message: string): never {
  throw new DomainError('validation_failed', { fields: [{ pointer, message }] });
}

export interface CheckedWords {
  platform: string;
  /** The checked captions. */
  words: GeneratedCaption;
  violations: Violation[];
  preview: Preview;
  findings: SafetyFinding[];
}

const MAX_WORDS = 50;

/** The content next to the text, on every platform. */
export interface Around {
  workspaceId: string;
  link: string | null;
  /** The draft's link card. */
  linkCardId: string | null;
  /** The draft's accounts; every healthy one of the workspace by default. */
  connectionIds?: string[] | null;
  /** The source text: the card is for its first link if there is no `link`. */
  sourceText?: string;
  pictures: readonly DescribedPicture[];
}

/** Evaluates texts for their platforms, by the same rules as saving and sending. Read-only. */
export async function checkWords(ctx: Context, around: Around, words: readonly GeneratedCaption[]): Promise<CheckedWords[]> {
  if (words.length > MAX_WORDS) throw new DomainError('bad_user_input', { message: `At most ${MAX_WORDS} platforms at once.` });
  const { workspaceId, link } = around;
  const settings = (await readSafetySettings(ctx, [workspaceId])).get(workspaceId);
  const pictures = await describedMedia(ctx, workspaceId, around.pictures);
  const texts = [...(around.sourceText ? [around.sourceText] : []), ...words.map(({ text }) => text)];
  const card = await draftCard(ctx, { ...around, link: cardLinkOf(link, texts) });
  const platforms = await platformsOf(ctx, around, words);
  const posts = words.flatMap((given) => {
    const { text, tags, thread, settings } = given;
    const post = { text, tags: tags.map((tag) => tag.trim().replace(/^[#＃]/u, '')), thread, link, ...(settings && { settings }) };
    return (platforms.get(given.platform) ?? []).map((platform) => ({ platform, post, given }));
  });
  const said = posts.map(({ platform, post }) => ({ platform, texts: [post.text, ...post.thread, firstCommentIn(post.settings) ?? ''] }));
  const mentions = await knownMentions(ctx, workspaceId, said);
  const fitted = await fitPosts(
    ctx,
    posts.map(({ platform, post }) => ({ platform, words: post })),
    { pictures, card, mentions },
  );
  const checked: CheckedWords[] = [];
  const byWords = Map.groupBy(fitted.entries(), ([index]) => posts[index]?.given);
  for (const [given, ofAccounts] of byWords) {
    const each = ofAccounts.map(([, one]) => one);
    // What the post looks like on the account that refuses it.
    const closest = each.find(({ violations }) => violations.length > 0) ?? each[0];
    if (!given || !closest) continue;
    const { post, preview } = closest;
    const violations = distinct(each.flatMap((one) => one.violations));
    const { platform, keptPercent } = given;
    const omissions = [...(given.omissions ?? []), ...(preview.omissions ?? [])];
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

/** The platforms of the captions, with the limits of each account of the workspace that has limits of its own. */
async function platformsOf(
  ctx: Context,
  { workspaceId, connectionIds = null }: Around,
  words: readonly GeneratedCaption[],
): Promise<Map<string, Platform[]>> {
  const ids = [...new Set(words.map(({ platform }) => platform))];
  const general = knownPlatforms(ctx, ids);
  // A sandbox-only grant sees nothing of live accounts.
  if (!maySee(ctx, { platform: 'live' })) return new Map(general.map((platform) => [platform.id, [platform]]));
  const targets = await findTargets(ctx, { workspaceId, platforms: ids, connectionIds });
  const own = Map.groupBy(targets, ({ platform }) => platform.id);
  return new Map([...own].map(([id, each]) => [id, [...new Set(each.map(({ platform }) => platform))]]));
}

/** Each fault once, where several accounts have it. */
function distinct(violations: readonly Violation[]): Violation[] {
  return [...new Map(violations.map((each) => [JSON.stringify([each.code, each.field, each.message]), each])).values()];
}
