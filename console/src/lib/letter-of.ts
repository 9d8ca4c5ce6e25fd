/** Nothing that a Latin keyboard types; names such as "Enter" are ASCII. */
const FOREIGN = /^[^\p{Script=Latin}\p{ASCII}]+$/u;

/**
 * The letter of a shortcut, in lower case: the typed one, wherever it is on the keyboard; for another script, such as
 * Arabic, the letter of a Latin keyboard in its place.
 */
export function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const typed = FOREIGN.test(key) ? (/^Key([A-Z])$/.exec(code)?.[1] ?? key) : key;
  return typed.toLowerCase();
}
