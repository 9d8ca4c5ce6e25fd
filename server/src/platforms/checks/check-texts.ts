import { listed, say } from '../../languages/sentence.ts';
import type { NetworkRules } from '../network-rules.ts';
import type { Post, Violation } from '../platform.ts';
import type { PostWords } from '../text/read-words.ts';
import { sentLimits, textLimits } from '../text/text-limits.ts';
import { lengthViolation, type TellLength, violation } from './violation.ts';

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
      return [...checkCharacters(network, field, text), ...lengths.filter((violation) => violation !== null)];
    }),
    ...checkTitle(network, post, title),
    ...checkThread(network, post.thread),
  ];
}

const textTooLong: TellLength = (length, label, max) => say`The text is ${length} long; ${label} takes ${max}.`;
const titleTooLong: TellLength = (length, label, max) => say`The title is ${length} long; ${label} takes ${max}.`;

/** A lone surrogate has no UTF-8 form, and PostgreSQL cannot store a null character. */
export function findUnstorable(text: string): number {
  return text.search(/\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);
}

function emptyText(field: string): Violation {
  return violation({ code: 'text_empty', field, message: say`The text is empty.`, remedy: say`Write at least one visible character.` });
}

/** Characters that cannot be stored, or that the network refuses. */
export function checkCharacters({ label, forbids = '' }: NetworkRules, field: string, text: string): Violation[] {
  const violations: Violation[] = [];
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

function checkTitle(network: NetworkRules, post: Post, title: string | null): Violation[] {
  if (title === null) return [];
  const field = 'title';
  if (!title && network.requires.includes('title')) {
    const message = say`${network.label} takes no post without a title.`;
    return [violation({ code: 'title_missing', field, message, remedy: say`Give a title, or begin the text with a short line.` })];
  }
  const violations = textLimits(network.limits, 'title').map((limit) =>
    lengthViolation(network.label, limit, { code: 'title_too_long', field, tell: titleTooLong, text: title }),
  );
  const least = network.limits.find((rule) => rule.field === 'title' && rule.min !== undefined);
  if (least?.min !== undefined && title && [...title].length < least.min) {
    const message = say`The title "${title}" is too short; ${network.label} wants at least ${least.min} characters.`;
    const remedy = say`Give a longer title.`;
    const count = [...title].length;
    violations.push(violation({ code: 'title_too_short', field, message, remedy, count, limit: least.min, unit: least.unit }));
  }
  // A title derived from the text is reported there.
  const characters = post.title ? checkCharacters(network, field, title) : [];
  return [...violations.filter((violation) => violation !== null), ...characters];
}

function checkThread({ label, limits }: NetworkRules, thread: readonly string[]): Violation[] {
  // The first post is not counted. Without a rule there are no threads.
  const limit = limits.find((rule) => rule.field === 'thread')?.max ?? 1;
  const count = thread.length + 1;
  if (count <= limit) return [];
  const message = say`There are ${count} posts; ${label} takes ${limit} at a time.`;
  const remedy = limit === 1 ? say`Put everything into one post.` : say`Use at most ${limit} posts.`;
  return [violation({ code: 'thread_too_long', field: 'thread', message, remedy, count, limit, unit: 'items' })];
}
