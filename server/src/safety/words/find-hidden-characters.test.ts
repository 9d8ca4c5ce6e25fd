import { expect, it } from 'vitest';
import { checkSafety } from '../check-safety.ts';

const hidden = async (text: string) =>
  (await checkSafety([{ platform: null, field: 'text', text }]))
    .filter(({ check }) => check === 'hidden_characters')
    .map(({ severity, span }) => [severity, text.slice(span?.start, span?.end)]);

it.each<[string, string, string, 'block' | 'warn']>([
  ['text that is overridden to run the other way', 'Pay to \u202egro.knab\u202c today.', '\u202e', 'block'],
  ['text that only machines read', 'Open again.\u{e0049}\u{e0067}\u{e006e}', '\u{e0049}\u{e0067}\u{e006e}', 'block'],
  ['letters hidden as variants', 'Open\ufe01\ufe02\ufe03 again.', '\ufe01\ufe02\ufe03', 'block'],
  ['an isolate in a text of one direction', 'Pay \u2067today\u2069.', '\u2067', 'warn'],
  ['a zero-width space', 'har\u200bbour', '\u200b', 'warn'],
  ['a joiner that joins nothing', 'har\u200dbour', '\u200d', 'warn'],
  ['a byte order mark in the middle', 'har\ufeffbour', '\ufeff', 'warn'],
  ['marks stacked on a letter', 'The harb\u0300\u0301\u0302\u0303\u0304our opens.', '\u0300\u0301\u0302\u0303\u0304', 'warn'],
  ['marks of a script stacked on a letter', 'ب\u064b\u064c\u064d\u064e\u064f\u0650', '\u064b\u064c\u064d\u064e\u064f\u0650', 'warn'],
  ['a control character', 'har\u0007bour', '\u0007', 'warn'],
])('finds %s', async (_what, text, found, severity) => {
  expect((await hidden(text))[0]).toEqual([severity, found]);
});

it.each([
  ['a family of emoji', 'The 👩‍👩‍👧 are here, with the flag 🏴󠁧󠁢󠁥󠁮󠁧󠁿 and a ❤️.'],
  ['Arabic with its direction marks', 'افتتاح \u200fHarbour\u200e يوم السبت'],
  ['Hindi with its joiners', 'क्\u200dष और र्\u200cय'],
  ['Thai with its line break marks', 'ท่าเรือ\u200bเปิด'],
  ['decomposed Vietnamese', 'Hải cảng mở cửa tiếng Việt'.normalize('NFD')],
  ['Greek with all its accents', 'ᾄδω, ᾧτινι'.normalize('NFD')],
  ['Hebrew with points and accents', 'בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים'],
  ['Arabic with its vowels', 'مُحَمَّدٌ رَّسُولُ'],
  ['Hindi with its marks', 'र्स्त्रीं कर्तृत्व'],
  ['a keycap emoji', 'Press 1️⃣ or #️⃣'],
  ['lines and tabs', 'One\n\ttwo\r\nthree'],
])('accepts %s', async (_what, text) => {
  expect(await hidden(text)).toEqual([]);
});
