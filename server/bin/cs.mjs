// npm run -s cs -- <noun> <verb> …: the operator's command line.
import { join } from 'node:path';
import { become, ensureBuilt, ensureInstalled, ROOT } from './toolchain.mjs';

await ensureInstalled();
await ensureBuilt('server');
become([join(ROOT, 'server', 'dist', 'cli', 'main.js'), ...process.argv.slice(2)]);
