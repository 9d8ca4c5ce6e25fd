// For tests that run against the build (`--import`): imports of connectors and of the outbound client resolve to the
// built ones. Everything else, including test helpers, stays source. bin/build.mjs makes the file with all of them.
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const BUILT = join(import.meta.dirname, '..', 'dist', 'platforms', 'connectors.js');
const SHIPPED = /\/src\/(?:platforms\/[\w-]+\/[\w-]+-platform|outbound\/outbound)\.ts$/;

if (!existsSync(BUILT)) throw new Error('These tests run against the build. Run npm run build first.');

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    return SHIPPED.test(resolved.url) && !/\/testing\/notice-board\//.test(resolved.url)
      ? { url: pathToFileURL(BUILT).href, format: 'module', shortCircuit: true }
      : resolved;
  },
});
