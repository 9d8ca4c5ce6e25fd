import { expect, test } from 'vitest';
import { readApprovalSearch, readNext } from './search.ts';

test.each(['/approvals/apr_1', '/jobs?state=x'])('one goes on to a path of our own: %s', (next) => {
  expect(readNext({ next })).toEqual({ next });
});

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', 'approvals', 7, undefined])(
  'one is never led elsewhere after signing in: %s',
  (next) => {
    expect(readNext({ next })).toEqual({});
  },
);

test('a state that there is not is as none', () => {
  expect(readApprovalSearch({ state: 'APPROVED' })).toEqual({ state: 'APPROVED' });
  expect(readApprovalSearch({ state: 'PENDING' })).toEqual({});
  expect(readApprovalSearch({ state: 'anything', sort: 'anyhow', goesOut: 'never', hasFindings: 'yes', platform: '' })).toEqual({});
  expect(readApprovalSearch({ sort: 'SOONEST', hasFindings: true, search: 12 })).toEqual({
    sort: 'SOONEST',
    hasFindings: true,
    search: '12',
  });
});
