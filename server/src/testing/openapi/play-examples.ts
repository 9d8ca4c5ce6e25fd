import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { EventView } from '../../drafts/present-events.ts';
import type { EventType } from '../../events/event-types.ts';
import type { OfferedOperation } from '../../http/engine/add-operation.ts';
import type { HttpServer } from '../../http/engine/http-server.ts';
import type { ApiDocument } from '../../http/openapi/document.ts';
import { EVENTS } from '../../http/v1/examples/events.ts';

export interface ExampleServer {
  app: HttpServer;
  document: ApiDocument;
  /** The operations and event types covered so far. */
  played: Set<string>;
}

/** Changes for an example that cannot be sent or compared as shown. */
interface Otherwise {
  /** The status of the success, if there are several. */
  status?: number;
  payload?: Buffer;
  query?: Record<string, unknown>;
  body?: object;
  headers?: Record<string, string>;
  /** Fields whose values vary. */
  vary?: readonly string[];
  /** The part of the response that the example shows. */
  shown?(answer: never): unknown;
}

const NAME = /\b(?:[a-z]{3}_[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{64})\b/g;
const TIME = /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/;
/** Headers that only some responses of an operation have. */
const SOMETIMES = new Set(['Link', 'Idempotency-Replayed', 'RateLimit', 'RateLimit-Policy']);
const PAGES_MAY_READ = 'Access-Control-Allow-Origin';

/**
 * Plays the examples' fixture against a real server: each request is sent as in its example, and must be answered as
 * its example says. Ids and hashes differ there, but map one-to-one to those of the examples.
 */
export function createExamplePlayer({ app, document, played }: ExampleServer, authorization: string) {
  const names = createNames();
  return {
    know: names.know,
    nameOf: names.nameOf,
    async play(id: string, otherwise: Otherwise = {}): Promise<void> {
      const offered = app.operations.get(id);
      if (!offered) throw new Error(`There is no operation ${id}.`);
      played.add(id);
      const answer = await app.inject(requestOf(offered, authorization, otherwise, names.toReal));
      const { status, example } = successOf(offered, otherwise);
      expect(answer.statusCode, `${id}: ${answer.body}`).toBe(status);
      expect.soft(missingHeaders(document, offered, answer), `headers of ${id}`).toEqual([]);
      names.expectAlike(id, example, otherwise.shown?.(answer.json() as never) ?? answer.json(), otherwise.vary);
    },
    /** The latest event of each of these types, compared with the examples. */
    async playEvents(types: readonly EventType[]): Promise<void> {
      const answer = await app.inject({ url: '/api/v1/events?after=0', headers: { authorization } });
      const { events } = answer.json<{ events: EventView[] }>();
      for (const type of types) {
        played.add(type);
        const happened = events.findLast((event) => event.type === type);
        names.expectAlike(type, EVENTS[type], happened, ['sequence', 'event_id', 'draft_state', 'allowed_actions']);
      }
    },
  };
}

function createNames() {
  const [real, shown] = [new Map<string, string>(), new Map<string, string>()];
  const know = (example: string, its: string): void => {
    if (real.has(example) || shown.has(its)) return;
    real.set(example, its);
    shown.set(its, example);
  };
  const learn = (example: unknown, answer: unknown): void => {
    if (typeof example === 'string' && typeof answer === 'string') {
      const [ours, theirs] = [example.match(NAME) ?? [], answer.match(NAME) ?? []];
      if (ours.length === theirs.length) for (const [place, name] of ours.entries()) know(name, theirs[place] ?? name);
    } else if (typeof example === 'object' && example !== null && typeof answer === 'object' && answer !== null)
      for (const [key, child] of Object.entries(example)) learn(child, (answer as Record<string, unknown>)[key]);
  };
  return {
    know,
    nameOf: (example: string): string => real.get(example) ?? example,
    toReal: (value: unknown): unknown => translate(value, real),
    expectAlike(what: string, example: unknown, answer: unknown, vary: readonly string[] = []): void {
      learn(example, answer);
      expect.soft(withoutFigures(example, vary), what).toEqual(withoutFigures(translate(answer, shown), vary));
    },
  };
}

const translate = (value: unknown, names: ReadonlyMap<string, string>): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value).replaceAll(NAME, (name) => names.get(name) ?? name));

function successOf({ operation: { id, success } }: OfferedOperation, { status }: Otherwise) {
  const found = status === undefined ? success[0] : success.find((one) => one.status === status);
  if (!found) throw new Error(`${id} does not answer ${status}.`);
  return found;
}

function requestOf(
  { operation: { example }, route }: OfferedOperation,
  authorization: string,
  otherwise: Otherwise,
  toReal: (value: unknown) => unknown,
) {
  const [method = 'GET', path = ''] = route.split(' ');
  const params = toReal(example?.params ?? {}) as Record<string, string>;
  const query = Object.entries(toReal(otherwise.query ?? example?.query ?? {}) as object);
  const values = query.map(([name, value]): [string, string] => [name, String(value)]);
  const payload = otherwise.payload ?? (toReal(otherwise.body ?? example?.body) as object | undefined);
  return {
    method: method as 'GET',
    url: `${path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? '')}?${new URLSearchParams(values)}`,
    headers: {
      authorization,
      origin: 'https://agent.example.org',
      ...(otherwise.payload ? { 'content-type': 'image/jpeg' } : {}),
      ...otherwise.headers,
    },
    ...(payload === undefined ? {} : { payload }),
  };
}

function missingHeaders(document: ApiDocument, { route }: OfferedOperation, { statusCode, headers }: LightMyRequestResponse): string[] {
  const [method = '', path = ''] = route.split(' ');
  const described = document.paths[path]?.[method.toLowerCase()]?.responses[statusCode];
  return Object.keys(described?.headers ?? {}).filter(
    (name) => !headers[name.toLowerCase()] && !SOMETIMES.has(name) && (name !== PAGES_MAY_READ || path.startsWith('/api/v1/')),
  );
}

/** Replaces times by a placeholder, and removes varying members. */
function withoutFigures(node: unknown, vary: readonly string[]): unknown {
  if (typeof node === 'string') return node.startsWith('{') ? withoutFigures(JSON.parse(node), vary) : TIME.test(node) ? 'a time' : node;
  if (Array.isArray(node)) return node.map((child) => withoutFigures(child, vary));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, child]) => [key, vary.includes(key) ? typeof child : withoutFigures(child, vary)]),
  );
}

/** The part of the response that a shortened example shows. */
export function cutTo(example: unknown, answer: unknown): unknown {
  if (Array.isArray(example)) return example.map((shown, place) => cutTo(shown, (answer as unknown[])[place]));
  if (typeof example !== 'object' || example === null || typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(Object.entries(example).map(([key, shown]) => [key, cutTo(shown, (answer as Record<string, unknown>)[key])]));
}
