import { expect, it } from 'vitest';
import { detectLanguage } from './detect-language.ts';

it.each([
  ['The harbour opens at nine and we are all very glad of it.', 'en'],
  ['Der Hafen öffnet um neun, und wir sind alle sehr froh darüber.', 'de'],
  ['Le port ouvre à neuf heures et nous en sommes tous très heureux.', 'fr'],
  ['El puerto abre a las nueve y todos estamos muy contentos con ello.', 'es'],
  ['港が九時に開きます。とても嬉しいです。', 'ja'],
  ['港口九点开放，大家都很高兴。', 'zh'],
  ['يفتح الميناء في الساعة التاسعة ونحن سعداء بذلك من كل قلوبنا إلى هذا اليوم', 'ar'],
  ['ท่าเรือเปิดเก้าโมง', 'th'],
  ['Порт открывается в девять, и мы все очень рады этому.', 'ru'],
  ['Harbour 2.4', null],
  ['https://example.org/the/and/of/it', null],
  ['🎉🎉', null],
])('detects the language of %j: %s', (text, language) => {
  expect(detectLanguage(text)).toBe(language);
});
