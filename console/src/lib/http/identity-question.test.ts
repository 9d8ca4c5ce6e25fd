import { expect, it } from 'vitest';
import { type Answer, answerFor, askIdentity } from './identity-question.ts';

it('counts leaving the page as declined, and asks again on the next page', async () => {
  const leave = answerFor(() => {});
  const asked = askIdentity();
  leave();
  expect(await asked).toBe(false);

  let answer: Answer | null = null;
  const leaveNext = answerFor((next) => {
    answer = next;
  });
  const askedAgain = askIdentity();
  (answer as Answer | null)?.(true);
  expect(await askedAgain).toBe(true);
  leaveNext();
});
