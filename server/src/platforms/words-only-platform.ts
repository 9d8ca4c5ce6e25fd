import { keepWords } from '../languages/kept-sentence.ts';
import { joined, say } from '../languages/sentence.ts';
import type { NetworkRules } from './network-rules.ts';
import { networkWords } from './network-words.ts';
import { ConnectError, type JsonObject, type Platform, type Post } from './platform.ts';
import { splitTitle } from './text/post-title.ts';
import { storableText } from './text/storable-text.ts';

/**
 * A network with known rules but no connector: content is written, checked and previewed, but nothing can be
 * connected or published.
 */
export function createWordsOnlyPlatform(network: NetworkRules): Platform {
  const words = say`The service prepares words for ${network.label}, but cannot publish there.`;
  const said = keepWords(words);
  return {
    ...networkWords(network),
    duplicateClass: 'blind',
    provenBy: 'nothing',
    publishing: 'none yet',
    fields: [],
    oauth: null,
    check: () => Promise.resolve({ kind: 'revoked', ...said }),
    refresh: null,
    build: (post) => buildWords(network, post),
    allocate: () => ({}),
    connect: () => Promise.reject(new ConnectError(joined([words, say`There is nothing to connect.`]))),
    publish: () => Promise.resolve({ kind: 'rejected', ...said }),
    find: () => Promise.resolve({ kind: 'absent' }),
  };
}

/** The content under readable names, for a person or a program to copy. */
function buildWords(network: NetworkRules, post: Post): JsonObject {
  const { title, body } = splitTitle(network, post);
  return {
    ...(title !== null && { title: storableText(title) }),
    text: storableText(body),
    ...(post.thread.length > 0 && { thread: post.thread.map(storableText) }),
    ...(post.tags.length > 0 && { tags: post.tags.map(storableText) }),
    ...(post.link !== null && { link: storableText(post.link) }),
  };
}
