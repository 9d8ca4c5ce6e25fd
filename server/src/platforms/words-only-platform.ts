import { joined, say } from '../languages/sentence.ts';
import { toStoredMessage } from '../languages/stored-message.ts';
import type { NetworkRules } from './network-rules.ts';
import { networkWords } from './network-words.ts';
import { ConnectError, type JsonObject, type Platform } from './platform.ts';
import { type PostExtras, type PostWords, readWords, storableText } from './text/read-words.ts';

/**
 * A network with known rules but no connector: content is written, checked and previewed, but nothing can be
 * connected or published.
 */
export function createWordsOnlyPlatform(network: NetworkRules): Platform {
  const words = say`The service prepares posts for ${network.label}, but cannot publish there.`;
  const refusal = toStoredMessage(words);
  return {
    ...networkWords(network),
    duplicateClass: 'blind',
    provenBy: 'nothing',
    publishing: 'none yet',
    fields: [],
    oauth: null,
    check: () => Promise.resolve({ kind: 'revoked', ...refusal }),
    refresh: null,
    build: (post) => buildWords(readWords(network, post), post),
    allocate: () => ({}),
    connect: () => Promise.reject(new ConnectError(joined([words, say`There is nothing to connect.`]))),
    publish: () => Promise.resolve({ kind: 'rejected', ...refusal }),
    find: () => Promise.resolve({ kind: 'absent' }),
  };
}

/** The content under readable names, for a person or a program to copy. */
function buildWords({ title, parts: [first, ...thread] }: PostWords, { tags, link, settings }: PostExtras): JsonObject {
  return {
    ...(title !== null && { title }),
    text: first.sent,
    ...(thread.length > 0 && { thread: thread.map(({ sent }) => sent) }),
    ...(tags.length > 0 && { tags: tags.map(storableText) }),
    ...(link !== null && { link: storableText(link) }),
    ...(settings && { settings: { ...settings } }),
  };
}
