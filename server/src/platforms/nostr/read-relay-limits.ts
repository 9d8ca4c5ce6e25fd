import { ApiFault } from '../api/api-fault.ts';
import { at, textAt } from '../api/read-json.ts';
import type { Call } from '../connector.ts';
import type { Json, ToldLimit } from '../platform.ts';
import { toldLimit } from '../server-limits.ts';

/** The size of an event besides its text: ids, keys, the signature and a few tags. */
const ENVELOPE_BYTES = 1_024;

/** NIP-11, of every relay that responds; the strictest figures, so all of them accept a note. */
export async function readRelayLimits({ api }: Pick<Call, 'api'>, relays: readonly string[]): Promise<ToldLimit[] | undefined> {
  const documents = (await Promise.all(relays.map((relay) => readDocument({ api }, relay)))).filter((document) => document !== null);
  if (documents.length === 0) return undefined;
  const source = 'The strictest of the relays says so itself (NIP-11, limitation)';
  const strictest = (name: string): number | null => {
    const figures = documents.map((document) => Number(textAt(document, 'limitation', name) ?? 0)).filter((figure) => figure > 0);
    return figures.length > 0 ? Math.min(...figures) : null;
  };
  const message = strictest('max_message_length');
  return [
    ...toldLimit(strictest('max_content_length'), { field: 'text', unit: 'code_points', source }),
    ...toldLimit(message && message - ENVELOPE_BYTES, { field: 'text', unit: 'bytes', source }),
    ...toldLimit(strictest('max_event_tags'), { field: 'tags', unit: 'items', source }),
  ];
}

/** At the relay's own address, by http. */
async function readDocument({ api }: Pick<Call, 'api'>, relay: string): Promise<Json> {
  const url = relay.replace(/^ws/, 'http');
  try {
    const { body } = await api.ask({ url, headers: { accept: 'application/nostr+json' } });
    return at(body, 'limitation') === undefined ? null : body;
  } catch (error) {
    if (error instanceof ApiFault) return null;
    throw error;
  }
}
