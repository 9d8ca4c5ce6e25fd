import { expect, it } from 'vitest';
import { readModeration } from './operator-services-config.ts';

it('is null without an address', () => {
  expect(readModeration({ MODERATION_KEY: 'k' })).toBeNull();
});

it('reads a service with its defaults, and the address of its endpoint too', () => {
  const usual = { key: null, model: null, takesPictures: false, isRequired: false, timeoutMs: 10_000 };
  expect(readModeration({ MODERATION_URL: 'http://guard:8000/v1/moderations' })).toEqual({ baseUrl: 'http://guard:8000/v1', ...usual });
});

it.each([
  [{ MODERATION_URL: 'guard' }, 'MODERATION_URL'],
  [{ MODERATION_URL: 'https://user:pass@guard/v1' }, 'MODERATION_URL'],
  [{ MODERATION_URL: 'https://guard/v1', MODERATION_REQUIRED: 'yes' }, 'MODERATION_REQUIRED'],
  [{ MODERATION_URL: 'https://guard/v1', MODERATION_TIMEOUT_SECONDS: '0' }, 'MODERATION_TIMEOUT_SECONDS'],
  [{ MODERATION_URL: 'https://guard/v1', MODERATION_KEY_FILE: '/nowhere/key' }, 'MODERATION_KEY_FILE'],
  [{ MODERATION_URL: 'https://guard/v1', MODERATION_KEY_FILE: '/k', MODERATION_KEY: 'k' }, 'MODERATION_KEY'],
])('refuses %j and names the setting', (env, name) => {
  expect(() => readModeration(env)).toThrow(name);
});
