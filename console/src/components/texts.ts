import { locale, number } from '../lib/language.ts';

/** Texts shared by the screens; a feature's own are in its texts.ts. */
export { texts } from '../messages/en/components.ts';

/** "X, LinkedIn and Threads". */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
}

/** The server counts up to here; one more means "more". */
const MOST_COUNTED = 1_000;

/** "7", or "1,000+" beyond the limit. */
export function cappedCount(count: number): string {
  return count > MOST_COUNTED ? `${number(MOST_COUNTED)}+` : number(count);
}
