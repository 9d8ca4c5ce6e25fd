import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { ApiError } from '../../lib/http/api-error.ts';
import { renderStatic } from '../../testing/render-static.tsx';
import { Problem } from './problem.tsx';

const refused = (message: string) =>
  new ApiError({
    code: 'validation_failed',
    message,
    remedy: 'Correct the fields that errors names.',
    status: 422,
    fields: [{ pointer: '/captions/0/text', message: 'must not be empty.' }],
  });
const shown = (message: string) =>
  [...renderStatic(<Problem error={refused(message)} />).matchAll(/<(?:p dir="auto"|li)>(.*?)</g)].map(([, text]) => text);

test('field errors are shown once, with the fields’ names', () => {
  expect(shown('/captions/0/text must not be empty.')).toEqual(['The text must not be empty.']);
});

test('without a response nothing is claimed: neither that an action was done, nor that it was not', () => {
  const lost = new ApiError({
    code: 'unreachable',
    message: 'The server did not answer.',
    remedy: 'Check the connection and try again.',
    status: 0,
  });
  const said = (problem: ReactNode) => [...renderStatic(problem).matchAll(/<p(?: [^>]*)?>(.*?)<\/p>/g)].map(([, text]) => text);
  expect(said(<Problem error={lost} title="Nothing was changed" />)).toEqual([
    'The server did not answer.',
    'It may have been done all the same: look before you try again.',
  ]);
  expect(said(<Problem error={lost} title="There is nothing to review here" onRetry={() => undefined} />)).toEqual([
    'The server did not answer.',
    'Check the connection and try again.',
  ]);
});

test('a message about all of them appears above them', () => {
  expect(shown('There is no next slot.')).toEqual(['There is no next slot.', 'The text must not be empty.']);
});
