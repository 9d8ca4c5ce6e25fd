import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { Empty } from '../../components/ui/empty.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { MoreButton } from '../../components/ui/more-button.tsx';
import { Page } from '../../components/ui/page.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import { SkeletonRows } from '../../components/ui/skeleton-rows.tsx';
import { SandboxFeedDocument, type SandboxPostViewFragment } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { live } from '../../lib/live/live-state.ts';
import { pagedQuery } from '../../lib/paged.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import classes from './feed-post.module.css';
import { FeedPost } from './feed-post.tsx';
import { texts } from './texts.ts';

function feedQuery(workspaceId: string) {
  return pagedQuery<SandboxPostViewFragment>({
    queryKey: ['sandbox', workspaceId],
    read: async (after, signal) => (await runDocument(SandboxFeedDocument, { workspaceId, after }, signal)).workspace?.sandboxPosts,
    ...live('PUBLISH_JOB'),
  });
}

/** The posts of the sandbox platform, newest first. A job's link leads to its post here. */
export function SandboxPage() {
  const query = useInfiniteQuery(feedQuery(useWorkspace().id));
  const { hash } = useLocation();
  return (
    <Page title={texts.title}>
      <p className={classes.lead}>{texts.lead}</p>
      <Panel title={texts.order} isFlush>
        <Loaded query={query} skeleton={<SkeletonRows count={4} />}>
          {(posts) =>
            posts.length === 0 ? (
              <Empty title={texts.empty}>
                <p>{texts.emptyHow}</p>
                <Button variant="default" renderRoot={(props) => <Link to="/connections" {...props} />}>
                  {texts.connections}
                </Button>
              </Empty>
            ) : (
              <ol>
                {posts.map((post) => (
                  <FeedPost key={post.id} post={post} isLinked={post.id === hash} />
                ))}
              </ol>
            )
          }
        </Loaded>
        <MoreButton query={query} />
      </Panel>
    </Page>
  );
}
