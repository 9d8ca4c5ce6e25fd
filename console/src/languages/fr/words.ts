const LOCALE = 'fr';
const rules = new Intl.PluralRules(LOCALE);

/** French says nothing, one and one and a half in the singular. */
export function form(quantity: number, one: string, many: string): string {
  return rules.select(quantity) === 'one' ? one : many;
}

/** "1 post", "3 posts". */
export function count(quantity: number, one: string, many: string): string {
  return `${number(quantity)} ${form(quantity, one, many)}`;
}

export function number(value: number): string {
  return value.toLocaleString(LOCALE);
}

/** "X, LinkedIn et Threads". */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(LOCALE, { type: 'conjunction' }).format(names);
}

/** "21 nov." */
export function shortDay(day: string): string {
  return new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}

/** "de Paris", "d’Amsterdam"; "que Marie", "qu’Anne". */
export function elided(word: 'de' | 'que', name: string): string {
  return /^[aeiouàâéèêëîïôöûü]/i.test(name) ? `${word.slice(0, -1)}’${name}` : `${word} ${name}`;
}
