import type { Context } from '../../context.ts';
import { partOf, readTogether } from '../../db/read-together.ts';
import { anyOf, type Places, prepared, tables } from '../../db/tables.ts';
import { permissionGate } from '../gates/permission-gate.ts';
import type { PublishJob } from '../publish-job.entity.ts';
import { grantsPart, loadAuthors, rolesPart } from './load-authors.ts';
import { grantsOfPart, grantsOfSubjects } from './load-co-authors.ts';
import { creditsOf, postsPart } from './load-credits.ts';
import { allowsAuto, idsOfSubjects, type Subject, type SubjectIds, subjectOfJob, WORKSPACES } from './subject.ts';

/**
 * Waiting jobs whose author may no longer publish them, by job id: they continue once a person submits the draft. The
 * result of the permission gate, without loading what the other gates need.
 */
export async function loadLostPermissions(ctx: Context, jobs: readonly PublishJob[]): Promise<Map<string, true>> {
  const subjects = jobs.map(subjectOfJob);
  const ids = idsOfSubjects(subjects);
  const { workspaces, targets, posts, ...read } = await readTogether(ctx.em, {
    grantsOf: grantsOfPart(ids),
    grants: grantsPart(ids),
    roles: rolesPart(ids),
    posts: postsPart(ids),
    workspaces: WORKSPACES(ctx.em, ids),
    targets: partOf(TARGETS(ids)),
  });
  const authors = await loadAuthors(ctx, subjects, { ...read, grantsOf: grantsOfSubjects(read.grantsOf, subjects) });
  const isLost = ({ id, jobId, workspaceId, mode }: Subject): boolean => {
    const workspace = workspaces.find((row) => row.id === workspaceId);
    const author = authors.get(id);
    if (!workspace || !author) return false;
    const own = targets.filter((row) => row.job_id === jobId);
    const verdict = permissionGate({
      ...author,
      mode,
      workspaceAllowsAuto: allowsAuto(workspace, own),
      isWorkspacePaused: workspace.pausedAt != null,
      isWorkspaceArchived: workspace.archivedAt != null,
      targets: own,
      credits: { required: creditsOf(posts.filter((row) => row.is_unpaid && row.job_id === jobId)) },
    });
    return verdict.status === 'block';
  };
  return new Map(subjects.filter(isLost).map(({ id }) => [id, true]));
}

/** Each job's platforms. */
const TARGETS = prepared(({ jobs }: Places<Pick<SubjectIds, 'jobs'>>) =>
  tables
    .selectFrom('publish_jobs as j')
    .innerJoin('payloads as p', (join) => join.onRef('p.draft_id', '=', 'j.draft_id').onRef('p.content_hash', '=', 'j.content_hash'))
    .select(['j.id as job_id', 'p.platform'])
    .where('j.id', '=', anyOf(jobs)),
);
