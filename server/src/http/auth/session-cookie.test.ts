import { expect, it } from 'vitest';
import { cookieName, cookieOptions } from './cookies.ts';

it('promises over https that the cookie is this host’s alone and never leaves it unencrypted', () => {
  const config = { publicUrl: 'https://posts.example.org' };
  expect(cookieName(config)).toBe('__Host-countersign');
  expect(cookieOptions(config)).toMatchObject({ secure: true, httpOnly: true, sameSite: 'lax', path: '/' });
});

it.each(['http://localhost:4000', 'http://127.0.0.1:4000', 'http://desk.lan'])('sets one at %s that every browser keeps', (publicUrl) => {
  // Safari throws a Secure cookie away over plain http, on localhost too: the first sign-in would end at the sign-in.
  expect(cookieName({ publicUrl })).toBe('countersign');
  expect(cookieOptions({ publicUrl })).toMatchObject({ secure: false, httpOnly: true, sameSite: 'lax' });
});
