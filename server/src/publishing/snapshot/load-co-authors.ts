import { idsOf, type Part } from '../../db/read-together.ts';
import type { Subject } from './subject.ts';

/** A grant that counts for a subject: its words are in it, or it asked. */
export interface GrantOfSubject {
  grantId: string;
  /** Its row among the draft's authors. */
  authorId: string;
  since: Date;
}

interface GrantOfSubjectRow {
  id: string;
  grant_id: string;
  author_id: string;
  since: string;
}

/**
 * The grants whose words are in each subject, and who asked for it. Words that a person has taken
 * upon themselves by submitting them are that person's.
 */
export function grantsOfPart(subjects: readonly Subject[]): Part<GrantOfSubjectRow> | null {
  const asked = subjects.filter(({ isVouchedFor }) => !isVouchedFor);
  if (asked.length === 0) return null;
  return {
    sql: `select s.id, a.grant_id, a.id as author_id, a.since
      from json_to_recordset(?::json) as s (id text, draft_id text, grant_id text)
      join drafts d on d.id = s.draft_id
      join draft_authors a on a.draft_id = s.draft_id and (a.revision > d.vouched_revision or a.grant_id = s.grant_id)
      where a.grant_id is not null order by a.id`,
    parameters: [JSON.stringify(asked.map(({ id, draftId, grantId }) => ({ id, draft_id: draftId, grant_id: grantId })))],
  };
}

/** The same of the jobs that publications belong to, by the publications' ids. */
export function grantsOfJobsPart(publicationIds: readonly string[]): Part<GrantOfSubjectRow> {
  return {
    sql: `select j.id, a.grant_id, a.id as author_id, a.since
      from publish_jobs j join drafts d on d.id = j.draft_id
      join draft_authors a on a.draft_id = d.id and (a.revision > d.vouched_revision or a.grant_id = j.grant_id)
      where j.id in (select job_id from publications where id = any(?::text[])) and a.grant_id is not null order by a.id`,
    parameters: [idsOf(publicationIds)],
  };
}

/** By subject id. */
export function grantsOfFrom(rows: readonly GrantOfSubjectRow[]): Map<string, GrantOfSubject[]> {
  const grants = rows.map(({ id, grant_id: grantId, author_id: authorId, since }) => ({ id, grantId, authorId, since: new Date(since) }));
  return Map.groupBy(grants, ({ id }) => id);
}
