import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MarkedName } from '../../../components/grants/marked-name.tsx';
import { PlatformIcon } from '../../../components/posts/platform-mark.tsx';
import { Thumb } from '../../../components/posts/thumb.tsx';
import rows from '../../../components/ui/rows.module.css';
import { RequestedRemovalsDocument } from '../../../gql/graphql.ts';
import { runDocument } from '../../../lib/http/run-document.ts';
import { live } from '../../../lib/live/live-state.ts';
import { texts as jobs } from '../../../messages/en/jobs.ts';
import { texts } from '../texts.ts';
import classes from './approvals-desk.module.css';

const removalsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['requested-removals', workspaceId],
    queryFn: async ({ signal }) =>
      (await runDocument(RequestedRemovalsDocument, { workspaceId }, signal)).workspace?.publishJobs.edges ?? [],
    ...live('NOTICE', 'PUBLISH_JOB'),
  });

/** Published posts whose removal was requested, each with the way to its page, where it is signed or declined. */
export function RequestedRemovals({ workspaceId }: { workspaceId: string }) {
  const { data = [] } = useQuery(removalsQuery(workspaceId));
  if (data.length === 0) return null;
  return (
    <ul className={`${rows.rows} ${classes.removals}`} aria-label={texts.removals}>
      {data.flatMap(({ node: { id, draft, publications } }) =>
        publications
          .filter(({ retraction }) => retraction?.state === 'REQUESTED')
          .map(({ id: publicationId, platform, retraction }) => (
            <li key={publicationId}>
              <Link to="/jobs/$jobId" params={{ jobId: id }} className={rows.row}>
                <span className={rows.post}>
                  <Thumb draft={draft} />
                  <span className={rows.words}>
                    <span className={rows.title} dir="auto">
                      {draft.title}
                    </span>
                    <span className={rows.line}>
                      <PlatformIcon id={platform.id} size={14} />
                      <MarkedName text={jobs.retraction.requested({ name: retraction?.requestedBy ?? '' })} isBrief />
                    </span>
                  </span>
                </span>
              </Link>
            </li>
          )),
      )}
    </ul>
  );
}
