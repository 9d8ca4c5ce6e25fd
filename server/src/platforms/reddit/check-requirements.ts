import { type Sentence, say } from '../../languages/sentence.ts';
import { at, listAt, textAt } from '../api/read-json.ts';
import type { Json, JsonObject } from '../platform.ts';

/**
 * Why a subreddit would not take a post, by its post_requirements (reddit.com/dev/api); null if it would. Its regular
 * expressions are left to Reddit: they are Python's, and could run for long.
 */
export function checkRequirements(place: string, requirements: Json, payload: JsonObject): Sentence | null {
  const title = String(payload.title ?? '');
  const text = String(payload.text ?? '');
  const policy = textAt(requirements, 'body_restriction_policy');
  if (at(requirements, 'is_flair_required') === true && !payload.flair) return say`${place} requires a flair on every post.`;
  if (policy === 'notAllowed' && text.trim() !== '') return say`${place} takes no text below the title.`;
  if (policy === 'required' && text.trim() === '') return say`${place} requires a text below the title.`;
  const shortest = Number(at(requirements, 'title_text_min_length') ?? 0);
  if ([...title].length < shortest) return say`${place} requires at least ${shortest} characters in the title.`;
  const least = Number(at(requirements, 'body_text_min_length') ?? 0);
  if (payload.kind === 'self' && [...text].length < least) return say`${place} requires at least ${least} characters of text.`;
  return checkWords(place, requirements, { title, body: text }) ?? checkHost(place, requirements, payload);
}

function checkWords(place: string, requirements: Json, texts: Record<'title' | 'body', string>): Sentence | null {
  for (const part of ['title', 'body'] as const) {
    const written = texts[part].toLowerCase();
    const has = (word: string): boolean => written.includes(word.toLowerCase());
    const refused = wordsAt(requirements, `${part}_blacklisted_strings`).find(has);
    if (refused !== undefined) return say`${place} does not accept "${refused}".`;
    const required = wordsAt(requirements, `${part}_required_strings`);
    if (required.length > 0 && !required.some(has)) return say`${place} requires one of these in a post: ${required.join(', ')}.`;
  }
  return null;
}

function checkHost(place: string, requirements: Json, { url }: JsonObject): Sentence | null {
  const host = URL.parse(String(url ?? ''))?.hostname;
  if (!host) return null;
  const isOf = (domain: string): boolean => host === domain.toLowerCase() || host.endsWith(`.${domain.toLowerCase()}`);
  const isWhitelist = textAt(requirements, 'link_restriction_policy') === 'whitelist';
  const isRefused = isWhitelist
    ? !wordsAt(requirements, 'domain_whitelist').some(isOf)
    : wordsAt(requirements, 'domain_blacklist').some(isOf);
  return isRefused ? say`${place} does not accept "${host}".` : null;
}

function wordsAt(requirements: Json, name: string): string[] {
  return listAt(requirements, name).flatMap((word) => (typeof word === 'string' && word !== '' ? [word] : []));
}
