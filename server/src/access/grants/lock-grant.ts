import { LockMode } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { lockAgainstSenders } from '../sending-locks.ts';
import { Grant } from './grant.entity.ts';

/**
 * The grant as it stands, locked against whoever sends by it and every other change of it. Only once it is known that the actor may change it:
 * else anybody could hold up others' posts by naming their grants.
 */
export async function lockGrant(ctx: Context, { id }: Grant): Promise<Grant> {
  await lockAgainstSenders(ctx, id);
  return ctx.em.findOneOrFail(Grant, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
}
