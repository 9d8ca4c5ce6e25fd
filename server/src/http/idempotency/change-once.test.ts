import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { FastifyRequest } from 'fastify';
import { beforeAll, expect, it } from 'vitest';
import type { Services } from '../../context.ts';
import { agentActor } from '../../testing/actors.ts';
import { givenWorkspace } from '../../testing/factories.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor, createTestServices } from '../../testing/test-services.ts';
import { readChangeOnce } from './change-once.ts';

const database = useTestDatabase();
let services: Services;
beforeAll(() => {
  services = createTestServices(database);
});

it('returns nothing of a change that was rolled back because another request with the key committed first', async () => {
  const actor = await agentActor(services, (await givenWorkspace(services)).workspace);
  const ctx = contextFor(services, actor);
  const request = { headers: { 'idempotency-key': 'same' } } as unknown as FastifyRequest;
  const meaning = { query: 'mutation' };
  const [first, second] = [0, 1].map(() => readChangeOnce(request, actor, meaning));
  await expect(
    second?.run(ctx, async () => {
      // Commits after this one has looked, and before it writes; what held the key for it is gone with its transaction.
      await services.orm.em.fork().execute(
        `insert into idempotency_keys (grant_id, key, fingerprint, status, body, created_at)
         select ?, 'same', ?, 200, '', ?`,
        [actor.grantId, hash('sha256', `graphql\n${canonicalize(meaning)}`), services.clock.now()],
      );
      return 'drf_that_was_taken_back';
    }),
  ).rejects.toMatchObject({ code: 'idempotency_in_flight' });
  await second?.keepAnswer(ctx, 'drf_that_was_taken_back');
  await expect(first?.findAnswer(ctx)).rejects.toMatchObject({ code: 'idempotency_in_flight' });
});
