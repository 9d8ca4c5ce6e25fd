import { wordsOf } from '../words-of.ts';

const LOCALE = 'ar-u-nu-latn';

/** "25+": the sign follows the number here too. */
export const upTo = (quantity: number, hasMore: boolean): string => (hasMore ? `\u2066${quantity}+\u2069` : `${quantity}`);

type Forms = Record<'one' | 'two' | 'few' | 'many' | 'other', string>;

const rules = new Intl.PluralRules(LOCALE);

const words = wordsOf(LOCALE);
export const { listed, number, shortDay } = words;
export const capped = (value: number): string => `\u2066${words.capped(value)}\u2069`;

/**
 * Arabic expresses one and two in the noun itself, has a form for three to ten and one for eleven to ninety-nine, and
 * uses the bare noun after full hundreds, after 101 and 102, and for zero. `written`: the number, if it is formatted
 * differently.
 */
export function count(quantity: number, forms: Forms, written = number(quantity)): string {
  const form = rules.select(quantity);
  if (form === 'one' || form === 'two') return forms[form];
  return `${written} ${form === 'zero' ? forms.other : forms[form]}`;
}

export const POSTS = { one: 'منشور واحد', two: 'منشوران', few: 'منشورات', many: 'منشورًا', other: 'منشور' };
export const MORE_POSTS = { one: 'منشور آخر', two: 'منشوران آخران', few: 'منشورات أخرى', many: 'منشورًا آخر', other: 'منشور آخر' };
export const PEOPLE = { one: 'شخص واحد', two: 'شخصان', few: 'أشخاص', many: 'شخصًا', other: 'شخص' };
export const OTHER_PEOPLE = { one: 'شخص آخر', two: 'شخصان مختلفان', few: 'أشخاص مختلفين', many: 'شخصًا مختلفًا', other: 'شخص مختلف' };
export const DAYS = { one: 'يوم واحد', two: 'يومان', few: 'أيام', many: 'يومًا', other: 'يوم' };
export const MINUTES = { one: 'دقيقة واحدة', two: 'دقيقتين', few: 'دقائق', many: 'دقيقة', other: 'دقيقة' };
export const SECONDS = { one: 'ثانية واحدة', two: 'ثانيتين', few: 'ثوانٍ', many: 'ثانية', other: 'ثانية' };
export const ATTEMPTS = { one: 'محاولة واحدة', two: 'محاولتان', few: 'محاولات', many: 'محاولة', other: 'محاولة' };
export const CHARACTERS = { one: 'حرف واحد', two: 'حرفان', few: 'أحرف', many: 'حرفًا', other: 'حرف' };
export const DECISIONS = { one: 'قرار واحد', two: 'قراران', few: 'قرارات', many: 'قرارًا', other: 'قرار' };
export const ENTRIES = { one: 'قيد واحد', two: 'قيدان', few: 'قيود', many: 'قيدًا', other: 'قيد' };
export const PLACES = { one: 'موضع واحد', two: 'موضعان', few: 'مواضع', many: 'موضعًا', other: 'موضع' };
export const MORE_PLACES = { one: 'موضع آخر', two: 'موضعان آخران', few: 'مواضع أخرى', many: 'موضعًا آخر', other: 'موضع آخر' };
export const PREVIEWS = { one: 'معاينة واحدة', two: 'معاينتان', few: 'معاينات', many: 'معاينة', other: 'معاينة' };
export const REQUESTS = { one: 'طلب واحد', two: 'طلبان', few: 'طلبات', many: 'طلبًا', other: 'طلب' };
export const WARNINGS = { one: 'تنبيه واحد', two: 'تنبيهان', few: 'تنبيهات', many: 'تنبيهًا', other: 'تنبيه' };
