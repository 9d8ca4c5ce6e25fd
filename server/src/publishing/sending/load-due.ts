import type { Context } from '../../context.ts';
import { readTogether } from '../../db/read-together.ts';
import { rowsOf, toBeChanged } from '../../db/reading/rows-of.ts';
import { Publication } from '../publication.entity.ts';
import { PublishJob } from '../publish-job.entity.ts';
import { type GrantOfSubject, grantsOfFrom, grantsOfJobPart } from '../snapshot/load-co-authors.ts';

/** What the lock of the draft holds still. */
export interface Due {
  publication: Publication;
  job: PublishJob;
  /** By job id. */
  grantsOf: ReadonlyMap<string, GrantOfSubject[]>;
}

/** A publication, its job, and whose words it goes out with, in one statement. The caller has locked the draft. */
export async function loadDue({ em }: Context, publicationId: string): Promise<Due> {
  const read = await readTogether(em, {
    publications: rowsOf(em, Publication, { from: 'from publications t where t.id = ?', parameters: [publicationId] }),
    jobs: rowsOf(em, PublishJob, {
      from: 'from publish_jobs t where t.id = (select job_id from publications where id = ?)',
      parameters: [publicationId],
    }),
    grantsOf: grantsOfJobPart(publicationId),
  });
  const [publication, job] = [read.publications[0], read.jobs[0]];
  if (!publication || !job) throw new Error(`There is no publication ${publicationId}.`);
  return {
    publication: toBeChanged(em, Publication, publication),
    job: toBeChanged(em, PublishJob, job),
    grantsOf: grantsOfFrom(read.grantsOf),
  };
}
