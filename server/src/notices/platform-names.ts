import type { Services } from '../context.ts';
import { namesOf, type Words } from '../languages/sentence.ts';

/** "Bluesky and Mastodon", "Bluesky, Mastodon, X and 2 more". */
export function platformNames({ platforms }: Pick<Services, 'platforms'>, ids: readonly string[]): Words {
  return namesOf(ids.map((id) => platforms.get(id)?.label ?? id));
}
