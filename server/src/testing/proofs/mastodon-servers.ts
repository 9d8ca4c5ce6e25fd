import { createFakeMastodon, MASTODON_TOKEN } from '../../platforms/testing/fake-mastodon.ts';
import { type FakeServer, startFakeServer } from '../../platforms/testing/fake-server.ts';

export interface MastodonServer {
  /** A customer's credentials for an account on it. */
  credentials: { server: string; accessToken: string };
  /** Every request hangs until the caller closes it; every second post is created all the same. */
  hang(): void;
  goOn(): void;
  /** The texts of all posts, including duplicates. */
  texts(): string[];
  stop: FakeServer['stop'];
}

/** A Mastodon server for one customer or a few, which can hang like a frozen machine. */
export async function startMastodonServer(): Promise<MastodonServer> {
  const network = createFakeMastodon();
  const answer = network.handle.bind(network);
  let isHanging = false;
  let posts = 0;
  network.handle = async (request) => {
    if (!isHanging) return answer(request);
    if (network.isPublishing(request)) posts += 1;
    if (network.isPublishing(request) && posts % 2 === 0) await answer(request);
    return new Promise(() => {});
  };
  const { url, stop } = await startFakeServer(network, MASTODON_TOKEN);
  return {
    credentials: { server: url, accessToken: MASTODON_TOKEN },
    hang: () => {
      isHanging = true;
    },
    goOn: () => {
      isHanging = false;
    },
    texts: () => network.statuses.map(({ text }) => text),
    stop,
  };
}
