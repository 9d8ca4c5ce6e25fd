import type { Part } from '../../db/read-together.ts';
import { partOf } from '../../db/read-together.ts';
import { idsOf, NO_IDS } from '../../db/reading/query.ts';
import { anyOf, type BoundValue, type Places, prepared, tables } from '../../db/tables.ts';
import type { Subject, SubjectIds } from './subject.ts';

/** A grant that counts for a subject, as contributor or author. */
export interface GrantOfSubject {
  grantId: string;
  /** Its row id among the draft's authors. */
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

const GRANTS_OF_DRAFTS = prepared(({ unvouched }: Places<Pick<SubjectIds, 'unvouched'>>) =>
  tables
    .selectFrom('draft_authors as a')
    .innerJoin('drafts as d', 'd.id', 'a.draft_id')
    .select(['a.draft_id', 'a.grant_id', 'a.id as author_id', 'a.since'])
    .select(({ eb, ref }) => eb('a.revision', '<=', ref('d.vouched_revision')).as('is_vouched_for'))
    .where('a.draft_id', '=', anyOf(unvouched))
    .where('a.grant_id', 'is not', null)
    .orderBy('a.id')
    .$narrowType<{ grant_id: string }>(),
);

/** The grants with content in the subjects' drafts. */
export const grantsOfPart = (ids: SubjectIds): Part<GrantOfDraftRow> | null =>
  ids.unvouched === NO_IDS ? null : partOf(GRANTS_OF_DRAFTS(ids));

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

const GRANTS_OF_JOBS = prepared(({ publications }: Places<{ publications: BoundValue }>) =>
  tables
    .selectFrom('publish_jobs as j')
    .innerJoin('drafts as d', 'd.id', 'j.draft_id')
    .innerJoin('draft_authors as a', (join) =>
      join
        .onRef('a.draft_id', '=', 'd.id')
        .on(({ eb, or, ref }) => or([eb('a.revision', '>', ref('d.vouched_revision')), eb('a.grant_id', '=', ref('j.grant_id'))])),
    )
    .select(['j.id', 'a.grant_id', 'a.id as author_id', 'a.since'])
    .where('j.id', 'in', ({ selectFrom }) => selectFrom('publications as p').select('p.job_id').where('p.id', '=', anyOf(publications)))
    .where('a.grant_id', 'is not', null)
    .orderBy('a.id')
    .$narrowType<{ grant_id: string }>(),
);

/** As above for the jobs of publications, by the publications' ids. */
export const grantsOfJobsPart = (publicationIds: readonly string[]): Part<GrantOfSubjectRow> =>
  partOf(GRANTS_OF_JOBS({ publications: idsOf(publicationIds) }));

/** By subject id. */
export function grantsOfFrom(rows: readonly GrantOfSubjectRow[]): Map<string, GrantOfSubject[]> {
  const grants = rows.map(({ id, grant_id: grantId, author_id: authorId, since }) => ({ id, grantId, authorId, since: new Date(since) }));
  return Map.groupBy(grants, ({ id }) => id);
}
