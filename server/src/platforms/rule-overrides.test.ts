import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { testPorts } from '../testing/platforms.ts';
import { chargeOf } from './platform/charges.ts';
import { createPlatforms } from './registry.ts';
import { loadRuleOverrides } from './rule-overrides.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-rules-'));
const file = join(folder, 'rules.json');
afterAll(() => rmSync(folder, { recursive: true }));

/** The platforms as they are with this file of rules. */
function platformsWith(content: unknown) {
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return createPlatforms({ ...testPorts(), ruleOverrides: loadRuleOverrides(file) });
}

it('an operator’s own limit overrides the built-in one, and names its source', () => {
  const text = `${'#tag '.repeat(20)}`;
  const post = { text, tags: [], thread: [], link: null, media: [{ kind: 'image' as const, bytes: 1 }] };
  expect(platformsWith([]).get('instagram')?.validate(post)).toMatchObject([{ code: 'too_many_tags', limit: 5 }]);
  const instagram = platformsWith([{ platform: 'instagram', field: 'tags', max: 30, source: 'Our partner manager' }]).get('instagram');
  expect(instagram?.validate(post)).toEqual([]);
  expect(instagram?.rules.find(({ field }) => field === 'tags')).toMatchObject({
    max: 30,
    source: 'Our partner manager',
    confidence: 'operator',
  });
});

it('the unit names which of two limits is meant', () => {
  const bluesky = platformsWith([{ platform: 'bluesky', field: 'text', unit: 'bytes', max: 2000 }]).get('bluesky');
  expect(bluesky?.rules.filter(({ field }) => field === 'text').map(({ max }) => max)).toEqual([300, 2000]);
});

it('an operator’s own charge of a network overrides the built-in one', () => {
  const post = { text: 'See https://example.org/pier', tags: [], thread: [], link: null };
  const x = platformsWith([{ platform: 'x', charge: 'post_with_link', usd: 0.1, source: 'Our contract' }]).get('x');
  expect(x && chargeOf(x.charges, x.preview(post))).toMatchObject({ usd: 0.1, source: 'Our contract' });
  expect(x && chargeOf(x.charges, x.preview({ ...post, text: 'No link.' }))).toMatchObject({ usd: 0.015, checkedOn: '2026-11-23' });
});

it.each<[string, unknown, RegExp]>([
  ['no JSON', '{', /no JSON/],
  ['no list', {}, /must hold a list/],
  ['no object in it', [1], /entry 1 must be an object/],
  ['an unknown field', [{ platform: 'x', field: 'colour', max: 1 }], /needs a "platform" and a "field"/],
  ['an unknown key', [{ platform: 'x', field: 'text', max: 1, min: 0 }], /unknown "min"/],
  ['a limit that is no number', [{ platform: 'x', field: 'text', max: '300' }], /whole number/],
  ['an unknown platform', [{ platform: 'myspace', field: 'text', max: 1 }], /no such platform/],
  ['a limit that the platform does not have', [{ platform: 'x', field: 'title', max: 1 }], /no such limit/],
  ['a charge of nothing known', [{ platform: 'x', charge: 'like', usd: 1 }], /"charge" \(post, post_with_link\)/],
  ['a charge below zero', [{ platform: 'x', charge: 'post', usd: -1 }], /from 0 to 1000/],
  ['a charge of an unknown platform', [{ platform: 'myspace', charge: 'post', usd: 1 }], /no such platform/],
  ['a charge with a limit', [{ platform: 'x', charge: 'post', usd: 1, max: 3 }], /unknown "max"/],
  ['two limits at once', [{ platform: 'bluesky', field: 'text', max: 1 }], /name the unit/],
])('a file with %s stops the start with a sentence', (_, content, message) => {
  expect(() => platformsWith(content)).toThrow(message);
});

it('a file that is not there is named', () => {
  expect(() => loadRuleOverrides(join(folder, 'none.json'))).toThrow('there is no such file');
});
