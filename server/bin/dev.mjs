// npm run dev: server and console in watch mode. The console is on port 5173 and passes /api on.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, NODE, ROOT, SERVER_BUILD } from './toolchain.mjs';

await ensureInstalled();
await ensureBuilt('server', 'console');

// The console's dev server passes /api on to wherever the server listens.
const env = { API_URL: `http://127.0.0.1:${process.env.PORT ?? 4000}`, ...process.env };

const children = [
  [[SERVER_BUILD, '--watch'], ROOT],
  [['--enable-source-maps', '--watch-path=server/dist', '--watch-preserve-output', 'server/dist/main.js'], ROOT],
  [['node_modules/vite/bin/vite.js'], join(ROOT, 'console')],
].map(([args, cwd]) => spawn(NODE, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] }));

const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
for (const child of children) child.on('close', stop);
