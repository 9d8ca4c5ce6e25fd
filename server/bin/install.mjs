// npm run build: installs, builds and exits. For an image or a service, which start the server themselves.
import { ensureBuilt, ensureInstalled } from './toolchain.mjs';

await ensureInstalled();
await ensureBuilt('server', 'console');
