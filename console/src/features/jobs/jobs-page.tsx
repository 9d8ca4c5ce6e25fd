import { Button, SegmentedControl } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTicks } from '../../components/lists/use-ticks.ts';
import { Empty } from '../../components/ui/empty.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { MoreButton } from '../../components/ui/more-button.tsx';
import { Page } from '../../components/ui/page.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import rows from '../../components/ui/rows.module.css';
import { SkeletonRows } from '../../components/ui/skeleton-rows.tsx';
import { WriteDraft } from '../../components/write-draft.tsx';
import type { JobRowFragment } from '../../gql/graphql.ts';
import { listAddress } from '../../lib/list-address.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import { JobBulk } from './job-bulk.tsx';
import { JobFilters } from './job-filters.tsx';
import { JobRow } from './job-row.tsx';
import { type JobFilter, jobsQuery, readAllJobs } from './queries.ts';
import { texts } from './texts.ts';
import { Wall } from './wall.tsx';

interface Props {
  view: 'list' | 'wall';
  filter: JobFilter;
  onShow: (view: 'list' | 'wall', filter: JobFilter) => void;
}

/** The workspace's publish jobs, newest first; or the published ones as a wall. */
export function JobsPage({ view, filter, onShow }: Props) {
  const { id } = useWorkspace();
  return (
    <Page
      title={texts.title}
      actions={
        <Button
          component="a"
          variant="default"
          href={listAddress(id, 'jobs')}
          download
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {texts.download}
        </Button>
      }
    >
      <Panel
        title={texts.order}
        side={
          <SegmentedControl
            size="xs"
            aria-label={texts.view}
            data={[
              { value: 'list', label: texts.list },
              { value: 'wall', label: texts.wall },
            ]}
            value={view}
            onChange={(next) => onShow(next === 'wall' ? 'wall' : 'list', filter)}
          />
        }
        isFlush
      >
        <JobFilters filter={filter} isOut={view === 'wall'} onChange={(next) => onShow(view, next)} />
        {view === 'wall' ? <Wall filter={filter} /> : <List filter={filter} />}
      </Panel>
    </Page>
  );
}

const NONE: readonly JobRowFragment[] = [];

function List({ filter }: { filter: JobFilter }) {
  const { id } = useWorkspace();
  const query = useInfiniteQuery(jobsQuery(id, filter));
  const ticks = useTicks(query.data ?? NONE);
  const isFiltered = Object.values(filter).some((value) => value !== null);
  return (
    <>
      <Loaded query={query} skeleton={<SkeletonRows />}>
        {(jobs) =>
          jobs.length === 0 ? (
            <Empty title={texts.empty}>
              <p>{isFiltered ? texts.emptyState : texts.emptyHow}</p>
              {!isFiltered && <WriteDraft />}
            </Empty>
          ) : (
            <>
              <JobBulk ticks={ticks} hasMore={query.hasNextPage} readAll={(most) => readAllJobs(id, filter, most)} />
              <ul className={rows.rows}>
                {jobs.map((job) => (
                  <JobRow key={job.id} job={job} isTicked={ticks.rows.has(job.id)} onTick={() => ticks.toggle(job)} />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
      <MoreButton query={query} />
    </>
  );
}
