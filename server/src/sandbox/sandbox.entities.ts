import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { idColumn, timestamp } from '../db/columns.ts';
import type { SandboxCard, SandboxImage } from '../platforms/sandbox/sandbox-feed.ts';

/** The attempts to post an intent, so a failure can be configured to end after some. */
export const SandboxTry = defineEntity({
  name: 'SandboxTry',
  tableName: 'sandbox_tries',
  properties: {
    feed: p.text().primary(),
    intentId: p.text().primary(),
    count: p.integer(),
  },
});
export type SandboxTry = InferEntity<typeof SandboxTry>;

/**
 * A post on the sandbox platform, shown on the console's feed page. The sandbox acts as a foreign server: it has its
 * own feeds and knows nothing of connections. A connection's `externalId` is its feed.
 */
export const SandboxPost = defineEntity({
  name: 'SandboxPost',
  tableName: 'sandbox_posts',
  indexes: [{ properties: ['feed', 'id'] }, { properties: ['feed', 'intentId'] }],
  properties: {
    id: idColumn(),
    feed: p.text(),
    intentId: p.text(),
    text: p.text(),
    /** The images, as the payload named them. */
    images: p.json<SandboxImage[]>(),
    /** The card of its link, as the payload had it. */
    card: p.json<SandboxCard>().nullable(),
    createdAt: timestamp(),
  },
});
export type SandboxPost = InferEntity<typeof SandboxPost>;
