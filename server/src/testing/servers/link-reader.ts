import { createLinkReader, type LinkReader } from '../../links/link-reader.ts';
import { createTestOutbound } from '../test-outbound.ts';
import type { PageServer } from './page-server.ts';

/** The real page reader, allowed to open one site on loopback by its IP address; host names do not resolve. */
export function createTestLinkReader({ address }: PageServer): LinkReader {
  return createLinkReader({ outbound: createTestOutbound([address]), userAgent: 'Countersign test', timeoutMs: 5_000 });
}
