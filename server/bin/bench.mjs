// npm run bench: figures as ratios to a floor measured in the same run, since machines differ. "-- --help" tells
// more.
import { join } from 'node:path';
import { become, ensureBuilt, ensureInstalled, NODE, ROOT, run } from './toolchain.mjs';

await ensureInstalled({ withTests: true });
await ensureBuilt('server');
// Browser benchmarks, on a slow phone and with a full queue: separate measurements.
if (process.argv[2] === 'phone') {
  await ensureBuilt('console');
  process.exit(
    await run(NODE, ['node_modules/@playwright/test/cli.js', 'test', '--config', 'bench.config.ts'], { cwd: join(ROOT, 'e2e') }),
  );
}
// The measuring itself runs on the pinned Node and with the server's own modules.
become([join(ROOT, 'server', 'bench', 'main.mjs'), ...process.argv.slice(2)]);
