import { describe, expect, it } from 'vitest';
import { placeInWords } from '../payloads/outgoing-texts.ts';
import { acceptedLanguage } from './language.ts';
import { joined, LocalTime, say } from './sentence.ts';
import { translateTo, translator } from './translate.ts';

const german = translator('de', {
  'No {1} account is connected.': 'Bei {1} ist kein Konto verbunden.',
  'Quiet hours: nothing is published before {1}.': 'Ruhezeit: Vor {1} geht nichts hinaus.',
  '{1} holds {2}': '{2} hält {1}',
  'It is {1} posts.': '{count, plural, one {Es ist {1} Beitrag.} other {Es sind {1} Beiträge.}}',
});

it('says in French where the safety checks have found something', async () => {
  const french = await translateTo('fr');
  expect(french(say`It is ${placeInWords('images/1')}.`)).toBe('C’est dans la description de l’image 2.');
  expect(french(placeInWords('link_card/title'))).toBe('dans le titre de la carte du lien');
});

describe('a sentence with its values apart', () => {
  it('is said in another language, its values at their places', () => {
    expect(german(say`No ${'LinkedIn'} account is connected.`)).toBe('Bei LinkedIn ist kein Konto verbunden.');
    expect(german(say`${'a'} holds ${'b'}`)).toBe('b hält a');
  });

  it('is English to programs, wherever it goes', () => {
    const sentence = say`No ${'LinkedIn'} account is connected.`;
    expect([`${sentence}`, JSON.stringify({ sentence })]).toEqual([
      'No LinkedIn account is connected.',
      '{"sentence":"No LinkedIn account is connected."}',
    ]);
  });

  it('is English where the language has no words for it', () => {
    expect(german(say`Nobody translated ${'this'}.`)).toBe('Nobody translated this.');
    expect(german('Nor this.')).toBe('Nor this.');
  });

  it('says times, numbers, plurals and sentences within it as the language does', () => {
    const moment = new LocalTime(new Date('2026-12-12T08:00:00Z'), 'Europe/Lisbon');
    expect(german(say`Quiet hours: nothing is published before ${moment}.`)).toBe(
      'Ruhezeit: Vor Samstag, 12. Dezember 2026, 08:00 (Europe/Lisbon) geht nichts hinaus.',
    );
    expect(moment.in('ar')).toBe('السبت، 12 ديسمبر 2026، 08:00 (Europe/Lisbon)');
    expect([1, 2000].map((posts) => german(say`It is ${posts} posts.`))).toEqual(['Es ist 1 Beitrag.', 'Es sind 2.000 Beiträge.']);
    expect(german(joined([say`No ${'X'} account is connected.`, say`It is ${1} posts.`]))).toBe(
      'Bei X ist kein Konto verbunden. Es ist 1 Beitrag.',
    );
  });

  it('keeps the signs of words from right to left with them, for people, and stores none of that', async () => {
    const sentence = say`Failed: ${say`“${'مرحبًا بكم…'}”`} on ${'مقهى'}`;
    const shown = 'Failed: “\u2068مرحبًا بكم…\u2069” on مقهى';
    expect([(await translateTo('en'))(sentence), german(sentence), String(sentence)]).toEqual([
      shown,
      shown,
      'Failed: “مرحبًا بكم…” on مقهى',
    ]);
  });

  it('takes nothing in a value for a place of its own, and no value for a sentence', () => {
    expect(german(say`No ${'{1} {2}'} account is connected.`)).toBe('Bei {1} {2} ist kein Konto verbunden.');
    expect(german(say`No ${'toString'} account is connected.`)).toBe('Bei toString ist kein Konto verbunden.');
  });
});

it.each([
  [undefined, 'en'],
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['nl, fr;q=0.3, es;q=0.7', 'es'],
  ['de;q=0, pt-BR', 'pt'],
  ['*', 'en'],
  ['constructor', 'en'],
  [`${'x,'.repeat(100_000)}`, 'en'],
])('a request that accepts %s is answered in %s', (header, language) => {
  expect(acceptedLanguage(header)).toBe(language);
});
