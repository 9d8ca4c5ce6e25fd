import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MarkedName } from '../../../components/grants/marked-name.tsx';
import { PlatformIcon } from '../../../components/posts/platform-mark.tsx';
import { Thumb } from '../../../components/posts/thumb.tsx';
import { MoreButton } from '../../../components/ui/more-button.tsx';
import { Problem } from '../../../components/ui/problem.tsx';
import rows from '../../../components/ui/rows.module.css';
import { RequestedRemovalsDocument } from '../../../gql/graphql.ts';
import { runDocument } from '../../../lib/http/run-document.ts';
import { live } from '../../../lib/live/live-state.ts';
import { pagedQuery } from '../../../lib/paged.ts';
import { texts as jobs } from '../../../messages/en/jobs.ts';
import { texts } from '../texts.ts';
import classes from './approvals-desk.module.css';

const removalsQuery = (workspaceId: string) =>
  pagedQuery({
    queryKey: ['requested-removals', workspaceId],
    read: async (after, signal) => (await runDocument(RequestedRemovalsDocument, { workspaceId, after }, signal)).workspace?.publishJobs,
    ...live('NOTICE', 'PUBLISH_JOB'),
  });

/** Published posts whose removal was requested, each with the way to its page, where it is signed or declined. */
export function RequestedRemovals({ workspaceId }: { workspaceId: string }) {
  const query = useInfiniteQuery(removalsQuery(workspaceId));
  return (
    <div className={classes.removals}>
      {query.error && <Problem error={query.error} onRetry={() => query.refetch()} isRetrying={query.isFetching} />}
      <ul className={rows.rows} aria-label={texts.removals}>
        {query.data?.flatMap(({ id, draft, publications }) =>
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
      <MoreButton query={query} />
    </div>
  );
}
