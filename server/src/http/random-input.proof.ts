import { afterAll, beforeAll } from 'vitest';
import type { Services } from '../context.ts';
import { createLog } from '../log.ts';
import { sendRandomRequests } from '../testing/openapi/send-random-requests.ts';
import { prove } from '../testing/proofs/prove.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createTestServices } from '../testing/test-services.ts';
import { buildWeb } from '../web.ts';
import type { HttpServer } from './engine/http-server.ts';

/** For what is run as long as there is time. */
const MINUTES = process.env.PROOF_MINUTES;

/** While one waits for the database, others are worked on. */
const LANES = 4;

const database = useTestDatabase();
let services: Services;
let app: HttpServer;
/** What the service logged of its own mistakes. */
const faults: string[] = [];
beforeAll(async () => {
  services = createTestServices(database, { log: createLog({ logLevel: 'error' }, { write: (line) => void faults.push(line) }) });
  app = await buildWeb(services);
});
afterAll(() => app?.close());

prove('O3', 'no input has an undocumented response', async (count) => {
  const statuses = await sendRandomRequests(app, services, count(100_000, 100), {
    lanes: LANES,
    lastFault: () => faults.at(-1),
    ...(MINUTES && { minutes: Number(MINUTES) }),
  });
  const all = [...statuses.values()].reduce((sum, times) => sum + times, 0);
  const listed = [...statuses].sort(([a], [b]) => a.localeCompare(b)).map(([status, times]) => `${status}: ${times}`);
  return `${all} requests and tool calls to ${app.operations.size} operations, queries and changes of GraphQL; 0 answered other than is described, a 503 with its Retry-After asked again (${listed.join(', ')})`;
});
