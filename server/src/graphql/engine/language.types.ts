import type { Language } from '../../languages/language.ts';
import { createEnum } from './create-enum.ts';

export const LanguageEnum = createEnum<Language>('Language', 'A language for the messages to a person.', {
  en: 'English.',
  de: 'German.',
  fr: 'French.',
  es: 'Spanish.',
  pt: 'European Portuguese.',
  ar: 'Arabic.',
});
