import { expect, test } from 'vitest';
import { aboutWordsOf, speakAbout } from './about-words.ts';

const HERE = { quote: 'on Friday', platform: null };
const THERE = { quote: 'at nine', platform: 'x' };

test('text is selected in one draft at a time', () => {
  speakAbout('drf_1', HERE);
  expect(aboutWordsOf('drf_1')).toBe(HERE);
  speakAbout('drf_2', THERE);
  expect(aboutWordsOf('drf_1')).toBeNull();
  expect(aboutWordsOf('drf_2')).toBe(THERE);
});

test('finishing with one draft keeps the selection of another', () => {
  speakAbout('drf_2', THERE);
  speakAbout('drf_1', null);
  expect(aboutWordsOf('drf_2')).toBe(THERE);
  speakAbout('drf_2', null);
  expect(aboutWordsOf('drf_2')).toBeNull();
});
