// npm run build: install and build, and end. For an image or a service, which start the server by themselves.
import { ensureBuilt, ensureInstalled } from './toolchain.mjs';

await ensureInstalled();
await ensureBuilt('server', 'console');
