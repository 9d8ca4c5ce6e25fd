import { createLinkReader, type LinkReader } from '../../links/link-reader.ts';
import { createTestOutbound } from '../test-outbound.ts';
import type { PageServer } from './page-server.ts';

/** The real reader of pages, let into one site on loopback by its address; names lead nowhere. */
export function createTestLinkReader({ address }: PageServer): LinkReader {
  return createLinkReader({ outbound: createTestOutbound([address]), userAgent: 'Countersign test', timeoutMs: 5_000 });
}
