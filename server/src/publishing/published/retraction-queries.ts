import { User } from '../../access/user.entity.ts';
import type { Context } from '../../context.ts';
import { authorsOf } from '../../drafts/draft-authors.ts';
import { type LocalizedMessage, say } from '../../languages/sentence.ts';
import { Retraction } from '../retraction.entity.ts';

/** A removal and the names of the people behind it. */
export interface NamedRetraction {
  retraction: Retraction;
  requestedBy: LocalizedMessage;
  decidedBy: LocalizedMessage | null;
}

/** The newest removal of each publication that has one. A constant number of queries. */
export async function retractionsOf(ctx: Context, publicationIds: readonly string[]): Promise<Map<string, NamedRetraction>> {
  if (publicationIds.length === 0) return new Map();
  const rows = await ctx.em.find(Retraction, { publicationId: { $in: [...publicationIds] } }, { orderBy: { id: 'asc' } });
  if (rows.length === 0) return new Map();
  const authors = await authorsOf(ctx, rows);
  const users = await ctx.em.find(User, { id: { $in: rows.flatMap(({ decidedBy }) => decidedBy ?? []) } });
  const names = new Map(users.map(({ id, name }) => [id, name]));
  return new Map(
    rows.map((retraction) => [
      retraction.publicationId,
      {
        retraction,
        requestedBy: authors.get(retraction.id)?.name ?? say`Someone`,
        decidedBy: retraction.decidedBy ? (names.get(retraction.decidedBy) ?? say`Someone`) : null,
      },
    ]),
  );
}
