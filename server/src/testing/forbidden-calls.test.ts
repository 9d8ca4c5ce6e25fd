import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '..');

/** Forbidden calls, with reasons. */
const FORBIDDEN: Record<string, string> = {
  'URL\\.canParse\\(': 'Node answers false for letters such as "ü" once the call is hot (22.23): URL.parse() tells the truth.',
};

it('calls a platform’s publish in one place only', () => {
  const files = globSync('**/*.ts', { cwd: SOURCE }).filter((file) => !/\.(test|proof)\.ts$|(^|\/)testing\//.test(file));
  const callers = files.filter((file) => /\bplatform\??\.publish\(/.test(readFileSync(join(SOURCE, file), 'utf8')));
  expect(callers).toEqual([join('publishing', 'sending', 'call-platform.ts')]);
});

it.each(Object.entries(FORBIDDEN))('nothing calls %s', (pattern, why) => {
  const files = globSync('**/*.ts', { cwd: SOURCE }).filter((file) => !/\.(test|proof)\.ts$/.test(file));
  expect(files.length).toBeGreaterThan(800);
  const callers = files.filter((file) => new RegExp(pattern).test(readFileSync(join(SOURCE, file), 'utf8')));
  expect(callers, why).toEqual([]);
});
