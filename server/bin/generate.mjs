// npm run generate: writes schema.graphql from the GraphQL types, server/openapi.json from the operations, the console's typed documents from it, and docs/examples.md and docs/safety-checks.md from their texts.
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, NODE, ROOT, run } from './toolchain.mjs';

await ensureInstalled();
await ensureBuilt('server');
const code =
  (await run(NODE, ['server/dist/graphql/engine/emit-schema.js'])) ||
  (await run(NODE, ['server/dist/http/openapi/emit-openapi.js'])) ||
  (await run(NODE, ['server/dist/captions/corpus/emit-examples.js'])) ||
  (await run(NODE, ['server/dist/safety/confusion/emit-safety-page.js'])) ||
  (await run(NODE, ['codegen.mjs'], { cwd: join(ROOT, 'console') }));
process.exit(code);
