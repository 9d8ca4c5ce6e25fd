import { Button } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Empty } from '../../components/ui/empty.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { Moment } from '../../components/ui/moment.tsx';
import { MoreButton } from '../../components/ui/more-button.tsx';
import { Page } from '../../components/ui/page.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import rows from '../../components/ui/rows.module.css';
import { SkeletonRows } from '../../components/ui/skeleton-rows.tsx';
import { ToneIcon } from '../../components/ui/status.tsx';
import { SeeNoticesDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { useWorkspace, viewerQuery } from '../../lib/viewer.ts';
import classes from './news.module.css';
import { type NoticeView, newsQuery } from './queries.ts';
import { texts, tones } from './texts.ts';

/** What the person was told, the newest first. Having it on the screen is having seen it; what was new stays marked meanwhile. */
export function NewsPage() {
  const { id } = useWorkspace();
  const query = useInfiniteQuery(newsQuery(id));
  const { fresh, error } = useSeen(id, query.data ?? []);
  return (
    <Page
      title={texts.title}
      actions={
        <Button variant="default" renderRoot={(props) => <Link to="/settings/notifications" {...props} />}>
          {texts.choose}
        </Button>
      }
    >
      {error && <Problem error={error} title={texts.seenFailed} />}
      <Panel title={texts.list} isFlush>
        <Loaded query={query} skeleton={<SkeletonRows />}>
          {(notices) =>
            notices.length === 0 ? (
              <Empty title={texts.none}>
                <p>{texts.noneHow}</p>
              </Empty>
            ) : (
              <ul className={rows.rows}>
                {notices.map((notice) => (
                  <NoticeRow key={notice.id} notice={notice} isFresh={fresh.has(notice.id)} />
                ))}
              </ul>
            )
          }
        </Loaded>
        <MoreButton query={query} />
      </Panel>
    </Page>
  );
}

function NoticeRow({ notice: { kind, message, path, createdAt }, isFresh }: { notice: NoticeView; isFresh: boolean }) {
  const [to, hash] = path.split('#');
  return (
    <li>
      <Link to={to as string} {...(hash && { hash })} className={rows.row} data-fresh={isFresh || undefined}>
        <span className={classes.notice}>
          <ToneIcon tone={tones[kind]} />
          <span className={rows.main}>
            <span className={isFresh ? classes.fresh : undefined}>{message}</span>
            <span className={rows.line}>
              <Moment at={createdAt} />
              {isFresh && <span className={classes.mark}>{texts.fresh}</span>}
            </span>
          </span>
        </span>
      </Link>
    </li>
  );
}

/** Tells the server what the person has seen, from the oldest shown to the newest, and remembers what was new when they came. */
function useSeen(workspaceId: string, notices: readonly NoticeView[]) {
  const queryClient = useQueryClient();
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const { mutate, error } = useMutation({
    mutationFn: (shown: { fromId: string; upToId: string }) => runDocument(SeeNoticesDocument, { workspaceId, ...shown }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: viewerQuery.queryKey }),
  });
  const unseen = notices.filter(({ seenAt }) => seenAt === null).map(({ id }) => id);
  const [newest, oldest] = [unseen[0], unseen.at(-1)];
  const seen = unseen.join();
  useEffect(() => {
    if (!newest || !oldest) return;
    setFresh((before) => new Set([...before, ...seen.split(',')]));
    mutate({ fromId: oldest, upToId: newest });
  }, [newest, oldest, seen, mutate]);
  return { fresh, error };
}
