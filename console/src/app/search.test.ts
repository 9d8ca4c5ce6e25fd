import { expect, test } from 'vitest';
import { readApprovalSearch, readDraftsSearch, readJobsSearch, readNext } from './search.ts';

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

test('the list of drafts is the same by its address', () => {
  expect(readDraftsSearch({ state: 'IN_REVIEW', label: 2026, search: 'pier', isWriting: true })).toEqual({
    ...{ state: 'IN_REVIEW', label: '2026', search: 'pier', isWriting: true },
  });
  expect(readDraftsSearch({ state: 'anything', label: '', isWriting: 'yes' })).toEqual({});
});

test('the wall of what is out knows no state, and what the address does not say filters nothing', () => {
  expect(readJobsSearch({ state: 'FAILED', platform: 'x', agentId: 'agt_1' })).toEqual({
    state: 'FAILED',
    platform: 'x',
    agentId: 'agt_1',
  });
  expect(readJobsSearch({ view: 'wall', state: 'FAILED', platform: '' })).toEqual({ view: 'wall' });
  expect(readJobsSearch({ state: 'ALL', search: 12 })).toEqual({ state: 'ALL', search: '12' });
  expect(readJobsSearch({ view: 'cellar', state: 'anyhow', agentId: 7 })).toEqual({});
});
