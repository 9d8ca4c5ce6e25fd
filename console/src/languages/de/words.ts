/** "1 Beitrag", "3 Beiträge". */
export function count(quantity: number, one: string, many: string): string {
  return `${number(quantity)} ${quantity === 1 ? one : many}`;
}

export function number(value: number): string {
  return value.toLocaleString('de');
}

/** "X, LinkedIn und Threads". */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat('de', { type: 'conjunction' }).format(names);
}

/** "21. Nov." */
export function shortDay(day: string): string {
  return new Intl.DateTimeFormat('de', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}
