import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');
/** The pinned runtime itself: a signal to it reaches the server and not a shell around it. */
export const NODE = join(ROOT, 'node_modules', 'node', 'bin', 'node');

/**
 * Platforms and pages of the journeys are on loopback, which an operator has to allow; compiled code is shared
 * between processes.
 */
export const SETTINGS = {
  OUTBOUND_PRIVATE_ADDRESSES: '127.0.0.1:*,localhost:*',
  NODE_COMPILE_CACHE: join(ROOT, 'test-results', 'compile-cache'),
};

/** The flags that `npm start` and `npm run cs` pass. */
export const { FLAGS } = (await import(join(ROOT, 'server', 'bin', 'toolchain.mjs'))) as { FLAGS: string[] };
