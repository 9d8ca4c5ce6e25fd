import { withServerLimits } from './network-rules.ts';
import type { Platform } from './platform.ts';
import { connectorOf, NETWORKS, type PlatformPorts } from './registry.ts';

const unavailable = (): never => {
  throw new Error('A platform that only reads words uses no network.');
};

/** Without network access. */
const NO_PORTS: PlatformPorts = {
  sandboxFeed: {
    countTry: unavailable,
    post: unavailable,
    find: unavailable,
    since: unavailable,
    read: unavailable,
    edit: unavailable,
    remove: unavailable,
  },
  outbound: { fetch: unavailable, openSocket: unavailable, check: unavailable },
  website: '',
  clients: {},
};

/** The platform with exactly these limits, from any source, and what its network says of the account; for reading texts only, without network access. */
export function platformByRules({ id, rules, accountLimits = [] }: Pick<Platform, 'id' | 'rules' | 'accountLimits'>): Platform {
  const network = NETWORKS.find((candidate) => candidate.id === id);
  if (!network) throw new Error(`There is no platform ${id}.`);
  return connectorOf({ ...withServerLimits(network, accountLimits), limits: rules }, NO_PORTS);
}
