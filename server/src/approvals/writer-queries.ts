import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { type Part, partOf, readTogether } from '../db/read-together.ts';
import { idsOf, query } from '../db/reading/query.ts';
import { anyOf, type BoundValue, type Places, prepared, tables } from '../db/tables.ts';
import { LINK_IS_VALID } from './clients/client-links.ts';

/**
 * SQL condition for an author `o` of a draft: no other person has approved their content, in an approval earlier than
 * `except`. A client whom the author invited is no other person: it may be any address of the author's choice.
 */
const isUncountersigned = (except: string) => `o.revision > coalesce((
  select max(b.revision) from approvals b
   where b.draft_id = o.draft_id and b.state <> 'pending' and b.id <> ${except} and b.approvals_required <= (
     select count(distinct coalesce(d.user_id, 'client')) from approval_decisions d left join client_links l on l.id = d.client_link_id
      where d.approval_id = b.id and d.decision = 'approved' and d.counts and d.standing_id is null and d.user_id is distinct from o.user_id
        and (l.id is null or (l.created_by_user_id <> o.user_id and ${LINK_IS_VALID})))), 0)`;

/**
 * SQL condition for an open approval `a` in its workspace `w`: by the current terms this person may not approve it,
 * because it contains content of theirs.
 */
export const isKeptFromOwnWords = (userId: string) => `((a.refuses_self_approval or w.refuses_self_approval) and exists (
  select from draft_authors o where o.draft_id = a.draft_id and o.user_id = ${userId} and ${isUncountersigned('a.id')}))`;

/**
 * The people whose content no one else has approved yet, by draft id: authors of any revision since the last one that
 * enough others approved, and the author of the last. All clients together count as one, while their link is valid.
 * One query.
 */
export async function writersOf(ctx: Context, draftIds: readonly string[]): Promise<Map<string, string[]>> {
  if (draftIds.length === 0) return new Map();
  await ctx.em.flush();
  const { writers } = await readTogether(ctx.em, { writers: writersPart(idsOf(draftIds)) });
  const found = writersFrom(writers);
  return new Map(draftIds.map((id) => [id, found.get(id) ?? []]));
}

interface WriterRow {
  draft_id: string;
  user_id: string;
}

const WRITERS = prepared(({ drafts }: Places<{ drafts: BoundValue }>) =>
  tables
    .selectFrom('draft_authors as o')
    .select(['o.draft_id', 'o.user_id'])
    .where('o.draft_id', '=', anyOf(drafts))
    .where('o.user_id', 'is not', null)
    .where(sql.raw<boolean>(isUncountersigned("''")))
    .$narrowType<{ user_id: string }>(),
);

/** The query that writersFrom() reads, to be batched with others. */
export const writersPart = (draftIds: BoundValue): Part<WriterRow> => partOf(WRITERS({ drafts: draftIds }));

/** By draft id; only drafts with such people. */
export function writersFrom(rows: readonly WriterRow[]): Map<string, string[]> {
  const byDraft = Map.groupBy(rows, ({ draft_id }) => draft_id);
  return new Map([...byDraft].map(([id, own]) => [id, own.map(({ user_id }) => user_id)]));
}

/** As above by approval, where that approval itself does not count as a countersignature. One query. */
export async function otherWritersOf(ctx: Context, approvalIds: readonly string[]): Promise<Map<string, string[]>> {
  if (approvalIds.length === 0) return new Map();
  await ctx.em.flush();
  const rows = await query(
    ctx.em,
    tables
      .selectFrom('approvals as a')
      .innerJoin('draft_authors as o', 'o.draft_id', 'a.draft_id')
      .select(['a.id', 'o.user_id'])
      .where('a.id', '=', anyOf(approvalIds))
      .where('o.user_id', 'is not', null)
      .where(sql.raw<boolean>(isUncountersigned('a.id')))
      .$narrowType<{ user_id: string }>(),
  );
  const byApproval = Map.groupBy(rows, ({ id }) => id);
  return new Map(approvalIds.map((id) => [id, (byApproval.get(id) ?? []).map(({ user_id }) => user_id)]));
}
