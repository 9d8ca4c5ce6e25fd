import { runInNewContext } from 'node:vm';
import { type Sentence, say } from '../../languages/sentence.ts';
import { listAt } from '../api/read-json.ts';
import { violation } from '../checks/violation.ts';
import type { JsonObject, PostDemands, Violation } from '../platform.ts';

/** What is read of a subreddit's requirements: everything but words for people, and the age of a link, which only Reddit knows. */
export const REQUIREMENTS = [
  ...(['title', 'body'] as const).flatMap((part) =>
    ['text_min_length', 'text_max_length', 'regexes', 'required_strings', 'blacklisted_strings'].map((name) => `${part}_${name}`),
  ),
  ...['body_restriction_policy', 'is_flair_required', 'gallery_min_items', 'gallery_max_items'],
  ...['link_restriction_policy', 'domain_blacklist', 'domain_whitelist'],
];

export const isSameFlair = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

/** Why a flair cannot be set: there is none of that name, or none may be chosen. Null if it can. */
export function flairFault(place: string, wanted: string, names: readonly string[] | null): Sentence | null {
  const name = place.replace(/^r\//, '');
  if (names === null) return say`r/${name} does not let this account choose a flair.`;
  if (names.some((each) => isSameFlair(each, wanted))) return null;
  return say`r/${name} has no flair "${wanted}". There is: ${names.join(', ') || '–'}.`;
}

type Unmet = Pick<Violation, 'field'> & { message: Sentence; remedy: Sentence };

/**
 * What a post lacks of the requirements of a subreddit, and of its flairs where `demands.flairs` has their names. Its
 * longest title and text are limits of the account.
 */
export function unmetRequirements(content: JsonObject, { place, demands }: PostDemands): Violation[] {
  const unmet = [...flairs(place, demands, content), ...body(place, demands, content), ...lengths(place, demands, content)];
  return [...unmet, ...words(place, demands, content), ...hosts(place, demands, content)].map((fault) =>
    violation({ code: 'requirement_unmet', ...fault }),
  );
}

function flairs(place: string, demands: JsonObject, { flair }: JsonObject): Unmet[] {
  const names = demands.flairs === undefined ? undefined : demands.flairs === null ? null : wordsAt(demands, 'flairs');
  const wanted = String(flair ?? '').trim();
  const field = 'settings/flair';
  const remedy = names?.length ? say`Enter one of its flairs: ${names.join(', ')}.` : say`Enter one of its flairs.`;
  if (wanted === '')
    return demands.is_flair_required === true ? [{ field, message: say`${place} requires a flair on every post.`, remedy }] : [];
  const message = names === undefined ? null : flairFault(place, wanted, names);
  return message ? [{ field, message, remedy: names === null ? say`Leave the flair out.` : remedy }] : [];
}

/** `body_restriction_policy` is about posts of text; what is required of others, only Reddit knows. */
function body(place: string, { body_restriction_policy: policy }: JsonObject, { kind, text: written }: JsonObject): Unmet[] {
  const text = String(written ?? '').trim();
  if (policy === 'notAllowed' && text !== '')
    return [
      {
        field: 'text',
        message: say`${place} allows no text below the title.`,
        remedy: say`Leave out everything but the title and a link.`,
      },
    ];
  if (policy === 'required' && text === '' && kind === 'self')
    return [{ field: 'text', message: say`${place} requires a text below the title.`, remedy: say`Write a text below the title.` }];
  return [];
}

function lengths(place: string, demands: JsonObject, { kind, title, text, images }: JsonObject): Unmet[] {
  const least = (name: string): number => Number(demands[name] ?? 0);
  const [shortest, least_text] = [least('title_text_min_length'), least('body_text_min_length')];
  const [fewest, most] = [least('gallery_min_items'), least('gallery_max_items')];
  const count = kind === 'gallery' && Array.isArray(images) ? images.length : null;
  const unmet: Unmet[] = [];
  if ([...String(title ?? '')].length < shortest)
    unmet.push({
      ...{ field: 'title', message: say`${place} requires at least ${shortest} characters in the title.` },
      remedy: say`Enter a longer title.`,
    });
  if (kind === 'self' && [...String(text ?? '')].length < least_text)
    unmet.push({
      ...{ field: 'text', message: say`${place} requires at least ${least_text} characters of text.` },
      remedy: say`Write a longer text.`,
    });
  if (count !== null && count < fewest)
    unmet.push({
      ...{ field: 'media', message: say`${place} requires at least ${fewest} pictures in a gallery.` },
      remedy: say`Add ${fewest - count}, or use one picture alone.`,
    });
  if (count !== null && most > 0 && count > most)
    unmet.push({
      field: 'media',
      message: say`${place} allows at most ${most} pictures in a gallery.`,
      remedy: say`Leave out ${count - most}.`,
    });
  return unmet;
}

function words(place: string, demands: JsonObject, { title, text, kind }: JsonObject): Unmet[] {
  const texts = [
    ...[{ part: 'title', field: 'title', text: String(title ?? '') }],
    // A post that is a link has no text.
    ...(kind === 'link' ? [] : [{ part: 'body', field: 'text', text: String(text ?? '') }]),
  ];
  return texts.flatMap(({ part, field, text: written }): Unmet[] => {
    const has = (word: string): boolean => written.toLowerCase().includes(word.toLowerCase());
    const refused = wordsAt(demands, `${part}_blacklisted_strings`).filter(has);
    const required = wordsAt(demands, `${part}_required_strings`);
    const patterns = wordsAt(demands, `${part}_regexes`);
    return [
      ...refused.map((word) => ({
        field,
        message: say`${place} does not accept "${word}".`,
        remedy: say`Write it another way, or leave it out.`,
      })),
      ...(required.length > 0 && !required.some(has)
        ? [{ field, message: say`${place} requires one of these in a post: ${required.join(', ')}.`, remedy: say`Add one of them.` }]
        : []),
      ...(patterns.length > 0 && patterns.every((pattern) => isMatching(pattern, written) === false) ? [formless(place, field)] : []),
    ];
  });
}

const formless = (place: string, field: string): Unmet => ({
  field,
  message:
    field === 'title'
      ? say`The title does not have the form that ${place} requires.`
      : say`The text does not have the form that ${place} requires.`,
  remedy: say`Read the rules of ${place}, and write it as they say.`,
});

const MATCH_MS = 20;
const ASCII = /^[\x20-\x7e\n\r\t]*$/;

/**
 * Whether a text matches an expression of Reddit's; null where that cannot be known. They are Python's, which differ in
 * what is a letter, so only ASCII is judged; and strangers write them, so their time is bounded.
 */
function isMatching(pattern: string, text: string): boolean | null {
  if (!ASCII.test(pattern) || !ASCII.test(text)) return null;
  try {
    const test = '["u", "iu"].some((flags) => new RegExp(pattern, flags).test(text))';
    return runInNewContext(test, { pattern, text }, { timeout: MATCH_MS }) === true;
  } catch {
    return null;
  }
}

function hosts(place: string, demands: JsonObject, { url }: JsonObject): Unmet[] {
  const host = URL.parse(String(url ?? ''))?.hostname;
  if (!host) return [];
  const isOf = (domain: string): boolean => host === domain.toLowerCase() || host.endsWith(`.${domain.toLowerCase()}`);
  const allowed = wordsAt(demands, 'domain_whitelist');
  const isWhitelist = demands.link_restriction_policy === 'whitelist';
  const isRefused = isWhitelist ? !allowed.some(isOf) : wordsAt(demands, 'domain_blacklist').some(isOf);
  const remedy =
    isWhitelist && allowed.length > 0 ? say`Use a link to one of these: ${allowed.join(', ')}.` : say`Use a link to another site.`;
  return isRefused ? [{ field: 'link', message: say`${place} does not accept "${host}".`, remedy }] : [];
}

function wordsAt(demands: JsonObject, name: string): string[] {
  return listAt(demands, name).flatMap((word) => (typeof word === 'string' && word !== '' ? [word] : []));
}
