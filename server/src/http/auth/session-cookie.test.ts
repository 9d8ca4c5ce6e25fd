import { expect, it } from 'vitest';
import { cookieName, cookieOptions } from './cookies.ts';

it('sets a Secure __Host- cookie over https', () => {
  const config = { publicUrl: 'https://posts.example.org' };
  expect(cookieName(config)).toBe('__Host-countersign');
  expect(cookieOptions(config)).toMatchObject({ secure: true, httpOnly: true, sameSite: 'lax', path: '/' });
});

it.each(['http://localhost:4000', 'http://127.0.0.1:4000', 'http://desk.lan'])(
  'sets a cookie at %s that every browser keeps',
  (publicUrl) => {
    // Safari drops Secure cookies over plain HTTP, even on localhost; the first sign-in would loop.
    expect(cookieName({ publicUrl })).toBe('countersign');
    expect(cookieOptions({ publicUrl })).toMatchObject({ secure: false, httpOnly: true, sameSite: 'lax' });
  },
);
