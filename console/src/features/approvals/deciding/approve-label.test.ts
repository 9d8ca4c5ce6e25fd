import { expect, test } from 'vitest';
import { approveLabel } from './approve-label.ts';

const NOW = new Date('2026-12-05T10:00:00Z');
const asked = {
  approvalsRequired: 1,
  approvalsGiven: 0,
  gates: [
    { gate: 'APPROVAL', status: 'WAIT' },
    { gate: 'CONNECTION', status: 'PASS' },
  ],
  targets: [{ state: 'READY' }],
  draft: { scheduledAt: null, editedWords: null },
} as const;
const label = (more: object): string => approveLabel({ ...asked, ...more }, NOW, 'Europe/Lisbon');

test('it says "publish" only if the post is published at once', () => {
  expect(label({})).toBe('Approve and publish');
  expect(label({ gates: [...asked.gates, { gate: 'CONNECTION', status: 'BLOCK' }] })).toBe('Approve');
  expect(label({ gates: [...asked.gates, { gate: 'SCHEDULE', status: 'WAIT' }] })).toBe('Approve');
  expect(label({ approvalsRequired: 2 })).toBe('Approve');
  expect(label({ approvalsRequired: 2, approvalsGiven: 1 })).toBe('Approve and publish');
});

test('it says "publish" of no post that a vote without effect leaves waiting', () => {
  expect(label({ approvalsRequired: 2, approvalsGiven: 0, decisions: [{ decision: 'APPROVED' }] })).toBe('Approve');
});

test('it says how many are published while the others wait for their accounts', () => {
  const targets = ['READY', 'HELD', 'READY', 'WAITING'].map((state) => ({ state }));
  expect(label({ targets })).toBe('Approve and publish 2 of 4');
  expect(label({ targets, approvalsRequired: 2 })).toBe('Approve');
});

test('it says "change" for an edit of a published post', () => {
  expect(label({ draft: { scheduledAt: null, editedWords: 'We open at nine.' } })).toBe('Approve and change the post');
});

test('it names the time of a scheduled post', () => {
  const planned = (scheduledAt: string): string =>
    label({ draft: { scheduledAt, editedWords: null }, gates: [...asked.gates, { gate: 'SCHEDULE', status: 'WAIT' }] });
  expect(planned('2026-12-07T09:00:00Z')).toBe('Approve for Monday 09:00');
  expect(planned('2026-12-05T17:30:00Z')).toBe('Approve for today 17:30');
  expect(planned('2026-12-24T16:00:00Z')).toBe('Approve for 24 Dec, 16:00');
});
