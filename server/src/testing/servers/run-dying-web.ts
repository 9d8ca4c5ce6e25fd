// A web process for the soak test that dies between the commit and the response, if a request asks for it.
import 'reflect-metadata';
import { createApp } from '../../app.ts';
import { loadConfig } from '../../config/config.ts';
import { buildWeb } from '../../web.ts';

const config = loadConfig(process.env);
const app = await createApp(config);
const web = await buildWeb(app.services);
web.server.prependListener('request', (request, response) => {
  if (!request.headers['x-die-before-the-answer']) return;
  // The response is complete and its transaction committed; none of it was sent.
  response.writeHead = () => {
    process.kill(process.pid, 'SIGKILL');
    return response;
  };
});
await web.listen({ port: config.port, host: '127.0.0.1' });
app.supervise(() => process.exit(1));
process.stdout.write('Countersign is at its proof\n');
