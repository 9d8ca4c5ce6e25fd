import { expect } from 'vitest';
import { lookUp, type OauthStage, refusal, seen, startDevice } from '../oauth.ts';

const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const AT_ONCE = 50;

/** Guesses so many codes as a signed-in person, from a hundred claimed addresses; returns the figures. */
export async function guessCodes(stage: OauthStage, total: number): Promise<string> {
  const guesser = await stage.signedIn();
  const { user_code } = await startDevice(stage);
  const guess = (number: number) => {
    const userCode = Array.from({ length: 8 }, (_, place) => LETTERS[Math.floor(number / 20 ** (place % 4)) % 20]).join('');
    const forged = `203.0.113.${number % 100}`;
    return lookUp(stage, { userCode }, guesser, { 'x-forwarded-for': forged, forwarded: `for=${forged}`, 'x-real-ip': forged });
  };
  const counts = { lookedUp: 0, refused: 0, without: 0 };
  for (let start = 0; start < total; start += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, total - start) }, (_, offset) => start + offset);
    for (const answer of await Promise.all(numbers.map(guess))) {
      const { status, code } = refusal(answer);
      if (status === 404 && code === 'not_found') counts.lookedUp += 1;
      if (status === 429 && code === 'rate_limited') counts.refused += 1;
      if (status === 429 && !(Number(answer.headers.get('retry-after')) > 0)) counts.without += 1;
    }
  }
  expect(counts).toEqual({ lookedUp: 5, refused: total - 5, without: 0 });
  // The correct code must wait too now, for this person; a colleague is not affected.
  expect(refusal(await lookUp(stage, { userCode: user_code }, guesser)).status).toBe(429);
  await seen(stage, { userCode: user_code });
  stage.clock.advance(15 * 60_000);
  const fresh = await startDevice(stage);
  await seen(stage, { userCode: fresh.user_code }, guesser);
  return `${total} wrong codes from 100 forged addresses: ${counts.lookedUp} looked up, ${counts.refused} answered 429 with Retry-After; a colleague's right code passed meanwhile`;
}
