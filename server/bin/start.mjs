// npm start: install, build, then serve, and serve again whenever the server dies.
import { join } from 'node:path';
import { keepRunning } from './keep-running.mjs';
import { ensureBuilt, ensureInstalled, ROOT } from './toolchain.mjs';

await ensureInstalled();
await ensureBuilt('server', 'console');
keepRunning([join(ROOT, 'server', 'dist', 'main.js')]);
