import { expect, it } from 'vitest';
import { createBlueskyPlatform } from '../../platforms/bluesky/bluesky-platform.ts';
import { blueskyRules } from '../../platforms/bluesky/bluesky-rules.ts';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import { COMPARED, COMPARED_UNSEEN, type ComparedText } from './compared-texts.ts';
import { findDepartures } from './find-departures.ts';
import { findWordFaults } from './find-word-faults.ts';

const platform = createBlueskyPlatform(blueskyRules, createTestOutbound());

/** The faithful posts with a mark, and the changed ones without. */
function measured(texts: readonly ComparedText[]) {
  const isMarked = (sourceText: string, text: string) => {
    const words = { platform: platform.id, text, tags: [], thread: [] };
    const request = { sourceText, link: null, platforms: [platform], tone: null, language: null };
    return findWordFaults(platform, words, request).length + findDepartures(platform, words, request).length > 0;
  };
  return {
    marked: texts.flatMap(({ source, faithful }) => faithful.filter((text) => isMarked(source, text))),
    missed: texts.flatMap(({ source, changed }) => changed.filter((text) => !isMarked(source, text))),
  };
}

it('posts that change what their source says are marked or refused, and faithful ones are not', () => {
  expect(measured(COMPARED)).toEqual({ marked: [], missed: ['La piscina abre los lunes.'] });
});

it('of posts that were written afterwards, three of 16 changes are missed and no faithful one is marked', () => {
  const missed = [
    'The coast path between Sandend and Portsoy is open until 20 March.',
    'A storm took 60 walkers away.',
    'Flu shots prevent every cold this winter and make you stronger.',
  ];
  expect(measured(COMPARED_UNSEEN)).toEqual({ marked: [], missed });
});
