import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import Fastify from 'fastify';
import type { Services } from '../../context.ts';
import type { HttpServer } from '../engine/http-server.ts';
import { compileSerializer } from '../engine/serializer.ts';
import { compileValidator } from '../engine/validator.ts';
import { addWaiting } from '../engine/waiting.ts';
import { addOperations } from '../v1/add-operations.ts';
import { HOST } from '../v1/examples/story.ts';
import { DECLARED_BREAKS, findBreaks } from './find-breaks.ts';
import { describeApi, registerOpenapi } from './openapi.ts';

/** The description that clients were made from last. */
const FILE = resolve(import.meta.dirname, '../../../openapi.json');
/** To be described, operations need nothing of a service but its address: none of them is called. */
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

const declared = new Set(DECLARED_BREAKS.map(({ change }) => change));
const undeclared = existsSync(FILE)
  ? findBreaks(JSON.parse(readFileSync(FILE, 'utf8')), document).filter((change) => !declared.has(change))
  : [];
if (undeclared.length > 0) {
  const lines = undeclared.map((change) => `  ${change}\n`).join('');
  process.stderr.write(
    `openapi.json was not written, since clients of today would break. Declare it in find-breaks.ts, or undo it:\n${lines}`,
  );
  process.exitCode = 1;
} else writeFileSync(FILE, `${JSON.stringify(document, null, 1)}\n`);
