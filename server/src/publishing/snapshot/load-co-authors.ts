import type { Context } from '../../context.ts';
import type { Subject } from './subject.ts';

/** A grant that counts for a subject: its words are in it, or it asked. */
export interface GrantOfSubject {
  grantId: string;
  /** Its row among the draft's authors. */
  authorId: string;
  since: Date;
}

/**
 * The grants whose words are in each subject, and who asked for it, by subject id. Words that a
 * person has taken upon themselves by submitting them are that person's. One query, however many.
 */
export async function loadGrantsOf(ctx: Context, subjects: readonly Subject[]): Promise<Map<string, GrantOfSubject[]>> {
  const asked = subjects.filter(({ isVouchedFor }) => !isVouchedFor);
  if (asked.length === 0) return new Map();
  const rows = await ctx.em.execute<{ id: string; grant_id: string; author_id: string; since: Date }[]>(
    `select s.id, a.grant_id, a.id as author_id, a.since
     from json_to_recordset(?::json) as s (id text, draft_id text, grant_id text)
     join drafts d on d.id = s.draft_id
     join draft_authors a on a.draft_id = s.draft_id and (a.revision > d.vouched_revision or a.grant_id = s.grant_id)
     where a.grant_id is not null order by a.id`,
    [JSON.stringify(asked.map(({ id, draftId, grantId }) => ({ id, draft_id: draftId, grant_id: grantId })))],
  );
  const grants = rows.map(({ id, grant_id: grantId, author_id: authorId, since }) => ({ id, grantId, authorId, since: new Date(since) }));
  return Map.groupBy(grants, ({ id }) => id);
}
