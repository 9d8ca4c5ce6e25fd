import type { Context } from '../../context.ts';
import type { Recipient } from './mail-message.ts';

/** The owners of an account, who are told what happens in it. */
export async function findOwners(ctx: Context, accountId: string): Promise<Recipient[]> {
  return ctx.em.execute<Recipient[]>(
    `select u.name, u.email from memberships m join users u on u.id = m.user_id
      where m.account_id = ? and m.role = 'owner' order by u.id`,
    [accountId],
  );
}
