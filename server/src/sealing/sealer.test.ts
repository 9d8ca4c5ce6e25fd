import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createSealer, isSameDigest } from './sealer.ts';

const sealer = createSealer(randomBytes(32));

it('decrypts its own values, in their own place only', () => {
  const sealed = sealer.seal('app password', 'connections/con_1/credentials');
  expect(sealer.open(sealed, 'connections/con_1/credentials')).toBe('app password');
  expect(() => sealer.open(sealed, 'connections/con_2/credentials')).toThrow();
  expect(() => sealer.open(sealed, 'connections/con_1/handle')).toThrow();
});

it('refuses values encrypted with another key, and changed ones', () => {
  const sealed = sealer.seal('app password', 'place');
  expect(() => createSealer(randomBytes(32)).open(sealed, 'place')).toThrow();
  for (let at = 3; at < sealed.length; at++) {
    const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
    // The last character of base64url may contain unused bits.
    if (!Buffer.from(changed.slice(3), 'base64url').equals(Buffer.from(sealed.slice(3), 'base64url'))) {
      expect(() => sealer.open(changed, 'place')).toThrow();
    }
  }
});

it('never seals the same text to the same bytes', () => {
  expect(sealer.seal('text', 'place')).not.toBe(sealer.seal('text', 'place'));
});

it('hashes by purpose and compares without regard to length tricks', () => {
  expect(sealer.hash('session', 'secret')).not.toBe(sealer.hash('api-key', 'secret'));
  expect(isSameDigest(sealer.hash('session', 'a'), sealer.hash('session', 'a'))).toBe(true);
  expect(isSameDigest(sealer.hash('session', 'a'), '')).toBe(false);
});

it('refuses both of two rows whose sealed values changed places', () => {
  const rows = ['con_1', 'con_2'].map((id) => ({
    place: `connections/${id}/credentials`,
    sealed: sealer.seal(id, `connections/${id}/credentials`),
  }));
  const swapped = rows.map(({ place }, i) => ({ place, sealed: rows[1 - i]?.sealed ?? '' }));
  for (const { place, sealed } of swapped) expect(() => sealer.open(sealed, place)).toThrow();
});

it.each(['', 'v1', 'v1.', 'v1.AAAA', 'v2.AAAA', 'text'])('refuses "%s", which nothing sealed', (text) => {
  expect(() => sealer.open(text, 'place')).toThrow();
});
