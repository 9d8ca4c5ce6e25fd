import { requireScope } from '../../access/authorise.ts';
import type { Context } from '../../context.ts';
import { DomainError } from '../../errors.ts';

/** Reading needs somebody: a signed-in person, or an agent whose grant carries `read`. */
export function requireReader(ctx: Context): void {
  if (ctx.actor.kind === 'anonymous') throw new DomainError('unauthenticated');
  requireScope(ctx, 'read');
}

/** For what concerns a whole account, while an agent is let into one workspace only. */
export function requirePerson(ctx: Context): void {
  if (ctx.actor.kind === 'agent')
    throw new DomainError('insufficient_role', { message: 'Agents do not see this; a person of the account does.' });
}

/** One row as its GraphQL type; null where there is none by that id for this caller. */
export async function readOrNull<Row, Node>(ctx: Context, load: () => Promise<Row>, toNode: (row: Row) => Node): Promise<Node | null> {
  requireReader(ctx);
  try {
    return toNode(await load());
  } catch (thrown) {
    if (thrown instanceof DomainError && thrown.code === 'not_found') return null;
    throw thrown;
  }
}
