const LOCALE = 'ar-u-nu-latn';

type Forms = Record<'one' | 'two' | 'few' | 'many', string>;

const rules = new Intl.PluralRules(LOCALE);

/** Arabic counts one and two in the noun itself, and has a form for a few and one for many. */
export function count(quantity: number, { one, two, few, many }: Forms): string {
  if (quantity === 1) return one;
  if (quantity === 2) return two;
  return `${number(quantity)} ${rules.select(quantity) === 'few' ? few : many}`;
}

export function number(value: number): string {
  return value.toLocaleString(LOCALE);
}

/** "X وLinkedIn وThreads". */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(LOCALE, { type: 'conjunction' }).format(names);
}

export function shortDay(day: string): string {
  return new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}

export const POSTS = { one: 'منشور واحد', two: 'منشوران', few: 'منشورات', many: 'منشورًا' };
export const PEOPLE = { one: 'شخص واحد', two: 'شخصان', few: 'أشخاص', many: 'شخصًا' };
export const DAYS = { one: 'يوم واحد', two: 'يومان', few: 'أيام', many: 'يومًا' };
export const ATTEMPTS = { one: 'محاولة واحدة', two: 'محاولتان', few: 'محاولات', many: 'محاولة' };
