import type { Part } from '../../db/read-together.ts';
import { idsOf, NO_IDS } from '../../db/reading/query.ts';
import type { Subject, SubjectIds } from './subject.ts';

/** A grant that counts for a subject, as contributor or author. */
export interface GrantOfSubject {
  grantId: string;
  /** Its row among the draft's authors. */
  authorId: string;
  since: Date;
}

interface GrantRow {
  grant_id: string;
  author_id: string;
  since: string;
}

interface GrantOfSubjectRow extends GrantRow {
  id: string;
}

interface GrantOfDraftRow extends GrantRow {
  draft_id: string;
  /** A person has adopted its content. */
  is_vouched_for: boolean;
}

/** The grants with content in the subjects' drafts. */
export function grantsOfPart({ unvouched }: SubjectIds): Part<GrantOfDraftRow> | null {
  if (unvouched === NO_IDS) return null;
  return {
    sql: `select a.draft_id, a.grant_id, a.id as author_id, a.since, a.revision <= d.vouched_revision as is_vouched_for
      from draft_authors a join drafts d on d.id = a.draft_id
      where a.draft_id = any(?::text[]) and a.grant_id is not null order by a.id`,
    parameters: [unvouched],
  };
}

/**
 * The grants with content in each subject, and its author, by subject id. Content adopted by a person who submitted
 * it is that person's.
 */
export function grantsOfSubjects(rows: readonly GrantOfDraftRow[], subjects: readonly Subject[]): Map<string, GrantOfSubject[]> {
  const ofDraft = Map.groupBy(rows, ({ draft_id: draftId }) => draftId);
  const counted = subjects.flatMap(({ id, draftId, grantId, isVouchedFor }) =>
    (isVouchedFor ? [] : (ofDraft.get(draftId) ?? []))
      .filter((row) => !row.is_vouched_for || row.grant_id === grantId)
      .map((row) => ({ ...row, id })),
  );
  return grantsOfFrom(counted);
}

/** As above for the jobs of publications, by the publications' ids. */
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
