import type { Platform, PlatformRule } from './platform.ts';
import { connectorOf, NETWORKS, type PlatformPorts } from './registry.ts';

const nobody = (): never => {
  throw new Error('A platform that only reads words calls nobody.');
};

/** Without network access. */
const NO_PORTS: PlatformPorts = {
  sandboxFeed: { countTry: nobody, post: nobody, find: nobody, read: nobody },
  outbound: { fetch: nobody, openSocket: nobody, check: nobody },
  website: '',
  clients: {},
};

/** The platform with exactly these limits, from any source; for reading texts only, without network access. */
export function platformByRules({ id, rules }: { id: string; rules: readonly PlatformRule[] }): Platform {
  const network = NETWORKS.find((candidate) => candidate.id === id);
  if (!network) throw new Error(`There is no platform ${id}.`);
  return connectorOf({ ...network, limits: rules }, NO_PORTS);
}
