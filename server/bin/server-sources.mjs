// The server's sources for the build, from its entry points, without those of tests and soak tests.
import { globSync } from 'node:fs';
import { join } from 'node:path';

export const SERVER_SOURCE = join(import.meta.dirname, '..', 'src');
const IS_FOR_TESTS = /\.(test|proof)\.ts$|(^|[\\/])testing[\\/]/;

/** Entry points, and files addressed by a path: each keeps its location from the sources under dist/. */
export const PROGRAMS = [
  'main.ts',
  'cli/main.ts',
  'cli/run-command.ts',
  'long-work/long-work-thread.ts',
  // Started by npm run generate.
  'graphql/engine/emit-schema.ts',
  'http/openapi/emit-openapi.ts',
  'cli/emit-pages.ts',
  // Used by the benchmarks.
  'captions/embedded/compose-captions.ts',
  'platforms/registry.ts',
  'db/embedded-postgres/embedded-postgres.ts',
];

/** Large packages without dependencies: they are loaded from node_modules, and by no start. */
export const KEPT_AS_PACKAGES = ['nodemailer', 'stripe', 'undici'];

/** Not bundled: packages with a binary or with a file of their own to start, and those above. */
export const PACKAGES = ['@node-rs/argon2', 'piscina', 'pino', 'sharp', ...KEPT_AS_PACKAGES];

/**
 * Large packages that no start loads. Most are bundled, each as its own chunk: in node_modules they would load a
 * second copy of shared dependencies (@atproto/xrpc, zod).
 */
export const LOADED_LATER = [
  '@opentelemetry',
  '@ai-sdk/anthropic',
  '@ai-sdk/openai-compatible',
  '@atproto/api',
  '@zxcvbn-ts/core',
  '@zxcvbn-ts/language-common',
  '@zxcvbn-ts/language-en',
  'ai',
  ...KEPT_AS_PACKAGES,
];

/** All sources that a program may be built of, by their paths below the sources. */
export function builtSources() {
  return globSync('**/*.ts', { cwd: SERVER_SOURCE }).filter((file) => !IS_FOR_TESTS.test(file));
}
