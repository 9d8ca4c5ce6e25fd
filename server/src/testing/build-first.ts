import { join } from 'node:path';

/** Tests of the build never see an old one: it is made again where a source has changed since. */
export default async function setup(): Promise<void> {
  const { ensureBuilt } = (await import(join(import.meta.dirname, '../../bin/toolchain.mjs'))) as {
    ensureBuilt(...parts: string[]): Promise<void>;
  };
  await ensureBuilt('server');
}
