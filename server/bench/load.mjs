// Requests from a client of its own process, so that what is measured shares no event loop with what measures.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { NODE, ROOT } from '../bin/toolchain.mjs';

/** What `connections` together get answered with `status` in a second, and how long one takes in ms. Any other answer fails. */
export async function load({ url, connections, seconds, method = 'GET', headers = {}, body, status = 200 }) {
  const options = { url, connections, duration: seconds, method, headers, ...(body && { body: JSON.stringify(body) }) };
  const { stdout } = await promisify(execFile)(NODE, [join(ROOT, 'server', 'bench', 'client.mjs'), JSON.stringify(options)]);
  const { statusCodeStats, errors, timeouts, duration, latency } = JSON.parse(stdout);
  const others = Object.keys(statusCodeStats).filter((code) => code !== String(status));
  const answered = statusCodeStats[status]?.count ?? 0;
  if (others.length > 0 || errors + timeouts > 0 || answered === 0) {
    throw new Error(`${method} ${url} was answered with ${JSON.stringify(statusCodeStats)}, ${errors} errors and ${timeouts} time-outs.`);
  }
  return { answered, perSecond: answered / duration, p50: latency.p50, p97_5: latency.p97_5, p99: latency.p99 };
}
