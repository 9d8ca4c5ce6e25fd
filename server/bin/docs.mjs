// npm run docs:build: the static site of docs/, searchable, in docs/.vitepress/dist. Its packages are installed by this command alone.
import { join } from 'node:path';
import { ensureInstalled, installPackages, NODE, ROOT, run } from './toolchain.mjs';

const SITE = join(ROOT, 'docs', '.vitepress');

await ensureInstalled();
await installPackages('install the packages of the documentation', ['--ignore-workspace'], SITE);
process.exitCode = await run(NODE, [join(SITE, 'node_modules', 'vitepress', 'bin', 'vitepress.js'), 'build', 'docs']);
