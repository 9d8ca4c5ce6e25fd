// A web process for the proof that dies between the commit and the answer, where a request asks it to.
import 'reflect-metadata';
import { createApp } from '../../app.ts';
import { loadConfig } from '../../config/config.ts';
import { buildWeb } from '../../web.ts';

const config = loadConfig(process.env);
const app = await createApp(config);
const web = await buildWeb(app.services);
web.server.prependListener('request', (request, response) => {
  if (!request.headers['x-die-before-the-answer']) return;
  // The answer is complete and its transaction committed; not one byte of it has left.
  response.writeHead = () => {
    process.kill(process.pid, 'SIGKILL');
    return response;
  };
});
await web.listen({ port: config.port, host: '127.0.0.1' });
app.supervise(() => process.exit(1));
process.stdout.write('Countersign is at its proof\n');
