import { LockMode } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { lockAgainstSenders } from '../sending-locks.ts';
import { Grant } from './grant.entity.ts';

/**
 * Returns the current grant, locked against sending and every other change. Call only once the actor's permission to
 * change it is checked: otherwise anyone could delay others' posts by naming their grants.
 */
export async function lockGrant(ctx: Context, { id }: Grant): Promise<Grant> {
  await lockAgainstSenders(ctx, id);
  return ctx.em.findOneOrFail(Grant, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
}
