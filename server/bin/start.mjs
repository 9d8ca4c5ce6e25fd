// npm start: install, build, then serve.
import { join } from 'node:path';
import { become, ensureBuilt, ensureInstalled, ROOT } from './toolchain.mjs';

await ensureInstalled();
await ensureBuilt('server', 'console');
become([join(ROOT, 'server', 'dist', 'main.js')]);
