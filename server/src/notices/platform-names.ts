import type { Services } from '../context.ts';

const MOST_NAMED = 3;

/** "Bluesky and Mastodon", "Bluesky, Mastodon, X and 2 more". */
export function platformNames({ platforms }: Pick<Services, 'platforms'>, ids: readonly string[]): string {
  const names = ids.map((id) => platforms.get(id)?.label ?? id);
  const [named, rest] = [names.slice(0, MOST_NAMED), names.length - MOST_NAMED];
  if (rest > 0) return `${named.join(', ')} and ${rest} more`;
  return named.length < 2 ? named.join('') : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
}
