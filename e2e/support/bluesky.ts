import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { learnSecret } from './known-secrets.ts';
import { NODE, ROOT } from './server.ts';

export interface RemoteBluesky {
  url: string;
  did: string;
  handle: string;
  appPassword: string;
  /** All posts of the account, newest first, as the server itself lists them. */
  posts(): Promise<{ uri: string; value: { text: string; facets?: unknown[]; embed?: unknown; createdAt: string } }[]>;
  stop(): Promise<void>;
}

/** A real Bluesky server with one account, in a separate process on loopback. */
export async function startBluesky(): Promise<RemoteBluesky> {
  const child = spawn(
    NODE,
    ['--disable-warning=ExperimentalWarning', join(ROOT, 'server', 'src', 'testing', 'servers', 'run-bluesky-server.ts')],
    {
      cwd: join(ROOT, 'server'),
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const account = JSON.parse(String((await lines.next()).value));
  learnSecret({ name: 'app password', value: account.appPassword });
  return {
    ...account,
    async posts() {
      const query = new URLSearchParams({ repo: account.did, collection: 'app.bsky.feed.post', limit: '100' });
      const answer = await fetch(`${account.url}/xrpc/com.atproto.repo.listRecords?${query}`);
      return (await answer.json()).records;
    },
    async stop() {
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}
