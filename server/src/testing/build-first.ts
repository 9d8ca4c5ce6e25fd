import { join } from 'node:path';

/** Tests of the build use a current one: it is rebuilt if a source has changed. */
export default async function setup(): Promise<void> {
  const { ensureBuilt } = (await import(join(import.meta.dirname, '../../bin/toolchain.mjs'))) as {
    ensureBuilt(...parts: string[]): Promise<void>;
  };
  await ensureBuilt('server');
}
