import { Box } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { HeldPostsDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { live } from '../../lib/live/live-state.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import { texts } from '../texts.ts';
import { Notice } from '../ui/notice.tsx';
import { shutGate } from './gate-status.ts';

const MOST_REASONS = 3;

const heldPostsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['held-posts', workspaceId],
    queryFn: async ({ signal }) => (await runDocument(HeldPostsDocument, { workspaceId }, signal)).workspace,
    ...live('APPROVAL', 'PUBLISH_JOB', 'CONNECTION', 'GRANT'),
  });

/** Approved posts that cannot be published, with the reasons; nothing if there are none. */
export function HeldPosts() {
  const { data } = useQuery(heldPostsQuery(useWorkspace().id));
  if (!data || data.figures.heldBack === 0) return null;
  const reasons = new Set(data.publishJobs.edges.flatMap(({ node }) => shutGate(node.readiness.gates)?.message ?? []));
  return (
    <Box p={12} pb={0}>
      <Notice tone="wait" title={texts.held({ count: data.figures.heldBack })}>
        {[...reasons].slice(0, MOST_REASONS).map((reason) => (
          <p key={reason} dir="auto">
            {reason}
          </p>
        ))}
        <p>
          <Link to="/jobs" search={{ state: 'BLOCKED' }}>
            {texts.heldAll}
          </Link>
        </p>
      </Notice>
    </Box>
  );
}
