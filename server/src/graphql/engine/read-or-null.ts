import { requireReader } from '../../access/authorise.ts';
import type { Context } from '../../context.ts';
import { DomainError } from '../../errors.ts';

/** One row as its GraphQL type; null if this caller has none by that id. */
export async function readOrNull<Row, Node>(ctx: Context, load: () => Promise<Row>, toNode: (row: Row) => Node): Promise<Node | null> {
  requireReader(ctx);
  try {
    return toNode(await load());
  } catch (thrown) {
    if (thrown instanceof DomainError && thrown.code === 'not_found') return null;
    throw thrown;
  }
}
