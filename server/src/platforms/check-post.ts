import type { LengthUnit, PlatformRule, Post, Violation } from './platform.ts';
import { measureText } from './text-length.ts';
import { fittingLength, type TextLimit, textLimits } from './text-limits.ts';

const UNIT_WORDS: Record<LengthUnit, string> = {
  weighted: 'weighted characters',
  graphemes: 'characters',
  utf16: 'UTF-16 units',
  code_points: 'code points',
  bytes: 'UTF-8 bytes',
};

/** Every way in which a post breaks a platform's rules; what all platforms have in common. */
export function checkPost(label: string, rules: readonly PlatformRule[], post: Post): Violation[] {
  const texts = [{ field: 'text', text: post.text }, ...post.thread.map((text, index) => ({ field: `thread/${index}`, text }))];
  return [
    ...texts.flatMap(({ field, text }) => checkText(label, textLimits(rules), field, text)),
    ...checkThread(label, rules, post.thread),
    ...checkTags(label, rules, post.tags),
    ...checkLink(post.link),
  ];
}

function checkText(label: string, limits: TextLimit[], field: string, text: string): Violation[] {
  if (!text.trim()) return [{ code: 'text_empty', field, message: 'The text is empty.', remedy: 'Write at least one visible character.' }];
  const violations: Violation[] = [];
  const broken = findUnstorable(text);
  if (broken >= 0) {
    violations.push({
      code: 'text_not_unicode',
      field,
      message: 'The text holds half of a character or a null character.',
      remedy: 'Remove the character at the span.',
      span: { start: broken, end: broken + 1 },
    });
  }
  for (const limit of limits) {
    const count = measureText(text, limit.unit, limit.urlWeight);
    if (count <= limit.max) continue;
    const { max, unit } = limit;
    violations.push({
      code: 'text_too_long',
      field,
      message: `The text is ${count} ${UNIT_WORDS[unit]} long; ${label} takes ${max}.`,
      remedy: `Shorten it by ${count - max} ${UNIT_WORDS[unit]}.`,
      count,
      limit: max,
      unit,
      span: { start: fittingLength(text, [limit]), end: text.length },
    });
  }
  return violations;
}

/** Half a surrogate pair has no UTF-8 form, and PostgreSQL keeps no null character. */
function findUnstorable(text: string): number {
  return text.search(/\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);
}

function checkThread(label: string, rules: readonly PlatformRule[], thread: readonly string[]): Violation[] {
  // The first post is not among the further ones. Without a rule for threads there are none.
  const limit = rules.find((rule) => rule.field === 'thread')?.max ?? 1;
  const count = thread.length + 1;
  if (count <= limit) return [];
  const remedy = limit === 1 ? 'Put everything into one post.' : `Use at most ${limit} posts.`;
  return [
    {
      code: 'thread_too_long',
      field: 'thread',
      message: `There are ${count} posts; ${label} takes ${limit} at a time.`,
      remedy,
      count,
      limit,
      unit: 'items',
    },
  ];
}

function checkTags(label: string, rules: readonly PlatformRule[], tags: readonly string[]): Violation[] {
  const violations: Violation[] = [];
  const most = rules.find((rule) => rule.field === 'tags');
  if (most && tags.length > most.max) {
    const message = `There are ${tags.length} tags; ${label} takes ${most.max}.`;
    const remedy = `Leave out ${tags.length - most.max}.`;
    violations.push({ code: 'too_many_tags', field: 'tags', message, remedy, count: tags.length, limit: most.max, unit: 'items' });
  }
  for (const tag of tags) {
    if (!isTagName(tag)) {
      const message = `"${tag}" is no tag: a tag has a letter in it, no space and no number sign.`;
      violations.push({ code: 'tag_invalid', field: 'tags', message, remedy: 'Write it as one word without the number sign.' });
    }
    for (const { max, unit } of textLimits(rules, 'tag')) {
      const count = measureText(tag, unit);
      if (count <= max) continue;
      const message = `The tag "${tag}" is ${count} ${UNIT_WORDS[unit]} long; ${label} takes ${max}.`;
      violations.push({ code: 'tag_too_long', field: 'tags', message, remedy: 'Use a shorter tag.', count, limit: max, unit });
    }
  }
  return violations;
}

function isTagName(tag: string): boolean {
  return !/[\s#＃]/u.test(tag) && /[^\d\s\p{P}]/u.test(tag) && findUnstorable(tag) < 0;
}

function checkLink(link: string | null): Violation[] {
  if (link === null) return [];
  if (/^https?:\/\/[^\s]+$/i.test(link) && URL.canParse(link)) return [];
  const message = 'The link is not a whole address that begins with https:// or http://.';
  return [{ code: 'link_invalid', field: 'link', message, remedy: 'Give the full address, without spaces around it.' }];
}
