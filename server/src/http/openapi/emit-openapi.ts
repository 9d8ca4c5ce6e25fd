import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import Fastify from 'fastify';
import type { Services } from '../../context.ts';
import { SERVER_FOLDER } from '../../server-folder.ts';
import type { HttpServer } from '../engine/http-server.ts';
import { compileSerializer, compileValidator } from '../engine/validator.ts';
import { addLongPolling } from '../engine/waiting.ts';
import { HOST } from '../v1/examples/fixture.ts';
import { addOperations } from '../v1/routes.ts';
import { at, compareSchemas, type Json, list, resolve, type Sides, type Way } from './compare-schemas.ts';
import { describeApi, registerOpenapi } from './openapi.ts';

/** A breaking change, in the words of find-breaks.ts, with its day and reason: an undeclared one is rejected. */
interface DeclaredBreak {
  change: string;
  on: string;
  why: string;
}

export const DECLARED_BREAKS: readonly DeclaredBreak[] = [
  {
    change: 'POST /api/v1/drafts/batch 200 no longer has header Idempotency-Replayed',
    on: '2026-11-22',
    why: 'It was never sent: each entry of a batch is replayed separately.',
  },
  {
    change: 'GET /api/v1/usage no longer responds with 404',
    on: '2026-11-30',
    why: 'It was never sent: the request names no object.',
  },
  {
    change: 'GET /api/v1/me no longer responds with 404',
    on: '2026-11-30',
    why: 'It was never sent: a key whose grant is gone is refused with 401.',
  },
  ...[
    'POST /api/v1/captions 422 no longer has code unknown_platform',
    'POST /api/v1/publish-jobs/{job_id}/retry 422 no longer has code text_too_complex',
    'POST /api/v1/webhook-endpoints/{endpoint_id}/test 409 no longer has code invalid_state',
    'POST /api/v1/webhook-endpoints/{endpoint_id}/redeliver 409 no longer has code invalid_state',
  ].map((change) => ({ change, on: '2026-11-30', why: 'It was never sent: no request to the operation is refused with it.' })),
];

/**
 * What in `now` would break a client generated from `before`, a sentence each. Additions are never a break, neither
 * in responses nor in what may be sent: clients ignore what they do not know.
 */
export function findBreaks(before: Json, now: Json, today = new Date().toISOString().slice(0, 10)): string[] {
  const sides = { before, now };
  const breaks: string[] = [];
  const [old, fresh] = [operationsOf(before), operationsOf(now)];
  for (const [name, operation] of old) {
    const same = fresh.get(name);
    if (same) breaks.push(...compareOperations(sides, name, operation, same));
    else if (!isOver(operation, today)) breaks.push(`${name} is gone`);
  }
  for (const [name, event] of Object.entries(at(before, 'webhooks'))) {
    const same = at(now, 'webhooks')[name];
    if (same) breaks.push(...compareContents(sides, `the event ${name}`, 'got', bodyOf(at(event, 'post')), bodyOf(at(same, 'post'))));
    else breaks.push(`the event ${name} is gone`);
  }
  const schemas = [before, now].map((document) => Object.keys(at(at(document, 'components'), 'schemas')));
  for (const name of schemas[0] ?? []) if (!schemas[1]?.includes(name)) breaks.push(`the schema ${name} is no longer named`);
  return [...new Set(breaks)];
}

/** It was announced as deprecated, and its sunset has passed. */
const isOver = ({ deprecated, 'x-sunset': sunset }: Json, today: string): boolean =>
  deprecated === true && typeof sunset === 'string' && sunset <= today;

function operationsOf(document: Json): Map<string, Json> {
  const paths = Object.entries(at(document, 'paths'));
  return new Map(
    paths.flatMap(([path, item]) =>
      Object.entries(item as Json).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation as Json]),
    ),
  );
}

