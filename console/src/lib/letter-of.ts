/** Nothing that a Latin keyboard types; names such as "Enter" are ASCII. */
const FOREIGN = /^[^\p{Script=Latin}\p{ASCII}]+$/u;

/**
 * What a key means as a shortcut, in small letters: what it types, wherever on the keyboard that is; and where it types another
 * script, Arabic, say, the letter that a Latin keyboard has in its place.
 */
export function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const typed = FOREIGN.test(key) ? (/^Key([A-Z])$/.exec(code)?.[1] ?? key) : key;
  return typed.toLowerCase();
}
