// npm run generate: writes schema.graphql from the GraphQL types, and the console's typed documents from it.
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, NODE, ROOT, run } from './toolchain.mjs';

await ensureInstalled();
await ensureBuilt('server');
const code =
  (await run(NODE, ['server/dist/graphql/emit-schema.js'])) || (await run(NODE, ['codegen.mjs'], { cwd: join(ROOT, 'console') }));
process.exit(code);
