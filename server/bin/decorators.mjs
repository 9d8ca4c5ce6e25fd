// For tests, which run from the sources: Node.js strips types but does not support decorators, so these are
// transformed as in the build. Preloaded by processes with such sources (`--import`).
// What the decorators of type-graphql store types with, whichever file is loaded first.
import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const OPTIONS = { target: 'es2024', sourcemap: true, decorator: { legacy: true }, typescript: { onlyRemoveTypeImports: true } };
const IS_DECORATED = /^\s*@[A-Z]/m;
const require = createRequire(import.meta.url);

registerHooks({
  load(url, context, loadNext) {
    const [address] = url.split('?');
    if (!address.endsWith('.ts') || address.includes('/node_modules/')) return loadNext(url, context);
    const file = fileURLToPath(address);
    const source = readFileSync(file, 'utf8');
    return IS_DECORATED.test(source) ? { format: 'module', source: rewritten(file, source), shortCircuit: true } : loadNext(url, context);
  },
});

function rewritten(file, source) {
  // Loaded on demand, since threads and short programs have no decorators.
  const { transformSync } = require('rolldown/utils');
  const { code, map, errors } = transformSync(file, source, OPTIONS);
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join('; ')}`);
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`;
}
