import type { NetworkRules } from '../../network-rules.ts';
import { networkWords } from '../../network-words.ts';
import type { JsonObject, Platform } from '../../platform.ts';

/** Pins posts to `board`, and looks intents up there. */
export function createNoticeBoardPlatform(network: NetworkRules, board: Map<string, JsonObject>): Platform {
  return {
    ...networkWords(network),
    duplicateClass: 'askable',
    provenBy: 'nothing',
    fields: [],
    oauth: null,
    connect: async () => ({ handle: 'pier', externalId: 'board-1', credentials: { key: 'of the glass door' } }),
    check: async () => ({ kind: 'healthy' }),
    refresh: null,
    build: ({ text }) => ({ text }),
    allocate: () => ({}),
    async publish(payload, _credentials, { id }, { onSending }) {
      await onSending();
      board.set(id, payload);
      return { kind: 'published', providerId: id, url: `https://board.example/${id}` };
    },
    find: async (_payload, _credentials, { id }) =>
      board.has(id) ? { kind: 'found', providerId: id, url: `https://board.example/${id}` } : { kind: 'absent' },
  };
}
