import { expect, it } from 'vitest';
import { newSecretCode, newUserCode, readUserCode, showUserCode } from './start-device-flow.ts';

it('creates unique codes of eight letters that are hard to confuse', () => {
  const codes = Array.from({ length: 2_000 }, newUserCode);
  expect(new Set(codes).size).toBe(codes.length);
  for (const code of codes) expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{8}$/);
  // Every letter at every position: 2,000 codes leave a gap about once in 10^43 runs.
  for (let place = 0; place < 8; place++) expect(new Set(codes.map((code) => code[place])).size).toBe(20);
});

it.each(['WDJB-MJHT', 'wdjb-mjht', 'wdjbmjht', ' WDJB MJHT ', 'WDJB–MJHT', 'W.D.J.B_M/J+H,T', 'wdjb\u00a0mjht'])(
  'reads "%s" as the same code',
  (typed) => {
    expect(readUserCode(typed)).toBe('WDJBMJHT');
  },
);

it.each(['', 'WDJB', 'WDJB-MJHTX', 'ADJB-MJHT', 'WDJB-MJH1', 'WDJB-MJHÉ', '💩💩💩💩💩💩💩💩', 'W'.repeat(1_000)])(
  'rejects "%s"',
  (typed) => {
    expect(readUserCode(typed)).toBeNull();
  },
);

it('displays a code in two halves that can be read back', () => {
  expect(showUserCode('WDJBMJHT')).toBe('WDJB-MJHT');
  expect(newSecretCode()).toMatch(/^[\w-]{43}$/);
});
