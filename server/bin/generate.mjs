// npm run generate: writes schema.graphql, server/openapi.json, the console's typed documents and the generated pages of the
// documentation (examples, safety checks, configuration with .env.example, command line) from their sources.
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, NODE, ROOT, run } from './toolchain.mjs';

await ensureInstalled();
await ensureBuilt('server');
const code =
  (await run(NODE, ['server/dist/graphql/engine/emit-schema.js'])) ||
  (await run(NODE, ['server/dist/http/openapi/emit-openapi.js'])) ||
  (await run(NODE, ['server/dist/cli/emit-pages.js'])) ||
  (await run(NODE, ['codegen.mjs'], { cwd: join(ROOT, 'console') }));
process.exit(code);
