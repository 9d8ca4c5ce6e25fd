import { createLinkReader, type LinkReader } from '../links/link-reader.ts';
import type { PageServer } from './page-server.ts';

/** The real reader of pages, let into one site on loopback by its address; names lead nowhere. */
export function createTestLinkReader({ address }: PageServer): LinkReader {
  return createLinkReader({
    resolve: async () => [],
    privateAddresses: [address],
    ownHost: 'localhost',
    userAgent: 'Countersign test',
    timeoutMs: 5_000,
  });
}
