/** The server counts up to here; one more means "more". */
const MOST_COUNTED = 1_000;

/**
 * What languages share except for their locale. It imports nothing, and only they import it: the console waits for
 * its language, so importing the console would deadlock.
 */
export function wordsOf(locale: string) {
  const rules = new Intl.PluralRules(locale);
  const { format: number } = new Intl.NumberFormat(locale);
  /** Whether a noun and its verb are in the singular after this number. */
  const isOne = (quantity: number): boolean => rules.select(quantity) === 'one';
  return {
    number,
    isOne,
    /** "1 Beitrag", "3 Beiträge". */
    count: (quantity: number, one: string, many: string): string => `${number(quantity)} ${isOne(quantity) ? one : many}`,
    /** "7", or "1.000+" beyond the limit. */
    capped: (value: number): string => (value > MOST_COUNTED ? `${number(MOST_COUNTED)}+` : number(value)),
    /** "X, LinkedIn und Threads". */
    listed: (names: readonly string[]): string => new Intl.ListFormat(locale, { type: 'conjunction' }).format(names),
    /** "21. Nov." */
    shortDay: (day: string): string =>
      new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`)),
  };
}
