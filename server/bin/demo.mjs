// npm run demo: plays an agent over HTTP against a running server, from a text to its published posts ("-- --help"
// tells more).
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureClient } from './api-client.mjs';
import { ensureInstalled, NODE, ROOT, run } from './toolchain.mjs';

if (!existsSync(join(ROOT, 'server', 'node_modules', '@hey-api'))) await ensureInstalled({ withTests: true });
await ensureClient();
const agent = [join(ROOT, 'server', 'bin', 'demo-agent.mjs'), ...process.argv.slice(2)];
process.exit(await run(NODE, ['--disable-warning=ExperimentalWarning', ...agent], { cwd: process.cwd() }));
