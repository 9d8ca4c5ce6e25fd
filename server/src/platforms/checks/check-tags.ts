import type { NetworkRules } from '../network-rules.ts';
import type { Post, RuleField, Violation } from '../platform.ts';
import { networkFacets } from '../text/network-facets.ts';
import { measureText } from '../text/text-length.ts';
import { textLimits } from '../text/text-limits.ts';
import { findUnstorable } from './check-texts.ts';
import { UNIT_WORDS } from './length-violation.ts';

/** What is wrong with the tags of a post: those that were given, and those in its text. */
export function checkTags(network: NetworkRules, post: Post): Violation[] {
  const shown = shownTags(network, post);
  const hidden = hiddenTags(network, post);
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

/** The tags of a post that do not stand in its text. On a network that keeps them in a field: all of them. */
export function hiddenTags(network: NetworkRules, post: Pick<Post, 'text' | 'thread' | 'tags'>): string[] {
  if (network.tagsIn !== 'text') return post.tags;
  const shown = new Set(shownTags(network, post).map((tag) => tag.toLowerCase()));
  return post.tags.filter((tag) => !shown.has(tag.toLowerCase()));
}

function shownTags(network: NetworkRules, { text, thread }: Pick<Post, 'text' | 'thread'>): string[] {
  return [text, ...thread].flatMap((part) => networkFacets(network, part).flatMap((facet) => (facet.kind === 'tag' ? facet.target : [])));
}

function checkCount({ label, limits }: NetworkRules, field: RuleField, count: number): Violation[] {
  const rule = limits.find((limit) => limit.field === field);
  if (!rule || count <= rule.max) return [];
  const message = `There are ${count} tags; ${label} takes ${rule.max}.`;
  const remedy = `Leave out ${count - rule.max}.`;
  return [{ code: 'too_many_tags', field: 'tags', message, remedy, count, limit: rule.max, unit: 'items' }];
}

function notInText({ label }: NetworkRules, tag: string): Violation {
  const message = `The tag "${tag}" does not stand in the text, and ${label} has no other place for it.`;
  return { code: 'tag_not_in_text', field: 'tags', message, remedy: `Write #${tag} in the text, or leave the tag out.` };
}

function unsupported({ label }: NetworkRules): Violation {
  return { code: 'tags_unknown', field: 'tags', message: `${label} has no tags.`, remedy: 'Leave the tags out.' };
}

function missing({ label }: NetworkRules): Violation {
  return { code: 'tags_missing', field: 'tags', message: `${label} takes no post without a tag.`, remedy: 'Give at least one tag.' };
}

const SHAPES: Record<NetworkRules['tagShape'], { shape: RegExp; wanted: string; remedy: string }> = {
  word: {
    shape: /^(?!.*[\s#＃])(?=.*[^\d\s\p{P}])/su,
    wanted: 'a tag has a letter in it, no space and no number sign',
    remedy: 'Write it as one word without the number sign.',
  },
  phrase: {
    shape: /^(?!.*[#＃,\n])(?=.*[\p{L}\p{N}])/su,
    wanted: 'a tag has a letter in it, no comma and no number sign',
    remedy: 'Write it without comma and number sign.',
  },
  alphanumeric: {
    shape: /^[\p{L}\p{N}]+$/u,
    wanted: 'here a tag has letters and digits only',
    remedy: 'Write it as one word of letters and digits.',
  },
};

function checkShape({ tagShape }: NetworkRules, tag: string): Violation[] {
  const { shape, wanted, remedy } = SHAPES[tagShape];
  if (shape.test(tag) && findUnstorable(tag) < 0) return [];
  return [{ code: 'tag_invalid', field: 'tags', message: `"${tag}" is no tag: ${wanted}.`, remedy }];
}

function checkLength({ label, limits }: NetworkRules, tag: string): Violation[] {
  return textLimits(limits, 'tag').flatMap((limit) => {
    const count = measureText(tag, limit);
    if (count <= limit.max) return [];
    const { max, unit } = limit;
    const message = `The tag "${tag}" is ${count} ${UNIT_WORDS[unit]} long; ${label} takes ${max}.`;
    return [{ code: 'tag_too_long', field: 'tags', message, remedy: 'Use a shorter tag.', count, limit: max, unit }];
  });
}

function checkSum({ label, limits }: NetworkRules, tags: readonly string[]): Violation[] {
  const rule = limits.find(({ field }) => field === 'all_tags');
  const count = sumOfTags(tags);
  if (!rule || count <= rule.max) return [];
  const message = `All tags together are ${count} ${UNIT_WORDS[rule.unit]} long; ${label} takes ${rule.max}.`;
  return [{ code: 'tags_too_long', field: 'tags', message, remedy: 'Leave some out.', count, limit: rule.max, unit: rule.unit }];
}

/** As YouTube adds them up: a comma between two tags counts, and quotation marks around one with a space in it. */
function sumOfTags(tags: readonly string[]): number {
  return tags.reduce((sum, tag) => sum + [...tag].length + (tag.includes(' ') ? 2 : 0), Math.max(0, tags.length - 1));
}
