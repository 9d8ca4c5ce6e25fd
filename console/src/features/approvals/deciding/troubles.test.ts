import { expect, test } from 'vitest';
import type { ApprovalViewFragment } from '../../../gql/graphql.ts';
import { hasTroubles, troublesOf } from './troubles.ts';

type Payload = ApprovalViewFragment['payloads'][number];
type Gate = ApprovalViewFragment['gates'][number];

function payload(id: string, more: Partial<Payload> = {}): Payload {
  const preview = {
    parts: [],
    title: null,
    tags: null,
    linkCard: null,
    plainNames: [],
    settings: [],
    omissions: [],
    keptPercent: null,
    images: [],
  };
  const platform = { id, label: id.toUpperCase(), publishing: 'ready' };
  return {
    id,
    platform,
    connection: { id: `con_${id}`, handle: 'harbour', health: 'HEALTHY' },
    payloadHash: '',
    isValid: true,
    violations: [],
    preview,
    ...more,
  };
}

const gate = (name: Gate['gate'], status: Gate['status'] = 'BLOCK'): Gate => ({
  gate: name,
  status,
  code: 'a_code',
  message: `${name} does not pass.`,
  remedy: null,
  target: null,
  leaveOut: null,
});

const violation = (message: string): Payload['violations'][number] => ({
  code: 'a_code',
  field: 'text',
  message,
  remedy: 'Shorten it.',
  count: null,
  limit: null,
  unit: null,
  start: null,
  end: null,
});

test('nothing is listed without problems', () => {
  expect(hasTroubles(troublesOf({ payloads: [payload('x')], gates: [gate('APPROVAL', 'WAIT'), gate('SCHEDULE', 'WAIT')] }))).toBe(false);
});

test('all targets without a working account are named, and can be left out while one remains', () => {
  const failing = { connection: { id: 'con_1', handle: 'pier', health: 'REVOKED' } } as const;
  const payloads = [payload('sandbox'), payload('x', { connection: null }), payload('mastodon', failing)];
  const troubles = troublesOf({ payloads, gates: [gate('CONNECTION')] });
  expect(troubles.lost.map(({ target, name }) => [target, name])).toEqual([
    ['x', 'X'],
    ['con_1', 'pier on MASTODON'],
  ]);
  expect(troubles.canLeaveOut).toBe(true);
  expect(troublesOf({ payloads: payloads.slice(1), gates: [gate('CONNECTION')] }).canLeaveOut).toBe(false);
});

test('a violation on several platforms is listed once', () => {
  const payloads = ['x', 'bluesky'].map((id) => payload(id, { violations: [violation('Too long.')] }));
  expect(troublesOf({ payloads, gates: [gate('PAYLOAD')] }).misfits).toMatchObject([
    { message: 'Too long.', platforms: [{ id: 'x' }, { id: 'bluesky' }] },
  ]);
});

test('essential omissions count, page furniture does not', () => {
  const omits = (isEssential: boolean) => ({
    ...payload('').preview,
    omissions: [{ text: 'Fixed', reason: 'TOO_LONG' as const, isEssential }],
  });
  const payloads = [payload('x', { preview: omits(true) }), payload('bluesky', { preview: omits(false) })];
  expect(troublesOf({ payloads, gates: [] }).shortened.map(({ id }) => id)).toEqual(['x']);
});

test('gates with their own row are not listed twice', () => {
  const gates = (['LAUNCH', 'CONNECTION', 'PAYLOAD', 'SAFETY', 'CREDITS'] as const).map((name) => gate(name));
  expect(troublesOf({ payloads: [], gates }).gates.map(({ gate: name }) => name)).toEqual(['LAUNCH', 'CREDITS']);
});
