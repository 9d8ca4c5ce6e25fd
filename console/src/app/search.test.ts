import { expect, test } from 'vitest';
import {
  readAgentsSearch,
  readApprovalSearch,
  readAuditSearch,
  readConnectionsSearch,
  readConnectReturn,
  readCreditsSearch,
  readDraftsSearch,
  readJobsSearch,
  readNext,
} from './search.ts';

test.each(['/approvals/apr_1', '/jobs?state=x'])('sign-in continues to a path of the console: %s', (next) => {
  expect(readNext({ next })).toEqual({ next });
});

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', 'approvals', 7, undefined])(
  'sign-in never redirects elsewhere: %s',
  (next) => {
    expect(readNext({ next })).toEqual({});
  },
);

test('an unknown state is ignored', () => {
  expect(readApprovalSearch({ state: 'APPROVED' })).toEqual({ state: 'APPROVED' });
  expect(readApprovalSearch({ state: 'PENDING' })).toEqual({});
  expect(readApprovalSearch({ state: 'anything', sort: 'anyhow', goesOut: 'never', hasFindings: 'yes', platform: '' })).toEqual({});
  expect(readApprovalSearch({ sort: 'SOONEST', hasFindings: true, search: 12 })).toEqual({
    sort: 'SOONEST',
    hasFindings: true,
    search: '12',
  });
});

test('the filters of the drafts are kept in the address', () => {
  expect(readDraftsSearch({ state: 'IN_REVIEW', label: 2026, search: 'pier', isWriting: true })).toEqual({
    ...{ state: 'IN_REVIEW', label: '2026', search: 'pier', isWriting: true },
  });
  expect(readDraftsSearch({ state: 'anything', label: '', isWriting: 'yes' })).toEqual({});
});

test('the grid of published posts has no state filter, and empty parameters are ignored', () => {
  expect(readJobsSearch({ state: 'FAILED', platform: 'x', agentId: 'agt_1' })).toEqual({
    state: 'FAILED',
    platform: 'x',
    agentId: 'agt_1',
  });
  expect(readJobsSearch({ view: 'wall', state: 'FAILED', platform: '' })).toEqual({ view: 'wall' });
  expect(readJobsSearch({ state: 'ALL', search: 12 })).toEqual({ state: 'ALL', search: '12' });
  expect(readJobsSearch({ view: 'cellar', state: 'anyhow', agentId: 7 })).toEqual({});
});

test('agents, accounts, the audit log and the ledger keep their filters in the address, and ignore unknown values', () => {
  expect(readAgentsSearch({ access: 'ended', search: 7 })).toEqual({ access: 'ended', search: '7' });
  expect(readAgentsSearch({ access: 'open', search: '' })).toEqual({});
  expect(readConnectionsSearch({ platform: 'x', health: 'broken', search: 'café' })).toEqual({
    platform: 'x',
    health: 'broken',
    search: 'café',
  });
  expect(readConnectionsSearch({ health: 'HEALTHY' })).toEqual({});
  const found = { actorId: 'usr_1-2', action: 'publish_job', subjectId: 'drf_1', from: '2026-11-01', to: '2026-11-30' };
  expect(readAuditSearch(found)).toEqual(found);
  expect(readAuditSearch({ actorId: 'a b', action: 'A', subjectId: '', from: 'today', to: 1 })).toEqual({});
  expect(readAuditSearch({ from: '0000-00-00', to: '2026-13-01' })).toEqual({});
  expect(readCreditsSearch({ bought: 'ord_1', bucket: 'PACK', kind: 'SETTLE' })).toEqual({
    bought: 'ord_1',
    bucket: 'PACK',
    kind: 'SETTLE',
  });
  expect(readCreditsSearch({ bucket: 'ANY', kind: 'ANY' })).toEqual({});
});

test('a platform’s redirect has a code, or the reason for its absence unless the person declined', () => {
  expect(readConnectReturn({ state: 4711, code: 'a', device_id: 'b', error: 'c' })).toEqual({ state: '4711', code: 'a' });
  for (const error of ['access_denied', 'user_cancelled_login', 'user_cancelled_authorize'])
    expect(readConnectReturn({ state: 'a', error, error_description: 'The user denied it.' })).toEqual({});
  const refused = {
    error: 'invalid_scope',
    error_description: 'The scope\n"r_basic" is not\u202e authorized: see https://evil.example/x now',
  };
  const read = readConnectReturn({ state: 'a', ...refused });
  expect(read).toEqual({ error: 'invalid_scope', error_description: 'The scope "r_basic" is not authorized: see … now' });
  expect(readConnectReturn({ ...read })).toEqual(read);
  expect(readConnectReturn({ error: 'x'.repeat(400) }).error).toHaveLength(300);
});
