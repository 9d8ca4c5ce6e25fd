import { join } from 'node:path';
import Fastify from 'fastify';
import type { Services } from '../../context.ts';
import { SERVER_FOLDER } from '../../server-folder.ts';
import type { HttpServer } from '../engine/http-server.ts';
import { compileSerializer } from '../engine/serializer.ts';
import { compileValidator } from '../engine/validator.ts';
import { addWaiting } from '../engine/waiting.ts';
import { addOperations } from '../v1/add-operations.ts';
import { HOST } from '../v1/examples/story.ts';
import { describeApi, registerOpenapi } from './openapi.ts';
import { replaceDescription } from './replace-description.ts';

/** The description that clients were last generated from. */
const FILE = join(SERVER_FOLDER, 'openapi.json');
/** The description needs nothing of a service but its address: no operation is called. */
const services = { config: { publicUrl: HOST } } as Services;

const app = Fastify() as unknown as HttpServer;
app.setValidatorCompiler(compileValidator);
app.setSerializerCompiler(compileSerializer);
app.decorate('operations', new Map());
addWaiting(app);
await registerOpenapi(app, services);
await app.register((api) => addOperations(api as HttpServer, services), { prefix: '/api' });
await app.ready();
const document = describeApi(app, services);

const refusal = replaceDescription(FILE, document);
if (refusal) {
  process.stderr.write(refusal);
  process.exitCode = 1;
}
