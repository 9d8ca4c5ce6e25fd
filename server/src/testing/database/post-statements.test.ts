import { expect, it } from 'vitest';
import { knownIn, statementsOf } from './post-statements.ts';

it.each(['3/9', '3/10', '12/25'])('takes the place of a post in its thread for no statement: %s', (place) => {
  const isKnown = knownIn('The harbour opens at nine.', []);
  expect(statementsOf(`The harbour opens at nine.\n\n${place}`).filter((statement) => !isKnown(statement))).toEqual([]);
});
