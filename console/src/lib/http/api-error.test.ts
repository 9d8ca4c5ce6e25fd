import { expect, test } from 'vitest';
import { ERRORS } from '../../../../server/src/errors.ts';
import { sentence } from './api-error.ts';

test('an error has a message and a remedy', () => {
  expect(sentence({ code: 'self_approval_refused', ...ERRORS.self_approval_refused })).toBe(
    'Authors cannot approve their own content in this workspace. Ask another approver of the account.',
  );
});

test.each(['invalid_state', 'validation_failed', 'stale_revision'] as const)('people never see the remedy for programs of %s', (code) => {
  expect(sentence({ code, ...ERRORS[code] })).toBe(ERRORS[code].message);
});

test.each(['service_busy', 'database_unavailable', 'storage_full'] as const)('shows people no request headers: %s', (code) => {
  expect(sentence({ code, ...ERRORS[code] })).toBe(`${ERRORS[code].message} Nothing was changed. Try again in a moment.`);
});
