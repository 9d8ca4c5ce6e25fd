const rules = new Intl.PluralRules('es');

/** "1 publicación", "3 publicaciones"; behind full millions Spanish says "de": "1.000.000 de publicaciones". */
export function count(quantity: number, one: string, many: string): string {
  const form = rules.select(quantity);
  if (form === 'one') return `${number(quantity)} ${one}`;
  return `${number(quantity)} ${form === 'many' ? 'de ' : ''}${many}`;
}

export function number(value: number): string {
  return value.toLocaleString('es');
}

/** "X, LinkedIn y Threads". */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat('es', { type: 'conjunction' }).format(names);
}

/** "21 nov". */
export function shortDay(day: string): string {
  return new Intl.DateTimeFormat('es', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}

/** "1 publicación", "3 publicaciones". */
export function posts(quantity: number): string {
  return count(quantity, 'publicación', 'publicaciones');
}
