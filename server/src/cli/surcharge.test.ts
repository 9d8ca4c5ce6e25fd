import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { useTestDatabase } from '../testing/test-database.ts';
import { runCommand } from './run-command.ts';

const database = useTestDatabase();
const MASTER_KEY = randomBytes(32).toString('base64');

/** The result of a call, or its error code. */
async function cs(...args: string[]) {
  const { stdout, stderr } = await runCommand(['surcharge', ...args], { DATABASE_URL: database.url, MASTER_KEY });
  return stderr === '' ? JSON.parse(stdout) : JSON.parse(stderr).code;
}
const set = (platform: string, credits: string, ...more: string[]) => cs('set', '--platform', platform, '--credits', credits, ...more);

it('sets a value for every post and one for posts with a link, and lists both', async () => {
  const x = (credits: number, withLink: number | null) =>
    expect.objectContaining({
      ...{ platform: 'x', credits: 1 + credits, surcharge: credits },
      ...{ credits_with_link: withLink === null ? null : 1 + withLink, surcharge_with_link: withLink },
    });
  expect((await cs('list')).platforms).toContainEqual(x(0, null));
  expect((await set('x', '2', '--with-link', '20')).platforms).toContainEqual(x(2, 20));
  expect((await cs('list')).platforms).toContainEqual(x(2, 20));
  // Without the flag, both cost the same again.
  expect((await set('x', '2')).platforms).toContainEqual(x(2, null));
});

it('refuses an invalid amount, and one for links where the network does not charge for them', async () => {
  expect(await set('x', '2', '--with-link', 'many')).toBe('bad_user_input');
  expect(await set('x', '2', '--with-link', '101')).toBe('validation_failed');
  expect(await set('bluesky', '2', '--with-link', '3')).toBe('validation_failed');
});
