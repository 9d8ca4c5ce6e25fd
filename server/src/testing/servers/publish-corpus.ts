import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { AppBskyFeedPost } from '@atproto/api';
import { PLAIN_VOICE } from '../../access/workspace-policies.ts';
import { composeCaptions } from '../../captions/embedded/compose-captions.ts';
import { createBlueskyPlatform } from '../../platforms/bluesky/bluesky-platform.ts';
import { blueskyRules } from '../../platforms/bluesky/bluesky-rules.ts';
import { prepare, sendHooks } from '../../platforms/testing/contract-posts.ts';
import { createTestOutbound } from '../test-outbound.ts';
import { startBlueskyServer } from './bluesky-server.ts';
import { listBlueskyPosts } from './bluesky-stage.ts';

const TEXTS = resolve(import.meta.dirname, '../../captions/corpus/texts');

/** The names of the texts in the corpus. */
export const CORPUS_NAMES = readdirSync(TEXTS).map((file) => file.replace('.txt', ''));

export interface CorpusPublished {
  /** Posts as the generator wrote them. */
  written: string[];
  /** The posts on the server. */
  standing: string[];
  /** Errors of the lexicon's own validator for these posts. */
  faults: string[];
}

/** Publishes these texts' content on a real Bluesky server, including threads. */
export async function publishCorpus(names: readonly string[]): Promise<CorpusPublished> {
  const server = await startBlueskyServer();
  try {
    const platform = createBlueskyPlatform(blueskyRules, createTestOutbound());
    const account = await server.createAccount('corpus.test', 'correct horse');
    const { credentials } = await platform.connect({ service: server.url, identifier: account.handle, appPassword: account.appPassword });
    const written: string[] = [];
    for (const name of names) {
      const sourceText = readFileSync(resolve(TEXTS, `${name}.txt`), 'utf8');
      const request = { sourceText, link: null, platforms: [platform], tone: null, language: null, voice: PLAIN_VOICE };
      const [caption] = await composeCaptions(request);
      if (!caption) throw new Error(`There are no words for ${name}.`);
      const { payload, intent } = prepare(platform, caption.text, caption.thread);
      const outcome = await platform.publish(payload, credentials, intent, sendHooks());
      if (outcome.kind !== 'published') throw new Error(`${name}: ${JSON.stringify(outcome)}`);
      written.push(caption.text, ...caption.thread);
    }
    const posts = await listBlueskyPosts(server, account.did);
    const faults = posts.flatMap(({ record }) => {
      const result = AppBskyFeedPost.validateRecord(record);
      return result.success ? [] : [String(result.error)];
    });
    return { written, standing: posts.map(({ record }) => record.text), faults };
  } finally {
    await server.stop();
  }
}
