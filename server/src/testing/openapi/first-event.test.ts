import { expect, it } from 'vitest';
import { firstEvent } from './first-event.ts';

it.each(['\u2028', '\u2029', '\u0085', '\v'])('reads an event to its end, even with %j in it', (strange) => {
  const said = { error: { message: `data: ${strange}data: {}` } };
  expect(firstEvent(`event: message\ndata: ${JSON.stringify(said)}\n\ndata: {"next":1}\n\n`)).toEqual(said);
});

it('returns nothing for a stream without events', () => expect(firstEvent(': still here\n\n')).toEqual({}));
