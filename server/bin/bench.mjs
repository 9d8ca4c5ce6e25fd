// npm run bench: figures as ratios against a floor measured in the same run, since machines differ. "-- --help" tells more.
import { join } from 'node:path';
import { become, ensureBuilt, ensureInstalled, NODE, ROOT, run } from './toolchain.mjs';

await ensureInstalled({ withTests: true });
await ensureBuilt('server');
// In a browser, on a slow phone and at a full desk: measurements of their own.
if (process.argv[2] === 'phone') {
  await ensureBuilt('console');
  process.exit(
    await run(NODE, ['node_modules/@playwright/test/cli.js', 'test', '--config', 'bench.config.ts'], { cwd: join(ROOT, 'e2e') }),
  );
}
// The measuring itself runs on the pinned Node and with the server's own modules.
become([join(ROOT, 'server', 'bench', 'main.mjs'), ...process.argv.slice(2)]);