function compareOperations(sides: Sides, name: string, before: Json, now: Json): string[] {
  const breaks: string[] = [];
  if (before.operationId !== now.operationId) breaks.push(`${name} is no longer called ${before.operationId}`);
  if (!isDeepStrictEqual(before.security, now.security)) breaks.push(`${name} needs another scope`);
  const place = (parameter: unknown) => `${at({ parameter }, 'parameter').in} ${at({ parameter }, 'parameter').name}`;
  const parameters = new Map(list(now.parameters).map((parameter) => [place(parameter), parameter as Json]));
  for (const old of list(before.parameters) as Json[]) {
    const same = parameters.get(place(old));
    if (!same) breaks.push(`${name} no longer accepts ${place(old)}`);
    else breaks.push(...compareSchemas(sides, `${name} ${place(old)}`, 'sent', old.schema, same.schema));
    if (same?.required && !old.required) breaks.push(`${name} needs ${place(old)}`);
    parameters.delete(place(old));
  }
  for (const [added, { required }] of parameters) if (required) breaks.push(`${name} needs ${added}`);
  breaks.push(...compareContents(sides, `${name} request`, 'sent', bodyOf(before), bodyOf(now)));
  if (at(now, 'requestBody').required && !at(before, 'requestBody').required) breaks.push(`${name} needs a body`);
  for (const [status, answer] of Object.entries(at(before, 'responses'))) {
    const same = at(now, 'responses')[status];
    if (same) breaks.push(...compareAnswers(sides, `${name} ${status}`, resolve(sides.before, answer), resolve(sides.now, same)));
    else breaks.push(`${name} no longer responds with ${status}`);
  }
  return breaks;
}

const bodyOf = (operation: Json): Json => at(at(operation, 'requestBody'), 'content');

function compareAnswers(sides: Sides, where: string, before: Json, now: Json): string[] {
  const gone = (kind: string, old: Json, fresh: Json) =>
    Object.keys(old).flatMap((name) => (name in fresh ? [] : [`${where} no longer has ${kind} ${name}`]));
  // A refusal's codes are its examples.
  const codesOf = (answer: Json) => at(at(at(answer, 'content'), 'application/problem+json'), 'examples');
  return [
    ...compareContents(sides, where, 'got', at(before, 'content'), at(now, 'content')).filter((fault) => !isOfCode(fault)),
    ...gone('header', at(before, 'headers'), at(now, 'headers')),
    ...gone('code', codesOf(before), codesOf(now)),
  ];
}

/** The codes of a refusal are compared by its examples; its schema may list all codes there are. */
const isOfCode = (fault: string): boolean => /( [45]\d\d|\/problem)\/code /.test(fault);

function compareContents(sides: Sides, where: string, way: Way, before: Json, now: Json): string[] {
  return Object.entries(before).flatMap(([type, content]) =>
    type in now
      ? compareSchemas(sides, where, way, at({ content }, 'content').schema, at(now, type).schema)
      : [`${where} is no longer ${type}`],
  );
}

/** The description that clients were last generated from. */
const FILE = join(SERVER_FOLDER, 'openapi.json');
/** The description needs nothing of a service but its address: no operation is called. */
const services = { config: { publicUrl: HOST } } as Services;

const app = Fastify() as unknown as HttpServer;
app.setValidatorCompiler(compileValidator);
app.setSerializerCompiler(compileSerializer);
app.decorate('operations', new Map());
addLongPolling(app);
await registerOpenapi(app, services);
await app.register((api) => addOperations(api as HttpServer, services), { prefix: '/api' });
await app.ready();
const document = describeApi(app, services);

const refusal = replaceDescription(FILE, document);
if (refusal) {
  process.stderr.write(refusal);
  process.exitCode = 1;
}

/**
 * Replaces the description that clients were last generated from. If one of them would break, or there is none to
 * compare with, writes nothing and returns why; otherwise returns null.
 */
export function replaceDescription(file: string, document: Record<string, unknown>): string | null {
  if (!existsSync(file)) return `There is no ${file} to compare with: bring back the committed one.\n`;
  const declared = new Set(DECLARED_BREAKS.map(({ change }) => change));
  const breaks = findBreaks(JSON.parse(readFileSync(file, 'utf8')), document).filter((change) => !declared.has(change));
  if (breaks.length > 0) {
    const lines = breaks.map((change) => `  ${change}\n`).join('');
    return `openapi.json was not written, since clients of today would break. Declare it in find-breaks.ts, or undo it:\n${lines}`;
  }
  writeFileSync(file, `${JSON.stringify(document, null, 1)}\n`);
  return null;
}
