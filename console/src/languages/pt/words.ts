const LOCALE = 'pt-PT';

const rules = new Intl.PluralRules(LOCALE);

/** "1 publicação", "3 publicações", "0 publicações". */
export function count(quantity: number, one: string, many: string): string {
  return `${number(quantity)} ${isOne(quantity) ? one : many}`;
}

/** Whether a noun and its verb stand in the singular behind this number. */
export function isOne(quantity: number): boolean {
  return rules.select(quantity) === 'one';
}

export function number(value: number): string {
  return value.toLocaleString(LOCALE);
}

/** "X, LinkedIn e Threads". */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(LOCALE, { type: 'conjunction' }).format(names);
}

/** "21/11". */
export function shortDay(day: string): string {
  return new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}

/** "3 publicações". */
export function posts(quantity: number): string {
  return count(quantity, 'publicação', 'publicações');
}

/** "3 créditos", "1 crédito de publicação automática". */
export function credits(quantity: number, unit: 'PUBLICATION' | 'AUTOPOSTING'): string {
  return unit === 'PUBLICATION'
    ? count(quantity, 'crédito', 'créditos')
    : count(quantity, 'crédito de publicação automática', 'créditos de publicação automática');
}
