import { expect, it } from 'vitest';
import { newApiKey, parseApiKey } from './api-keys.ts';

it('issues keys of the documented form and reads its own back', () => {
  for (let i = 0; i < 1_000; i++) {
    const isSandboxOnly = i % 2 === 0;
    const { keyId, key } = newApiKey(isSandboxOnly);
    expect(key).toMatch(/^cs_(live|test)_[0-9A-Za-z]{16}_[0-9A-Za-z]{38}$/);
    expect(parseApiKey(key)).toEqual({ keyId, isSandboxOnly });
  }
});

it('recognises every single wrong character by the checksum', () => {
  const { key } = newApiKey(false);
  for (let at = 0; at < key.length; at++) {
    const wrong = key[at] === 'x' ? 'y' : 'x';
    expect(parseApiKey(key.slice(0, at) + wrong + key.slice(at + 1)), `character ${at}`).toBeNull();
  }
});

it.each(['', 'cs_live_', 'Bearer x', 'cs_live_a_b', `${'x'.repeat(10_000)}`])('refuses %.20s', (text) => {
  expect(parseApiKey(text)).toBeNull();
});

it('uses every digit about equally often', () => {
  const counts = new Map<string, number>();
  for (let i = 0; i < 2_000; i++) {
    for (const digit of newApiKey(false).key.slice(25, 57)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
  }
  // 64,000 digits: 1,032 of each. Bytes modulo 62 would make eight digits 25 % more frequent (1,250).
  expect(counts.size).toBe(62);
  expect(Math.max(...counts.values())).toBeLessThan(1_190);
  expect(Math.min(...counts.values())).toBeGreaterThan(870);
});
