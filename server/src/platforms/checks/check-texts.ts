import { listed, type Sentence, say } from '../../languages/sentence.ts';
import type { NetworkRules } from '../network-rules.ts';
import type { Facet, Post, RuleField, Violation } from '../platform.ts';
import { findFacets } from '../text/facets.ts';
import type { PostWords } from '../text/read-words.ts';
import { measureText } from '../text/text-length.ts';
import { sentLimits, textLimits } from '../text/text-limits.ts';
import { IN_UNIT, lengthViolation, type TellLength, violation } from './violation.ts';

/** Violations of a post's text and of those of a thread. */
export function checkTexts(network: NetworkRules, post: Post, { title, parts }: Pick<PostWords, 'title' | 'parts'>): Violation[] {
  const texts = [{ field: 'text', text: post.text }, ...post.thread.map((text, index) => ({ field: `thread/${index}`, text }))];
  const limits = sentLimits(network, Boolean(post.media?.length));
  return [
    ...texts.flatMap(({ field, text }, index) => {
      if (!text.trim()) return field === 'text' && post.media?.length ? [] : [emptyText(field)];
      const counted = network.markup ? (parts[index]?.sent ?? text) : text;
      const lengths = limits.map((limit) =>
        lengthViolation(network.label, limit, { code: 'text_too_long', field, tell: textTooLong, text, counted }),
      );
      return [
        ...checkCharacters(network, field, text),
        ...lengths.filter((violation) => violation !== null),
        ...checkParagraphs(network, field, text),
      ];
    }),
    ...checkTitle(network, post, title),
    ...checkThread(network, post.thread),
  ];
}

const textTooLong: TellLength = (length, label, max) => say`The text is ${length} long; ${label} allows at most ${max}.`;
const paragraphTooLong: TellLength = (length, label, max) => say`A paragraph is ${length} long; ${label} allows at most ${max}.`;
const titleTooLong: TellLength = (length, label, max) => say`The title is ${length} long; ${label} allows at most ${max}.`;

/** From its first visible character to the next empty line. */
const PARAGRAPH = /\S(?:(?!\n\s*\n)[\s\S])*/g;

function checkParagraphs({ label, limits }: NetworkRules, field: string, text: string): Violation[] {
  return textLimits(limits, 'paragraph').flatMap((limit) =>
    [...text.matchAll(PARAGRAPH)].flatMap(({ 0: paragraph, index }) => {
      const found = lengthViolation(label, limit, { code: 'paragraph_too_long', field, tell: paragraphTooLong, text: paragraph });
      return found?.span ? [{ ...found, span: { start: index + found.span.start, end: index + found.span.end } }] : [];
    }),
  );
}

/** A lone surrogate has no UTF-8 form, and PostgreSQL cannot store a null character. */
function findUnstorable(text: string): number {
  return text.search(/\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);
}

function emptyText(field: string): Violation {
  return violation({
    code: 'text_empty',
    field,
    message: say`The text is empty.`,
    remedy: say`Write at least one visible character. If the first paragraph of the text for all networks is too long here, shorten it or write a text for this network.`,
  });
}

/** Characters that cannot be stored, or that the network refuses. */
export function checkCharacters(network: NetworkRules, field: string, text: string): Violation[] {
  const { label, forbids = '' } = network;
  const violations: Violation[] = checkAltered(network, field, text);
  const broken = findUnstorable(text);
  if (broken >= 0) {
    const message = say`The text holds half of a character or a null character.`;
    const remedy = say`Remove the character at the span.`;
    violations.push(violation({ code: 'text_not_unicode', field, message, remedy, span: { start: broken, end: broken + 1 } }));
  }
  const places = [...forbids].map((character) => text.indexOf(character)).filter((place) => place >= 0);
  if (places.length > 0) {
    const start = Math.min(...places);
    const message = say`The text holds "${text.charAt(start)}"; ${label} refuses ${listed([...forbids])}.`;
    const remedy = say`Write it another way, or leave it out.`;
    violations.push(violation({ code: 'character_refused', field, message, remedy, span: { start, end: start + 1 } }));
  }
  return violations;
}

function checkAltered({ label, limits, findAltered }: NetworkRules, field: string, text: string): Violation[] {
  const span = findAltered?.(text, { field, limits });
  if (!span) return [];
  const message = say`${label} would publish "${text.slice(span.start, span.end)}" differently from how it is written.`;
  return [violation({ code: 'character_refused', field, message, remedy: say`Write it another way, or leave it out.`, span })];
}

function checkTitle(network: NetworkRules, post: Post, title: string | null): Violation[] {
  if (title === null) return [];
  const field = 'title';
  if (!title && network.requires.includes('title')) {
    const message = say`${network.label} requires a title on every post.`;
    return [violation({ code: 'title_missing', field, message, remedy: say`Enter a title, or begin the text with a short line.` })];
  }
  const violations = textLimits(network.limits, 'title').map((limit) =>
    lengthViolation(network.label, limit, { code: 'title_too_long', field, tell: titleTooLong, text: title }),
  );
  const least = network.limits.find((rule) => rule.field === 'title' && rule.min !== undefined);
  if (least?.min !== undefined && title && [...title].length < least.min) {
    const message = say`The title "${title}" is too short; ${network.label} requires at least ${least.min} characters.`;
    const remedy = say`Enter a longer title.`;
    const count = [...title].length;
    violations.push(violation({ code: 'title_too_short', field, message, remedy, count, limit: least.min, unit: least.unit }));
  }
  // What cannot be stored or is refused in a title derived from the text is reported there.
  const characters = post.title ? checkCharacters(network, field, title) : checkAltered(network, field, title);
  return [...violations.filter((violation) => violation !== null), ...characters];
}

