import { expect, it } from 'vitest';
import { knownIn, statementsOf } from './post-statements.ts';

it.each(['3/9', '3/10', '12/25'])('does not treat a position in a thread as a statement: %s', (place) => {
  const isKnown = knownIn('The harbour opens at nine.', []);
  expect(statementsOf(`The harbour opens at nine.\n\n${place}`).filter((statement) => !isKnown(statement))).toEqual([]);
});
