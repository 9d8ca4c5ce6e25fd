import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';

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
