// Runs the tests' real Bluesky server as a separate process, with one account; ends with its input.
import { startBlueskyServer } from './bluesky-server.ts';

const server = await startBlueskyServer();
const account = await server.createAccount('harbour.test', 'a password that nobody uses');
process.stdout.write(`${JSON.stringify({ url: server.url, ...account })}\n`);
for await (const _ of process.stdin);
await server.stop();
