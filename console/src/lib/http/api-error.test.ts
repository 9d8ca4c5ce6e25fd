import { expect, test } from 'vitest';
import { ERRORS } from '../../../../server/src/errors.ts';
import { sentence } from './api-error.ts';

test('a refusal says what happened and what to do', () => {
  expect(sentence({ code: 'self_approval_refused', ...ERRORS.self_approval_refused })).toBe(
    'Authors cannot approve their own content in this workspace. Ask another approver of the account.',
  );
});

test.each(['invalid_state', 'validation_failed', 'stale_revision'] as const)('of %s no person reads what a program has to do', (code) => {
  expect(sentence({ code, ...ERRORS[code] })).toBe(ERRORS[code].message);
});

test.each(['service_busy', 'database_unavailable', 'storage_full'] as const)('names no header of a request to a person: %s', (code) => {
  expect(sentence({ code, ...ERRORS[code] })).toBe(`${ERRORS[code].message} Nothing was changed. Try again in a moment.`);
});
