import { expect, it } from 'vitest';
import { readGraphRefusal } from './read-graph-refusal.ts';

const answer = (error: Record<string, string | number | boolean>, headers = {}, status = 400) =>
  readGraphRefusal({
    kind: 'answer',
    status,
    headers: new Headers(headers),
    body: { error: { message: 'No', ...error } },
    isJson: true,
  });

it.each([
  ['a container that is not ready', { code: 9007, error_subcode: 2207027 }, { kind: 'unavailable', retryAfterSeconds: 30 }],
  ['a container that Threads does not know yet', { code: 24, error_subcode: 4279009 }, { kind: 'unavailable', retryAfterSeconds: 30 }],
  ['a picture that took too long to fetch', { code: -2, error_subcode: 2207003 }, { kind: 'unavailable', retryAfterSeconds: 60 }],
  ['media that could not be fetched', { code: 9004, error_subcode: 2207052 }, { kind: 'unavailable', retryAfterSeconds: 60 }],
  ['an upload that failed for no known reason', { code: -1, error_subcode: 2207053 }, { kind: 'unavailable', retryAfterSeconds: 60 }],
  ['a container that has expired', { code: 9007, error_subcode: 2207020 }, { kind: 'unavailable', retryAfterSeconds: 60 }],
  ['a limit that passes by itself', { code: 4, is_transient: true }, { kind: 'rate_limited' }],
  ['a fault of the server', { code: -1, error_subcode: 2207001 }, { kind: 'unknown' }],
  ['a stretch of a video to upload again', { code: 6001, error_subcode: 1363037 }, { kind: 'unavailable', retryAfterSeconds: 30 }],
  ['as many posts as a day has', { code: 9, error_subcode: 2207042 }, { kind: 'rate_limited', retryAfterSeconds: 3_600 }],
  ['a suspicion of spam, under the code of a limit', { code: 4, error_subcode: 2207051 }, { kind: 'rejected' }],
  ['a restricted account', { code: 25, error_subcode: 2207050 }, { kind: 'unauthorized' }],
  ['an expired token', { code: 190, error_subcode: 463 }, { kind: 'unauthorized' }],
  ['an unknown subcode', { code: 100, error_subcode: 33 }, { kind: 'rejected' }],
])('distinguishes %s by the subcode', (_, error, expected) => {
  expect(answer(error)).toMatchObject(expected);
});

it.each<[string, Record<string, number>, string]>([
  ['an unknown code', { code: 368_001 }, 'unknown'],
  ['no code', {}, 'unknown'],
  ['a wrong parameter', { code: 100 }, 'rejected'],
  ['an expired token', { code: 190 }, 'unauthorized'],
  ['a limit', { code: 32 }, 'rate_limited'],
])('rules out a post after a fault of the server only by a code that does: %s', (_, error, kind) => {
  expect(answer(error, {}, 500)).toMatchObject({ kind });
  if (kind === 'unknown') expect(answer(error)).toMatchObject({ kind: 'rejected' });
});

it('reports when access returns, and the remedy for a person', () => {
  const usage = JSON.stringify({ 17: [{ type: 'pages', estimated_time_to_regain_access: 19 }, { type: 'instagram' }] });
  expect(answer({ code: 80001, error_user_msg: 'Wait a little.' }, { 'x-business-use-case-usage': usage })).toEqual({
    message: 'No Wait a little.',
    code: '80001',
    kind: 'rate_limited',
    retryAfterSeconds: 19 * 60,
  });
  expect(answer({ code: 80001 }, { 'x-business-use-case-usage': 'no JSON' })).toMatchObject({ kind: 'rate_limited' });
});
