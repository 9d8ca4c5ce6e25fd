import { createOutbound, type Outbound } from '../outbound/outbound.ts';
import type { ResolveHost } from '../outbound/resolve-host.ts';

/** The stand-ins of tests, as an operator opens them; nothing else of a private network is. */
export const LOOPBACK: readonly string[] = ['127.0.0.1:*', 'localhost:*'];

/** The real way out, let into the stand-ins on loopback unless a test says otherwise; names lead nowhere. */
export function createTestOutbound(privateAddresses = LOOPBACK, resolve: ResolveHost = async () => []): Outbound {
  return createOutbound({ privateAddresses, resolve, ownHost: 'posts.example.org', userAgent: 'Countersign test' });
}
