import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { readEmail } from './read-person.ts';
import { User } from './user.entity.ts';

/** The person who signs in with an address, for an operator's commands. Throws `not_found`. */
export async function personByEmail(ctx: Context, address: string): Promise<User> {
  const email = readEmail(address, '/email');
  const user = await ctx.em.findOne(User, { email });
  if (!user) throw new DomainError('not_found', { message: `No person has the e-mail address ${email}.` });
  return user;
}
