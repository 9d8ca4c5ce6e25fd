import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Empty } from '../../components/ui/empty.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { MoreButton } from '../../components/ui/more-button.tsx';
import { Page } from '../../components/ui/page.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import rows from '../../components/ui/rows.module.css';
import { SkeletonRows } from '../../components/ui/skeleton-rows.tsx';
import { listAddress } from '../../lib/list-address.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import { JobFilters } from './job-filters.tsx';
import { JobRow } from './job-row.tsx';
import { type JobFilter, jobsQuery } from './queries.ts';
import { texts } from './texts.ts';

const ALL: JobFilter = { state: null, platform: null, agentId: null };

/** All publish jobs of the workspace, newest first. */
export function JobsPage() {
  const { id } = useWorkspace();
  const [filter, setFilter] = useState(ALL);
  const query = useInfiniteQuery(jobsQuery(id, filter));
  const isFiltered = Object.values(filter).some((value) => value !== null);
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
      <Panel title={texts.order} isFlush>
        <JobFilters filter={filter} onChange={setFilter} />
        <Loaded query={query} skeleton={<SkeletonRows />}>
          {(jobs) =>
            jobs.length === 0 ? (
              <Empty title={texts.empty}>
                <p>{isFiltered ? texts.emptyState : texts.emptyHow}</p>
              </Empty>
            ) : (
              <ul className={rows.rows}>
                {jobs.map((job) => (
                  <JobRow key={job.id} job={job} />
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
