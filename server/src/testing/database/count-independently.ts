import { AppBskyFeedPost } from '@atproto/api';
import twitterText from 'twitter-text';
import type { JsonObject, Platform, PlatformRule, Post } from '../../platforms/platform.ts';

const GRAPHEMES = new Intl.Segmenter('und', { granularity: 'grapheme' });
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;

const graphemesOf = (text: string): string[] => [...GRAPHEMES.segment(text)].map(({ segment }) => segment);

/**
 * What exceeds a limit in a post, counted independently of the service's code: by twitter-text, by Bluesky's lexicon
 * and by the literal reading of each rule.
 */
export function countIndependently(platform: Platform, post: Post): string[] {
  const parts = [post.text, ...post.thread];
  const texts = platform.rules.filter(({ field, when }) => field === 'text' && when === undefined);
  const faults = parts.flatMap((text, index) =>
    texts.flatMap((rule) =>
      lengthOf(text, rule) > rule.max ? [`part ${index}: ${lengthOf(text, rule)} ${rule.unit} of ${rule.max}`] : [],
    ),
  );
  const most = platform.rules.find(({ field }) => field === 'thread')?.max ?? 1;
  if (parts.length > most) faults.push(`${parts.length} parts of ${most}`);
  if (platform.id === 'bluesky') faults.push(...lexiconFaults(platform, post));
  return faults;
}

function lengthOf(text: string, { unit, urlWeight, costs }: PlatformRule): number {
  const weighed = urlWeight === undefined ? text : text.replace(/https?:\/\/[^\s、。]+/g, 'x'.repeat(urlWeight));
  const extra = [...text].reduce((sum, character) => sum + (costs?.[character] ?? 1) - 1, 0);
  switch (unit) {
    case 'weighted':
      return twitterText.parseTweet(text).weightedLength;
    case 'graphemes':
      return graphemesOf(weighed).length;
    case 'utf16':
      return text.length + extra;
    case 'code_points':
      return [...text].length + extra;
    case 'bytes':
      return new TextEncoder().encode(text).length;
    case 'emoji_as_bytes':
      return graphemesOf(text).reduce(
        (sum, grapheme) => sum + (EMOJI.test(grapheme) ? new TextEncoder().encode(grapheme).length : [...grapheme].length),
        0,
      );
    default:
      throw new Error(`A text has no length in ${unit}.`);
  }
}

function lexiconFaults(platform: Platform, post: Post): string[] {
  return (platform.build(post).records as JsonObject[]).flatMap((record) => {
    const result = AppBskyFeedPost.validateRecord({ ...record, createdAt: '2026-11-21T09:30:00.000Z' });
    return result.success ? [] : [String(result.error)];
  });
}
