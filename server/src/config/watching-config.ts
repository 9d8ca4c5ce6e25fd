/** How those who run the service look at it from outside. */
export interface WatchingConfig {
  /** Where a process that serves no web answers probes and metrics; null: nowhere. */
  healthPort: number | null;
  /** What `/api/metrics` wants as a bearer token; null: it answers this machine alone. */
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
