import type { ResolveHost } from '../outbound/address-policy.ts';
import { createOutbound, type Outbound } from '../outbound/outbound.ts';

/** The fake servers of tests, allowed as by an operator; the rest of private networks is not. */
export const LOOPBACK: readonly string[] = ['127.0.0.1:*', 'localhost:*'];

/**
 * The real outbound client, which may reach fake servers on loopback unless a test says otherwise; names do not
 * resolve.
 */
export function createTestOutbound(privateAddresses = LOOPBACK, resolve: ResolveHost = async () => []): Outbound {
  return createOutbound({ privateAddresses, resolve, ownHost: 'posts.example.org', userAgent: 'Countersign test' });
}
