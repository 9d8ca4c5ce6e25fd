// npm run pictures: takes the pictures of docs/images anew, each with the list of what can be read on it; look at them before they are committed.
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, NODE, ROOT, run } from './toolchain.mjs';

await ensureInstalled({ withTests: true });
await ensureBuilt('server', 'console');
const args = ['node_modules/@playwright/test/cli.js', 'test', 'doc-images', '--workers=1'];
process.exit(await run(NODE, args, { cwd: join(ROOT, 'e2e'), env: { ...process.env, DOC_IMAGES: 'renew' } }));
