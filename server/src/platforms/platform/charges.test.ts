import { expect, it } from 'vitest';
import { platformByRules } from '../platform-by-rules.ts';
import { NETWORKS } from '../registry.ts';
import { chargeOf } from './charges.ts';

const WORDS = { text: 'We open on Saturday.', tags: [], thread: [], link: null };
const x = platformByRules({ id: 'x', rules: NETWORKS.find(({ id }) => id === 'x')?.limits ?? [] });
const onX = (text: string, thread: string[] = []) => chargeOf(x.charges, x.preview({ ...WORDS, text, thread }))?.usd;

it('has each network’s charges to the operator, with date and source', () => {
  for (const { id, charges } of NETWORKS) {
    expect([id, charges.filter(({ per }) => per === 'post').length]).toEqual([id, 1]);
    for (const { usd, source, checkedOn } of charges) {
      expect(usd).toBeGreaterThanOrEqual(0);
      expect(id === 'sandbox' || URL.parse(source) !== null, `${id}: ${source}`).toBe(true);
      expect(checkedOn).toMatch(/^2026-\d\d-\d\d$/);
    }
  }
});

it('counts each post of a thread on X, and those with a link as such', () => {
  expect(onX('We open on Saturday.')).toBe(0.015);
  expect(onX('We open on Saturday: https://example.org/pier')).toBe(0.2);
  expect(onX('One.', ['Two: example.org.', 'Three.'])).toBe(0.23);
});

it('names when and where it was read, and nothing where nothing is charged', () => {
  expect(chargeOf(x.charges, x.preview(WORDS))).toMatchObject({ source: expect.stringContaining('docs.x.com'), checkedOn: '2026-11-23' });
  for (const { id, charges, limits } of NETWORKS.filter(({ id }) => id !== 'x')) {
    const platform = platformByRules({ id, rules: limits });
    expect([id, chargeOf(charges, platform.preview({ ...WORDS, text: 'See https://example.org/.' }))]).toEqual([id, null]);
  }
});
