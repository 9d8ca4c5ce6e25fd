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

test('a message about all of them appears above them', () => {
  expect(shown('There is no next slot.')).toEqual(['There is no next slot.', 'The text must not be empty.']);
});
