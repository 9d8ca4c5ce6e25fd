import { registerEnumType } from 'type-graphql';
import type { Language } from '../../languages/language.ts';

/**
 * Creates a GraphQL enum from a union of lower-case names: `in_review` becomes `IN_REVIEW`, and dots become
 * underscores. A member without a description does not compile.
 */
export function createEnum<Value extends string>(name: string, description: string, values: Record<Value, string>): Record<string, Value> {
  const members = Object.keys(values) as Value[];
  const enumObject = Object.fromEntries(members.map((value) => [nameOf(value), value]));
  registerEnumType(enumObject, {
    name,
    description,
    valuesConfig: Object.fromEntries(members.map((value) => [nameOf(value), { description: values[value] }])),
  });
  return enumObject;
}

const nameOf = (value: string): string => value.replaceAll('.', '_').toUpperCase();

export const LanguageEnum = createEnum<Language>('Language', 'A language for the messages to a person.', {
  en: 'English.',
  de: 'German.',
  fr: 'French.',
  es: 'Spanish.',
  pt: 'European Portuguese.',
  ar: 'Arabic.',
});
