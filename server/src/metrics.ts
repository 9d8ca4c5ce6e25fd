import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { VERSION } from './server-folder.ts';

/**
 * The metrics of this process. Names and units follow Prometheus' conventions; docs/deploy has a dashboard and alert
 * rules for them.
 */
const registry = new Registry();

new Gauge({
  name: 'countersign_build_info',
  help: 'Always 1; the labels say what is running.',
  labelNames: ['version', 'node'],
  registers: [registry],
  aggregator: 'first',
}).set({ version: VERSION, node: process.version }, 1);

/** Most reads take 1 to 10 ms, a first submission a second. */
export const httpRequestDuration = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Duration of HTTP requests.',
  labelNames: ['method', 'route', 'status_code'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
});

export const publicationOutcomes = new Counter({
  name: 'countersign_publication_outcomes_total',
  help: 'Outcomes of attempts to publish, by platform: published, pending, rejected, unauthorized, rate_limited, unavailable, unknown, or a fault of our own.',
  labelNames: ['platform', 'outcome'],
  registers: [registry],
});

export const followUpOutcomes = new Counter({
  name: 'countersign_follow_up_outcomes_total',
  help: 'Outcomes of attempts to comment on published posts and to remove them, by kind (comment, removal) and platform: published, removed, refused, or as of publications.',
  labelNames: ['kind', 'platform', 'outcome'],
  registers: [registry],
});

export const publicationLateness = new Histogram({
  name: 'countersign_publication_lateness_seconds',
  help: 'Time between when a publication was due and when it was sent.',
  labelNames: ['platform'],
  buckets: [0.5, 1, 2, 5, 10, 30, 60, 300, 900, 3600],
  registers: [registry],
});

/** Node's own metrics under the names that stock dashboards use; once a process. */
let isCollecting = false;
export function collectProcessMetrics(): void {
  if (isCollecting) return;
  isCollecting = true;
  collectDefaultMetrics({ register: registry });
  AggregatorRegistry.setRegistries([registry]);
  // Lets this process respond to its parent's queries.
  if (cluster.isWorker) new AggregatorRegistry();
}

export const METRICS_CONTENT_TYPE = registry.contentType;

const QUERY = 'countersign:metrics';
/** The parent waits 5 s for all processes. */
const PATIENCE_MS = 6_000;
interface Message {
  type: typeof QUERY;
  id: number;
  text?: string;
}

let asked = 0;

/** Metrics of this process, or of all that one parent has started, whichever of them the scrape meets. */
export async function readProcessMetrics(): Promise<string> {
  if (!cluster.isWorker) return registry.metrics();
  asked += 1;
  const id = asked;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => finish(() => reject(new Error('The other processes did not report their metrics in time.'))),
      PATIENCE_MS,
    );
    const onMessage = (message: unknown): void => {
      if (isQuery(message) && message.id === id) finish(() => resolve(message.text ?? ''));
    };
    const finish = (settle: () => void): void => {
      clearTimeout(timer);
      process.off('message', onMessage);
      settle();
    };
    process.on('message', onMessage);
    process.send?.({ type: QUERY, id });
  });
}

/** In the parent: returns the metrics of all children to the querying one. */
export function answerMetricsQueries(child: Worker): void {
  const aggregated = new AggregatorRegistry();
  child.on('message', async (message: unknown) => {
    if (!isQuery(message)) return;
    // Fails if a child ends meanwhile: the others' metrics are better than none.
    const text = await aggregated.clusterMetrics().catch(() => '');
    if (child.isConnected()) child.send({ type: QUERY, id: message.id, text });
  });
}

const isQuery = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && (message as Partial<Message>).type === QUERY;
