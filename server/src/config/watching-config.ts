/** The settings of external monitoring. */
export interface WatchingConfig {
  /** The port for probes and metrics of a process without a web server; null for none. */
  healthPort: number | null;
  /** The bearer token of `/api/metrics`; null: this machine only. */
  metricsToken: string | null;
}

const SHORTEST_TOKEN = 16;

export function readWatching(env: Record<string, string | undefined>): WatchingConfig {
  const { HEALTH_PORT: port, METRICS_TOKEN: token } = env;
  if (port && !(/^\d{1,5}$/.test(port) && Number(port) <= 65535))
    throw new Error(`HEALTH_PORT must be a number from 0 to 65535, not "${port}".`);
  if (token && (token.length < SHORTEST_TOKEN || /\s/.test(token)))
    throw new Error(
      `METRICS_TOKEN must be at least ${SHORTEST_TOKEN} characters without a space, for instance from "openssl rand -hex 24".`,
    );
  return { healthPort: port ? Number(port) : null, metricsToken: token || null };
}
