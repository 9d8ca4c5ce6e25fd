import { type Sentence, say } from '../../languages/sentence.ts';
import type { NetworkRules } from '../network-rules.ts';
import type { Post, RuleField, Violation } from '../platform.ts';
import type { PostWords } from '../text/read-words.ts';
import { measureText } from '../text/text-length.ts';
import { textLimits } from '../text/text-limits.ts';
import { findUnstorable } from './check-texts.ts';
import { IN_UNIT, violation } from './violation.ts';

/** Violations of a post's tags: explicit ones, and those in its text. */
export function checkTags(network: NetworkRules, post: Post, { shownTags: shown, hiddenTags: hidden }: PostWords): Violation[] {
  return [
    ...checkCount(network, 'tags', network.tagsIn === 'text' && !network.hidesTags ? shown.length : hidden.length),
    ...checkCount(network, 'text_tags', shown.length),
    ...(network.tagsIn === 'text' && !network.hidesTags ? hidden.map((tag) => notInText(network, tag)) : []),
    ...(network.tagsIn === 'none' && post.tags.length > 0 ? [unsupported(network)] : []),
    ...(network.requires.includes('tags') && post.tags.length === 0 ? [missing(network)] : []),
    ...post.tags.flatMap((tag) => [...checkShape(network, tag), ...checkLength(network, tag)]),
    ...checkSum(network, post.tags),
  ];
}

function checkCount({ label, limits }: NetworkRules, field: RuleField, count: number): Violation[] {
  const rule = limits.find((limit) => limit.field === field);
  if (!rule || count <= rule.max) return [];
  const message = say`There are ${count} tags; ${label} takes ${rule.max}.`;
  const remedy = say`Leave out ${count - rule.max}.`;
  return [violation({ code: 'too_many_tags', field: 'tags', message, remedy, count, limit: rule.max, unit: 'items' })];
}

function notInText({ label }: NetworkRules, tag: string): Violation {
  const message = say`The tag "${tag}" is not in the text, and ${label} has no separate field for tags.`;
  return violation({ code: 'tag_not_in_text', field: 'tags', message, remedy: say`Write #${tag} in the text, or leave the tag out.` });
}

function unsupported({ label }: NetworkRules): Violation {
  return violation({ code: 'tags_unknown', field: 'tags', message: say`${label} has no tags.`, remedy: say`Leave the tags out.` });
}

function missing({ label }: NetworkRules): Violation {
  const message = say`${label} takes no post without a tag.`;
  return violation({ code: 'tags_missing', field: 'tags', message, remedy: say`Give at least one tag.` });
}

const SHAPES: Record<NetworkRules['tagShape'], { shape: RegExp; tell(tag: string): Sentence; remedy: Sentence }> = {
  word: {
    shape: /^(?!.*[\s#＃])(?=.*[^\d\s\p{P}])/su,
    tell: (tag) => say`"${tag}" is no tag: a tag has a letter in it, no space and no number sign.`,
    remedy: say`Write it as one word without the number sign.`,
  },
  phrase: {
    shape: /^(?!.*[#＃,\n])(?=.*[\p{L}\p{N}])/su,
    tell: (tag) => say`"${tag}" is no tag: a tag has a letter in it, no comma and no number sign.`,
    remedy: say`Write it without comma and number sign.`,
  },
  alphanumeric: {
    shape: /^[\p{L}\p{N}]+$/u,
    tell: (tag) => say`"${tag}" is no tag: here a tag has letters and digits only.`,
    remedy: say`Write it as one word of letters and digits.`,
  },
};

function checkShape({ tagShape }: NetworkRules, tag: string): Violation[] {
  const { shape, tell, remedy } = SHAPES[tagShape];
  if (shape.test(tag) && findUnstorable(tag) < 0) return [];
  return [violation({ code: 'tag_invalid', field: 'tags', message: tell(tag), remedy })];
}

function checkLength({ label, limits }: NetworkRules, tag: string): Violation[] {
  return textLimits(limits, 'tag').flatMap((limit) => {
    const count = measureText(tag, limit);
    if (count <= limit.max) return [];
    const { max, unit } = limit;
    const message = say`The tag "${tag}" is ${IN_UNIT[unit](count)} long; ${label} takes ${max}.`;
    return [violation({ code: 'tag_too_long', field: 'tags', message, remedy: say`Use a shorter tag.`, count, limit: max, unit })];
  });
}

function checkSum({ label, limits }: NetworkRules, tags: readonly string[]): Violation[] {
  const rule = limits.find(({ field }) => field === 'all_tags');
  const count = sumOfTags(tags);
  if (!rule || count <= rule.max) return [];
  const message = say`All tags together are ${IN_UNIT[rule.unit](count)} long; ${label} takes ${rule.max}.`;
  const remedy = say`Leave some out.`;
  return [violation({ code: 'tags_too_long', field: 'tags', message, remedy, count, limit: rule.max, unit: rule.unit })];
}

/** As YouTube adds them up: a comma between two tags counts, and quotation marks around one with a space in it. */
function sumOfTags(tags: readonly string[]): number {
  return tags.reduce((sum, tag) => sum + [...tag].length + (tag.includes(' ') ? 2 : 0), Math.max(0, tags.length - 1));
}
