import { it } from 'vitest';
import { WORDS_OF_ANY_SOURCE } from '../../testing/proofs/words-of-any-source.ts';

/** Uses other sources in each run; the proof tries thousands. */
it.each(Object.entries(WORDS_OF_ANY_SOURCE))('whatever the source %s', (_, holds) => holds(75));
