import { expect, test } from 'vitest';
import { aboutWordsOf, speakAbout } from './about-words.ts';

const HERE = { quote: 'on Friday', platform: null };
const THERE = { quote: 'at nine', platform: 'x' };

test('words are chosen of one draft at a time', () => {
  speakAbout('drf_1', HERE);
  expect(aboutWordsOf('drf_1')).toBe(HERE);
  speakAbout('drf_2', THERE);
  expect(aboutWordsOf('drf_1')).toBeNull();
  expect(aboutWordsOf('drf_2')).toBe(THERE);
});

test('who is done with one draft leaves alone what is chosen of another', () => {
  speakAbout('drf_2', THERE);
  speakAbout('drf_1', null);
  expect(aboutWordsOf('drf_2')).toBe(THERE);
  speakAbout('drf_2', null);
  expect(aboutWordsOf('drf_2')).toBeNull();
});
