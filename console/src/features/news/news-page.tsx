import { Button, Select } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { Empty } from '../../components/ui/empty.tsx';
import bar from '../../components/ui/filter-bar.module.css';
import { Loaded } from '../../components/ui/loaded.tsx';
import { Moment } from '../../components/ui/moment.tsx';
import { MoreButton } from '../../components/ui/more-button.tsx';
import { Page } from '../../components/ui/page.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import rows from '../../components/ui/rows.module.css';
import { SkeletonRows } from '../../components/ui/skeleton-rows.tsx';
import { ToneIcon } from '../../components/ui/status.tsx';
import type { NoticeTopic } from '../../gql/graphql.ts';
import { number } from '../../lib/language.ts';
import { useViewer, useWorkspace } from '../../lib/viewer.ts';
import classes from './news.module.css';
import { type NewsFilter, type NoticeBatch, type NoticeView, newsAgentsQuery, newsOfBatchQuery, newsQuery } from './queries.ts';
import { texts, tones } from './texts.ts';
import { useSeen } from './use-seen.ts';

const TOPICS = Object.keys(texts.topics) as NoticeTopic[];

interface Props {
  topic?: string;
  agentId?: string;
  onFilter: (filter: NewsFilter) => void;
}

/** The person's notices in batches, newest first; displayed ones become seen, and stay marked as new meanwhile. */
export function NewsPage({ topic, agentId, onFilter }: Props) {
  const { id, unseenNotices } = useWorkspace();
  const filter: NewsFilter = { topic: TOPICS.find((known) => known === topic) ?? null, agentId: agentId ?? null };
  const query = useInfiniteQuery(newsQuery(id, filter));
  const { fresh, error, watch, see, seeAll } = useSeen(id, query.data ?? []);
  const isNarrowed = filter.topic !== null || filter.agentId !== null;
  return (
    <Page
      title={texts.title}
      actions={
        <>
          {unseenNotices > 0 && !isNarrowed && (
            <Button variant="default" onClick={seeAll}>
              {texts.seeAll}
            </Button>
          )}
          <Button variant="default" renderRoot={(props) => <Link to="/settings/notifications" {...props} />}>
            {texts.choose}
          </Button>
        </>
      }
    >
      {error && <Problem error={error} title={texts.seenFailed} />}
      <Panel title={texts.list} isFlush>
        <Filters filter={filter} onChange={onFilter} />
        <Loaded query={query} skeleton={<SkeletonRows />}>
          {(batches) =>
            batches.length === 0 ? (
              <Empty title={isNarrowed ? texts.noneNarrowed : texts.none}>
                <p>{isNarrowed ? texts.noneNarrowedHow : texts.noneHow}</p>
              </Empty>
            ) : (
              <ul className={rows.rows}>
                {batches.map((batch) => (
                  <BatchRow
                    key={batch.id}
                    batch={batch}
                    isFresh={batch.unseenCount > 0 || fresh.has(batch.newest.id)}
                    watch={watch}
                    onGo={() => batch.unseenCount > 0 && see(batch.newest.id)}
                  />
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

function Filters({ filter, onChange }: { filter: NewsFilter; onChange: (filter: NewsFilter) => void }) {
  const { isOperator } = useViewer();
  const { data: agents = [] } = useQuery(newsAgentsQuery(useWorkspace().id));
  const topics = TOPICS.filter((topic) => topic !== 'SERVICE' || isOperator);
  return (
    <search className={bar.bar}>
      <Select
        aria-label={texts.topic}
        size="xs"
        className={bar.choice}
        data={[{ value: '', label: texts.allTopics }, ...topics.map((value) => ({ value, label: texts.topics[value] }))]}
        value={filter.topic ?? ''}
        allowDeselect={false}
        onChange={(chosen) => onChange({ ...filter, topic: topics.find((topic) => topic === chosen) ?? null })}
      />
      {agents.length > 1 && (
        <Select
          aria-label={texts.agent}
          size="xs"
          className={bar.choice}
          data={[{ value: '', label: texts.allAgents }, ...agents]}
          value={filter.agentId ?? ''}
          allowDeselect={false}
          onChange={(chosen) => onChange({ ...filter, agentId: chosen || null })}
        />
      )}
    </search>
  );
}

interface BatchRowProps {
  batch: NoticeBatch;
  isFresh: boolean;
  watch: ReturnType<typeof useSeen>['watch'];
  onGo: () => void;
}

/** One notice, or a batch that expands. */
function BatchRow({ batch: { id, message, path, count, newest, workspaceName }, isFresh, watch, onGo }: BatchRowProps) {
  const { workspaces } = useViewer();
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const ref = useMemo(() => watch(id), [watch, id]);
  return (
    <li ref={ref}>
      <div className={classes.batch}>
        <NoticeLink path={path} isFresh={isFresh} onGo={onGo}>
          <ToneIcon tone={tones[newest.kind]} />
          <span className={rows.main}>
            <span className={isFresh ? classes.fresh : undefined} dir="auto">
              {message}
            </span>
            <span className={rows.line}>
              <Moment at={newest.createdAt} />
              {workspaceName !== null && workspaces.length > 1 && <bdi>{workspaceName}</bdi>}
              {isFresh && <span className={classes.mark}>{texts.fresh}</span>}
            </span>
          </span>
        </NoticeLink>
        {count > 1 && (
          <button
            type="button"
            className={classes.open}
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-label={isOpen ? texts.close({ message }) : texts.open({ message })}
            onClick={() => setOpen(!isOpen)}
          >
            <span aria-hidden>{number(count)}</span>
            <IconChevronDown size={16} aria-hidden />
          </button>
        )}
      </div>
      <div id={listId}>{isOpen && <Notices batchId={id} />}</div>
    </li>
  );
}

/** The notices of a batch one by one. */
function Notices({ batchId }: { batchId: string }) {
  const query = useInfiniteQuery(newsOfBatchQuery(useWorkspace().id, batchId));
  return (
    <div className={classes.inside}>
      <Loaded query={query} skeleton={<SkeletonRows count={2} />}>
        {(notices) => (
          <ul>
            {notices.map((notice) => (
              <li key={notice.id}>
                <NoticeLine notice={notice} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <MoreButton query={query} />
    </div>
  );
}

function NoticeLine({ notice: { message, path, createdAt } }: { notice: NoticeView }) {
  return (
    <NoticeLink path={path} isFresh={false}>
      <span className={rows.main}>
        <span dir="auto">{message}</span>
        <span className={rows.line}>
          <Moment at={createdAt} />
        </span>
      </span>
    </NoticeLink>
  );
}

interface NoticeLinkProps {
  path: string;
  isFresh: boolean;
  onGo?: () => void;
  children: ReactNode;
}

function NoticeLink({ path, isFresh, onGo, children }: NoticeLinkProps) {
  const { pathname, searchParams, hash } = new URL(path, window.location.origin);
  // A workspace: the router opens it.
  const search = Object.fromEntries(searchParams) as object;
  return (
    <Link
      to={pathname}
      search={search}
      {...(hash && { hash: hash.slice(1) })}
      className={rows.row}
      data-fresh={isFresh || undefined}
      onClick={onGo}
    >
      <span className={classes.notice}>{children}</span>
    </Link>
  );
}