function checkThread({ label, limits }: NetworkRules, thread: readonly string[]): Violation[] {
  // The first post is not counted. Without a rule there are no threads.
  const limit = limits.find((rule) => rule.field === 'thread')?.max ?? 1;
  const count = thread.length + 1;
  if (count <= limit) return [];
  const message = say`There are ${count} posts; ${label} allows at most ${limit} at a time.`;
  const remedy = limit === 1 ? say`Put everything into one post.` : say`Use at most ${limit} posts.`;
  return [violation({ code: 'thread_too_long', field: 'thread', message, remedy, count, limit, unit: 'items' })];
}

/** Violations of a post's link, and of the number of links and mentions in its text. */
export function checkLinks(network: NetworkRules, { text, thread, link }: Post): Violation[] {
  const parts = [{ field: 'text', text }, ...thread.map((part, index) => ({ field: `thread/${index}`, text: part }))];
  return [
    ...checkLink(network, link),
    ...parts.flatMap((part) => [...tooMany(network, part, 'links'), ...tooMany(network, part, 'mentions')]),
  ];
}

function checkLink(network: NetworkRules, link: string | null): Violation[] {
  if (link === null) return [];
  if (!/^https?:\/\/[^\s]+$/i.test(link) || !URL.parse(link)) {
    const message = say`The link is not a complete address that begins with https:// or http://.`;
    return [violation({ code: 'link_invalid', field: 'link', message, remedy: say`Enter the full address, without spaces around it.` })];
  }
  return textLimits(network.limits, 'link').flatMap(
    (limit) => lengthViolation(network.label, limit, { code: 'link_too_long', field: 'link', tell: tooLong, text: link }) ?? [],
  );
}

const tooLong: TellLength = (length, label, max) => say`The link is ${length} long; ${label} allows at most ${max}.`;

function tooMany(network: NetworkRules, { field, text }: { field: string; text: string }, of: 'links' | 'mentions'): Violation[] {
  const rule = network.limits.find((limit) => limit.field === of);
  if (!rule) return [];
  const kind: Facet['kind'] = of === 'links' ? 'link' : 'mention';
  const found = findFacets(text).filter((facet) => facet.kind === kind);
  const different = new Map(found.map((facet) => [facet.target, facet]));
  const count = different.size;
  if (count <= rule.max) return [];
  const { start = 0, end = 0 } = [...different.values()][rule.max] ?? {};
  const message =
    of === 'links'
      ? say`There are ${count} links; ${network.label} allows at most ${rule.max}.`
      : say`There are ${count} mentions; ${network.label} allows at most ${rule.max}.`;
  return [
    violation({
      code: `too_many_${of}`,
      field,
      message,
      remedy: say`Leave out ${count - rule.max}.`,
      count,
      limit: rule.max,
      unit: 'items',
      span: { start, end },
    }),
  ];
}

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
  const message = say`There are ${count} tags; ${label} allows at most ${rule.max}.`;
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
  const message = say`${label} requires a tag on every post.`;
  return violation({ code: 'tags_missing', field: 'tags', message, remedy: say`Add at least one tag.` });
}

const SHAPES: Record<NetworkRules['tagShape'], { shape: RegExp; tell(tag: string): Sentence; remedy: Sentence }> = {
  word: {
    shape: /^(?!.*[\s#＃])(?=.*[^\d\s\p{P}])/su,
    tell: (tag) => say`"${tag}" is not a tag: a tag has a letter in it, no space and no number sign.`,
    remedy: say`Write it as one word without the number sign.`,
  },
  phrase: {
    shape: /^(?!.*[#＃,\n])(?=.*[\p{L}\p{N}])/su,
    tell: (tag) => say`"${tag}" is not a tag: a tag has a letter in it, no comma and no number sign.`,
    remedy: say`Write it without comma and number sign.`,
  },
  alphanumeric: {
    shape: /^[\p{L}\p{N}]+$/u,
    tell: (tag) => say`"${tag}" is not a tag: here a tag has letters and digits only.`,
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
    const message = say`The tag "${tag}" is ${IN_UNIT[unit](count)} long; ${label} allows at most ${max}.`;
    return [violation({ code: 'tag_too_long', field: 'tags', message, remedy: say`Use a shorter tag.`, count, limit: max, unit })];
  });
}

function checkSum({ label, limits }: NetworkRules, tags: readonly string[]): Violation[] {
  const rule = limits.find(({ field }) => field === 'all_tags');
  const count = sumOfTags(tags);
  if (!rule || count <= rule.max) return [];
  const message = say`All tags together are ${IN_UNIT[rule.unit](count)} long; ${label} allows at most ${rule.max}.`;
  const remedy = say`Leave some out.`;
  return [violation({ code: 'tags_too_long', field: 'tags', message, remedy, count, limit: rule.max, unit: rule.unit })];
}

/** As YouTube adds them up: a comma between two tags counts, and quotation marks around one with a space in it. */
function sumOfTags(tags: readonly string[]): number {
  return tags.reduce((sum, tag) => sum + [...tag].length + (tag.includes(' ') ? 2 : 0), Math.max(0, tags.length - 1));
}
