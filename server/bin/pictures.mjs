// npm run pictures: renews the images in docs/images, each with the list of its texts; look at them before
// committing.
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, NODE, ROOT, run } from './toolchain.mjs';

await ensureInstalled({ withTests: true });
await ensureBuilt('server', 'console');
const args = ['node_modules/@playwright/test/cli.js', 'test', 'doc-images', '--workers=1'];
process.exit(await run(NODE, args, { cwd: join(ROOT, 'e2e'), env: { ...process.env, DOC_IMAGES: 'renew' } }));
