import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';

/** How often the sandbox was asked to post an intent, so that a failure can be set to pass after some tries. */
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
