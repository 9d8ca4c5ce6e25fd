// npm run bench: figures as ratios against a floor measured in the same run, since machines differ. "-- --help" tells more.
import { join } from 'node:path';
import { become, ensureBuilt, ensureInstalled, ROOT } from './toolchain.mjs';

await ensureInstalled();
await ensureBuilt('server');
// The measuring itself runs on the pinned Node and with the server's own modules.
become([join(ROOT, 'server', 'bench', 'main.mjs'), ...process.argv.slice(2)]);
