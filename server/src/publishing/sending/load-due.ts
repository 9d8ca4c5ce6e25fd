import type { Context } from '../../context.ts';
import { idsOf, readTogether } from '../../db/read-together.ts';
import { rowsOf, toBeChanged } from '../../db/reading/rows-of.ts';
import { Publication } from '../publication.entity.ts';
import { PublishJob } from '../publish-job.entity.ts';
import { type GrantOfSubject, grantsOfFrom, grantsOfJobsPart } from '../snapshot/load-co-authors.ts';

/** What the lock of the draft holds still. */
export interface Due {
  publication: Publication;
  job: PublishJob;
  /** By job id. */
  grantsOf: ReadonlyMap<string, GrantOfSubject[]>;
}

/** A publication, its job, and whose words it goes out with, in one statement. The caller has locked the draft. */
export async function loadDue(ctx: Context, publicationId: string): Promise<Due> {
  const { publications, jobs, grantsOf } = await readDue(ctx, [publicationId]);
  const [publication, job] = [publications[0], jobs[0]];
  if (!publication || !job) throw new Error(`There is no publication ${publicationId}.`);
  return {
    publication: toBeChanged(ctx.em, Publication, publication),
    job: toBeChanged(ctx.em, PublishJob, job),
    grantsOf,
  };
}

/** The same of many, as rows apart from the unit of work. */
export async function readDue({ em }: Context, publicationIds: readonly string[]) {
  const parameters = [idsOf(publicationIds)];
  const read = await readTogether(em, {
    publications: rowsOf(em, Publication, { from: 'from publications t where t.id = any(?::text[])', parameters }),
    jobs: rowsOf(em, PublishJob, {
      from: 'from publish_jobs t where t.id in (select job_id from publications where id = any(?::text[]))',
      parameters,
    }),
    grantsOf: grantsOfJobsPart(publicationIds),
  });
  return { ...read, grantsOf: grantsOfFrom(read.grantsOf) };
}
