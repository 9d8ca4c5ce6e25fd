/** The settings of external monitoring. */
export interface MonitoringConfig {
  /** The port for probes and metrics of a process without a web server; null for none. */
  healthPort: number | null;
  /** The bearer token of `/api/metrics`; null: this machine only. */
  metricsToken: string | null;
  /** Null: no traces are recorded. */
  tracing: TracingConfig | null;
}

/** The part of the standard `OTEL_*` variables that OpenTelemetry's libraries do not read themselves. */
export interface TracingConfig {
  protocol: 'http/protobuf' | 'http/json';
  sampler: string;
  /** For a ratio sampler: the ratio of recorded traces, from 0 to 1. */
  share: number;
  sendEveryMs: number;
}

const SHORTEST_TOKEN = 16;

export function readMonitoring(env: Record<string, string | undefined>): MonitoringConfig {
  const { HEALTH_PORT: port, METRICS_TOKEN: token } = env;
  if (port && !(/^\d{1,5}$/.test(port) && Number(port) <= 65535))
    throw new Error(`HEALTH_PORT must be a number from 0 to 65535, not "${port}".`);
  if (token && (token.length < SHORTEST_TOKEN || /\s/.test(token)))
    throw new Error(`METRICS_TOKEN must be at least ${SHORTEST_TOKEN} characters without spaces, for example from "openssl rand -hex 24".`);
  return { healthPort: port ? Number(port) : null, metricsToken: token || null, tracing: readTracing(env) };
}

const PROTOCOLS: readonly string[] = ['http/protobuf', 'http/json'] satisfies TracingConfig['protocol'][];
const SAMPLERS = ['always_on', 'always_off', 'traceidratio'].flatMap((name) => [name, `parentbased_${name}`]);
const SEND_EVERY_MS = 5_000;

/** opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables */
function readTracing(env: Record<string, string | undefined>): TracingConfig | null {
  const to = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!to || env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none') return null;
  if (!URL.parse(to)) throw new Error(`OTEL_EXPORTER_OTLP_ENDPOINT must be a URL such as http://localhost:4318, not "${to}".`);
  const protocol = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || env.OTEL_EXPORTER_OTLP_PROTOCOL || 'http/protobuf';
  if (!PROTOCOLS.includes(protocol)) throw new Error(`OTEL_EXPORTER_OTLP_PROTOCOL must be ${PROTOCOLS.join(' or ')}, not "${protocol}".`);
  const sampler = env.OTEL_TRACES_SAMPLER || 'parentbased_always_on';
  if (!SAMPLERS.includes(sampler)) throw new Error(`OTEL_TRACES_SAMPLER must be one of ${SAMPLERS.join(', ')}, not "${sampler}".`);
  const share = Number(env.OTEL_TRACES_SAMPLER_ARG || 1);
  if (!(share >= 0 && share <= 1)) throw new Error(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${share}".`);
  const sendEveryMs = Number(env.OTEL_BSP_SCHEDULE_DELAY || SEND_EVERY_MS);
  if (!(sendEveryMs > 0)) throw new Error('OTEL_BSP_SCHEDULE_DELAY must be a number of milliseconds.');
  return { protocol: protocol as TracingConfig['protocol'], sampler, share, sendEveryMs };
}
