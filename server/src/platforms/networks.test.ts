import { describe, expect, it } from 'vitest';
import { FIELD_RULES } from '../field-rules.ts';
import { validatePost } from './network-words.ts';
import { RULE_FIELDS } from './platform.ts';
import { NETWORKS } from './registry.ts';
import { requiredSettings } from './testing/contract-posts.ts';

describe('the rules of the networks', () => {
  it('exist for at least 22, each once', () => {
    expect(NETWORKS.length).toBeGreaterThanOrEqual(22);
    expect(new Set(NETWORKS.map(({ id }) => id)).size).toBe(NETWORKS.length);
  });

  it('are as many as a draft may name', () => {
    expect(FIELD_RULES.draft.platforms.maxItems).toBe(NETWORKS.length);
  });

  it.each(NETWORKS.map((network) => ({ network, id: network.id })))('of $id have the source and date of every figure', ({ network }) => {
    expect(network.id).toMatch(/^[a-z_]+$/);
    expect(network.limits.some(({ field, unit }) => field === 'text' && unit !== 'items')).toBe(true);
    for (const rule of network.limits) {
      expect(RULE_FIELDS).toContain(rule.field);
      expect(Number.isInteger(rule.max) && rule.max >= (rule.min ?? 0)).toBe(true);
      // GraphQL and JSON clients read it as a signed 32-bit number.
      expect(rule.max).toBeLessThan(2 ** 31);
      expect(rule.source.length).toBeGreaterThan(5);
      expect(rule.checkedOn).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }
  });

  it.each(NETWORKS.map((network) => ({ network, id: network.id })))(
    'of $id let a plain post pass once it has what is required',
    ({ network }) => {
      const post = {
        text: 'The harbour opens at nine\n\nEverybody is welcome.',
        tags: network.requires.includes('tags') ? ['harbour'] : [],
        thread: [],
        link: 'https://example.org/',
        settings: requiredSettings(network.settings),
        media: network.requires.includes('media') ? [{ kind: 'video' as const, bytes: 1_000_000, seconds: 20 }] : [],
      };
      expect(validatePost(network, post)).toEqual([]);
      const missing = validatePost(network, { ...post, tags: [], media: [] }).map(({ code }) => code);
      expect(missing).toEqual(network.requires.flatMap((what) => (what === 'title' || what === 'cover' ? [] : `${what}_missing`)).sort());
    },
  );
});
