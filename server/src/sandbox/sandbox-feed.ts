import type { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { coalesce } from '../coalesce.ts';
import type { Context } from '../context.ts';
import { cursorsOf, findPage, type Page, type PageRequest } from '../db/keyset-page.ts';
import { query } from '../db/reading/query.ts';
import { type Places, prepared, type TypedStatement, tables } from '../db/tables.ts';
import { newId } from '../new-id.ts';
import type { SandboxCard, SandboxFeed, SandboxImage } from '../platforms/sandbox/sandbox-feed.ts';
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
const POSTS = sql`t (id text, feed text, "intentId" text, text text, images jsonb, card jsonb)`;
const POST = prepared(({ posts }: Places<{ posts: string }>) =>
  tables
    .insertInto('sandbox_posts')
    .columns(['id', 'feed', 'intent_id', 'text', 'images', 'card', 'created_at'])
    .expression(
      tables
        .selectFrom(sql<Posted>`json_to_recordset(${posts}::json)`.as<'t'>(POSTS))
        .select(['t.id', 't.feed', 't.intentId', 't.text', 't.images', 't.card', sql<Date>`now()`.as('created_at')]),
    )
    .onConflict((on) => on.column('id').doNothing()),
);

/**
 * The server side of the sandbox platform. A call is a statement on a connection of its own, committed whatever
 * happens to the caller's work, as on a foreign server. Concurrent posts are batched.
 */
export function createSandboxFeed(orm: MikroORM, publicUrl: string, log: Logger): SandboxFeed {
  const run = <Row>(statement: TypedStatement<Row>) => query(orm.em.fork({ clear: true }), statement);
  const write = (posts: readonly Posted[]) => run(POST({ posts: JSON.stringify(posts) }));
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
      const [row] = await run(
        tables
          .insertInto('sandbox_tries')
          .values({ feed, intent_id: intentId, count: 1 })
          .onConflict((on) => on.columns(['feed', 'intent_id']).doUpdateSet(({ eb }) => ({ count: eb('sandbox_tries.count', '+', 1) })))
          .returning('count'),
      );
      return row?.count ?? 1;
    },
    async post(feed, intentId, text, { images = [], card = null } = {}) {
      const id = newId('spo');
      await post({ id, feed, intentId, text, images, card });
      return asPost({ id });
    },
    async find(feed, intentId) {
      const posts = tables.selectFrom('sandbox_posts').select('id').where('feed', '=', feed).where('intent_id', '=', intentId);
      const [first] = await run(posts.orderBy('id').limit(1));
      return first ? asPost(first) : null;
    },
    async since(feed, time) {
      const posts = tables.selectFrom('sandbox_posts').select('id').where('feed', '=', feed).where('created_at', '>=', time);
      return (await run(posts)).map(({ id }) => id);
    },
    async read(id) {
      const [row] = await run(tables.selectFrom('sandbox_posts').select(['text', 'images']).where('id', '=', id));
      return row ?? null;
    },
    async edit(id, text) {
      const [edited] = await run(tables.updateTable('sandbox_posts').set({ text }).where('id', '=', id).returning('id'));
      return edited ? asPost(edited) : null;
    },
    async remove(id) {
      await run(tables.deleteFrom('sandbox_posts').where('id', '=', id));
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
