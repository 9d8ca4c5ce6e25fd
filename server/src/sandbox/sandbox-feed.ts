import type { MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { coalesce } from '../coalesce.ts';
import type { Context } from '../context.ts';
import { cursorsOf } from '../db/cursors.ts';
import { findPage, type Page, type PageRequest } from '../db/keyset-page.ts';
import { type BoundValue, query } from '../db/reading/query.ts';
import { newId } from '../new-id.ts';
import type { SandboxCard, SandboxContent, SandboxFeed, SandboxImage } from '../platforms/sandbox/sandbox-feed.ts';
import { SandboxPost } from './sandbox.entities.ts';

interface Posted {
  id: string;
  feed: string;
  intentId: string;
  text: string;
  images: readonly SandboxImage[];
  card: SandboxCard | null;
}

/** With a fixed id: a retry of a failed batch that may have been written adds nothing twice. */
const POST = `insert into sandbox_posts (id, feed, intent_id, text, images, card, created_at)
  select id, feed, "intentId", text, images, card, now()
  from json_to_recordset($1::json) as t (id text, feed text, "intentId" text, text text, images jsonb, card jsonb)
  on conflict (id) do nothing`;

/**
 * The server side of the sandbox platform. A call is a statement on a connection of its own, committed whatever
 * happens to the caller's work, as on a foreign server. Concurrent posts are batched.
 */
export function createSandboxFeed(orm: MikroORM, publicUrl: string, log: Logger): SandboxFeed {
  const run = <Row extends object>(sql: string, params: BoundValue[]): Promise<Row[]> =>
    query<Row>(orm.em.fork({ clear: true }), sql, params);
  const write = (posts: readonly Posted[]) => run(POST, [JSON.stringify(posts)]);
  const post = coalesce<Posted, unknown>({
    async together(posts) {
      await write(posts);
      return new Map(posts.map((each) => [each, null]));
    },
    alone: (one) => write([one]),
    report: (error) => log.debug({ err: error }, 'posts to the sandbox could not be written together; each goes by itself'),
  });
  const asPost = ({ id }: { id: string }) => ({ id, url: `${publicUrl}/sandbox#${id}` });

  return {
    async countTry(feed, intentId) {
      const [row] = await run<{ count: number }>(
        `insert into sandbox_tries (feed, intent_id, count) values ($1, $2, 1)
         on conflict (feed, intent_id) do update set count = sandbox_tries.count + 1 returning count`,
        [feed, intentId],
      );
      return row?.count ?? 1;
    },
    async post(feed, intentId, text, { images = [], card = null } = {}) {
      const id = newId('spo');
      await post({ id, feed, intentId, text, images, card });
      return asPost({ id });
    },
    async find(feed, intentId) {
      const rows = await run<{ id: string }>('select id from sandbox_posts where feed = $1 and intent_id = $2 order by id limit 1', [
        feed,
        intentId,
      ]);
      return rows[0] ? asPost(rows[0]) : null;
    },
    async read(id) {
      const [row] = await run<SandboxContent>('select text, images from sandbox_posts where id = $1', [id]);
      return row ?? null;
    },
    async remove(id) {
      await run('delete from sandbox_posts where id = $1 returning id', [id]);
    },
  };
}

/** The posts of some feeds, newest first. The caller passes feeds of the workspace. */
export async function listSandboxPosts(
  ctx: Context,
  { workspaceId, feeds }: { workspaceId: string; feeds: readonly string[] },
  request: PageRequest,
): Promise<Page<SandboxPost>> {
  const cursors = cursorsOf(ctx, 'sandbox posts', workspaceId);
  return findPage(ctx.em, SandboxPost, { feed: { $in: [...new Set(feeds)] } }, { ...request, cursors, order: 'desc' });
}
