import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Services } from '../../context.ts';
import type { HttpServer } from '../engine/http-server.ts';

const PRIVATE = new BlockList();
for (const [net, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  PRIVATE.addSubnet(net, bits, 'ipv4');
}
PRIVATE.addAddress('::1', 'ipv6');
PRIVATE.addSubnet('fc00::', 7, 'ipv6');
PRIVATE.addSubnet('fe80::', 10, 'ipv6');

/** Logged once when requests come through a proxy that is not configured. */
export const UNNAMED_PROXY =
  'Requests come through a proxy that TRUSTED_PROXIES does not name: everybody seems to have its address, in the lists of sessions and wherever attempts are counted. Set TRUSTED_PROXIES to its address.';

/**
 * Warns once about a proxy that is not configured: at startup if the public address implies one, otherwise at the
 * first request that shows it.
 */
export function watchForUnnamedProxy(app: HttpServer, { config, log }: Services): void {
  if (config.trustedProxies.length > 0) return;
  let isSaid = false;
  const say = (facts: object) => {
    if (!isSaid) log.warn({ event: 'unnamed_proxy', ...facts }, UNNAMED_PROXY);
    isSaid = true;
  };
  // This process speaks plain HTTP, so HTTPS requests come through a proxy.
  if (config.publicUrl.startsWith('https:')) say({ publicUrl: config.publicUrl });
  app.addHook('onRequest', async (request) => {
    if (!isSaid && carriesForwarding(request)) say({ proxy: request.ip });
  });
}

/**
 * Whether all callers behind a proxy seem to share this address. The headers alone prove nothing, since anyone may
 * send them; from an address of our own network they do not come from the internet.
 */
export function isSharedAddress({ config }: Pick<Services, 'config'>, request: FastifyRequest): boolean {
  return config.trustedProxies.length === 0 && carriesForwarding(request) && isPrivate(request.ip);
}

const carriesForwarding = ({ headers }: FastifyRequest): boolean =>
  headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;

function isPrivate(ip: string): boolean {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  const version = isIP(plain);
  return version !== 0 && PRIVATE.check(plain, version === 6 ? 'ipv6' : 'ipv4');
}
