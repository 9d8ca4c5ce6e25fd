import type { MikroORM } from '@mikro-orm/postgresql';
import { ask } from '../db/reading/ask.ts';
import type { BoundValue } from '../db/reading/bound-values.ts';
import { newId } from '../new-id.ts';
import type { SandboxFeed } from '../platforms/sandbox/sandbox-feed.ts';

/**
 * The server side of the sandbox platform. Each call is one statement on a connection of its own,
 * committed by itself whatever becomes of the caller's work, as it would be on a foreign server.
 */
export function createSandboxFeed(orm: MikroORM, publicUrl: string): SandboxFeed {
  const run = <Row extends object>(sql: string, params: BoundValue[]): Promise<Row[]> =>
    ask<Row>(orm.em.fork({ clear: true }), sql, params);
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
      await run(
        'insert into sandbox_posts (id, feed, intent_id, text, images, card, created_at) values ($1, $2, $3, $4, $5::jsonb, $6::jsonb, now())',
        [id, feed, intentId, text, JSON.stringify(images), card && JSON.stringify(card)],
      );
      return asPost({ id });
    },
    async find(feed, intentId) {
      const rows = await run<{ id: string }>('select id from sandbox_posts where feed = $1 and intent_id = $2 order by id limit 1', [
        feed,
        intentId,
      ]);
      return rows[0] ? asPost(rows[0]) : null;
    },
  };
}
