import fc from 'fast-check';
import type { Services } from '../../context.ts';
import { graphqlSchema } from '../../graphql/engine/build-schema.ts';
import type { OfferedOperation } from '../../http/engine/add-operation.ts';
import type { HttpServer } from '../../http/engine/http-server.ts';
import { type Answered, askGraphql, askRest, askTool } from './ask-at-random.ts';
import { randomOperation } from './random-graphql.ts';
import { type Ground, givenGround } from './random-ground.ts';
import { requestTo } from './random-requests.ts';
import { type Send, untilDone } from './send-until-done.ts';

/** After this many inputs most objects are archived, cancelled or removed, and the caller may have lost access. */
const FRESH_AFTER = 200;

interface Lane {
  operations: readonly OfferedOperation[];
  services: Services;
  send: Send;
  note(status: string): void;
  /** The service's latest log entry, shown with an undocumented response. */
  lastFault: (() => string | undefined) | undefined;
}

/**
 * Sends random requests to every operation, over REST, MCP tools and GraphQL, and expects each response to be
 * documented. Returns the number by status. Deterministic with a seed; limited to this many minutes. With several
 * lanes, requests are concurrent, each lane with its own account. A busy service is retried as it asks; retries are
 * counted too.
 */
export async function sendRandomRequests(
  app: HttpServer,
  services: Services,
  count: number,
  { lanes = 1, seed, minutes, lastFault }: { lanes?: number; seed?: number; minutes?: number; lastFault?: () => string | undefined } = {},
): Promise<Map<string, number>> {
  const statuses = new Map<string, number>();
  const note = (status: string) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const send = untilDone(app, () => note('too much to do, asked again'));
  const lane = { operations: [...app.operations.values()], services, send, note, lastFault };
  const options = {
    numRuns: Math.ceil(count / lanes),
    endOnFailure: true,
    includeErrorInReport: true,
    ...(minutes === undefined ? {} : { interruptAfterTimeLimit: minutes * 60_000, markInterruptAsFailure: false }),
    ...(seed === undefined ? {} : { seed }),
  };
  await Promise.all(Array.from({ length: lanes }, () => fc.assert(oneAfterTheOther(lane), options)));
  return statuses;
}

function oneAfterTheOther({ operations, services, send, note, lastFault }: Lane) {
  let ground: Ground | null = null;
  const known = () => ground?.known ?? {};
  const expectKnown = (answered: Answered | null, what: string): void => {
    if (!answered) return;
    note(answered.status);
    // Whole, where an expectation would cut it: it may be all that there ever is to go by.
    if (answered.fault) throw new Error(`${answered.fault} ${what.slice(0, 1_000)}\nlogged last: ${lastFault?.() ?? 'nothing'}`);
  };
  // By index: a failure report shows the input, which then is no whole operation.
  const requests = operations.map((offered, place) =>
    fc.record({
      kind: fc.constant('rest' as const),
      place: fc.constant(place),
      request: requestTo(offered, known),
      isTool: fc.boolean(),
    }),
  );
  const operation = fc.record({
    kind: fc.constant('graphql' as const),
    operation: randomOperation(graphqlSchema(), known),
    who: fc.nat({ max: 2 }),
  });
  let sent = 0;
  return fc.asyncProperty(fc.oneof({ weight: 2, arbitrary: fc.oneof(...requests) }, { weight: 1, arbitrary: operation }), async (input) => {
    if (!ground || sent++ % FRESH_AFTER === 0) ground = await givenGround(services, send);
    if (input.kind === 'graphql') {
      const { query, variables } = input.operation;
      const what = `GraphQL ${query} ${JSON.stringify(variables)}`;
      expectKnown(await askGraphql(send, input.operation, ground.callers[input.who] ?? {}), what);
      return;
    }
    const offered = operations[input.place] as OfferedOperation;
    const { method, url, payload, args } = input.request;
    if (input.isTool)
      expectKnown(await askTool(send, offered, input.request, ground.agent), `${offered.operation.id} ${JSON.stringify(args)}`);
    expectKnown(await askRest(send, offered, input.request, ground.agent), `${method} ${url} ${String(payload)}`);
  });
}
