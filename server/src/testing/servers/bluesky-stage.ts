import { Agent, type AppBskyFeedPost, CredentialSession } from '@atproto/api';
import type { Services } from '../../context.ts';
import { givenLaunched } from '../factories.ts';
import { givenStage, type StageOptions } from '../stage.ts';
import type { BlueskyAccount, BlueskyServer } from './bluesky-server.ts';

/** A stage whose workspace publishes to an account on a real Bluesky server, after the launch. */
export async function givenBlueskyStage(services: Services, server: BlueskyServer, account: BlueskyAccount, options: StageOptions = {}) {
  await givenLaunched(services);
  const stage = await givenStage(services, { sandbox: null, ...options });
  const blueskyConnection = await stage.connect('bluesky', {
    service: server.url,
    identifier: account.handle,
    appPassword: account.appPassword,
  });
  return { ...stage, blueskyConnection };
}

export interface BlueskyPost {
  uri: string;
  record: AppBskyFeedPost.Record;
}

/** Every post of the account, as the server lists them. */
export async function listBlueskyPosts(server: Pick<BlueskyServer, 'url'>, did: string): Promise<BlueskyPost[]> {
  const agent = new Agent(new CredentialSession(new URL(server.url)));
  const posts: BlueskyPost[] = [];
  let cursor: string | undefined;
  do {
    const { data } = await agent.com.atproto.repo.listRecords({
      repo: did,
      collection: 'app.bsky.feed.post',
      limit: 100,
      ...(cursor && { cursor }),
    });
    posts.push(...data.records.map(({ uri, value }) => ({ uri, record: value as AppBskyFeedPost.Record })));
    cursor = data.records.length > 0 ? data.cursor : undefined;
  } while (cursor);
  return posts;
}
