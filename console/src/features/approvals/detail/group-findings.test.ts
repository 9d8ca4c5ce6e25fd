import { expect, test } from 'vitest';
import type { FindingViewFragment } from '../../../gql/graphql.ts';
import { groupFindings } from './group-findings.ts';

const link: FindingViewFragment = {
  id: '1',
  check: 'private_link',
  severity: 'BLOCK',
  message: 'Leads to a private address.',
  platform: 'sandbox',
  field: 'text',
  place: 'in the text',
  start: 3,
  end: 9,
  override: null,
};
const word: FindingViewFragment = { ...link, id: '2', check: 'profanity', severity: 'WARN', message: 'Many take offence.' };
const override = { by: 'Ada', reason: 'It is an example.', at: '2026-11-21T17:00:00Z' };

test('the same finding on several platforms is listed once, and blocking ones come first', () => {
  const groups = groupFindings([word, { ...word, id: '3', platform: 'x' }, link, { ...link, id: '4', platform: 'x' }]);
  expect(groups.map(({ message, platforms, open }) => [message, platforms, open.length])).toEqual([
    ['Leads to a private address.', ['sandbox', 'x'], 2],
    ['Many take offence.', ['sandbox', 'x'], 0],
  ]);
});

test('a finding overridden on every platform with one reason is listed once, and does not block', () => {
  const [group] = groupFindings([
    { ...link, override },
    { ...link, id: '4', platform: 'x', override: { ...override, at: '2026-11-21T17:00:01Z' } },
  ]);
  expect(group).toMatchObject({ isBlocking: true, open: [], overrides: [{ by: 'Ada' }] });
});

test('a finding overridden on one platform still blocks on the other', () => {
  const [group] = groupFindings([
    { ...link, override },
    { ...link, id: '4', platform: 'x' },
  ]);
  expect(group?.open.map(({ platform }) => platform)).toEqual(['x']);
});

test('names the location of a finding unless it is marked in the text', () => {
  const described = { ...link, id: '5', field: 'images/1', place: 'in the description of picture 2' };
  expect(groupFindings([link, { ...link, id: '4', platform: 'x' }])[0]?.places).toEqual([]);
  expect(groupFindings([link, described])[0]?.places).toEqual(['in the text', 'in the description of picture 2']);
});
