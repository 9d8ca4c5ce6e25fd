import { Select } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Empty } from '../../components/empty.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { MoreButton } from '../../components/more-button.tsx';
import { Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import rows from '../../components/rows.module.css';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { jobStates } from '../../components/states.ts';
import type { PublishJobState } from '../../gql/graphql.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import { JobRow } from './job-row.tsx';
import { jobsQuery } from './queries.ts';
import { texts } from './texts.ts';

const states = Object.keys(jobStates) as PublishJobState[];

/** All publish jobs of the workspace, newest first. */
export function JobsPage() {
  const { id } = useWorkspace();
  const [state, setState] = useState<PublishJobState | null>(null);
  const query = useInfiniteQuery(jobsQuery(id, state));
  const filter = (
    <Select
      aria-label={texts.filter}
      size="xs"
      w={180}
      data={[{ value: '', label: texts.all }, ...states.map((value) => ({ value, label: texts.state(value) }))]}
      value={state ?? ''}
      allowDeselect={false}
      onChange={(value) => setState(states.find((known) => known === value) ?? null)}
    />
  );
  return (
    <Page title={texts.title}>
      <Panel title={texts.order} side={filter} isFlush>
        <Loaded query={query} skeleton={<SkeletonRows />}>
          {(jobs) =>
            jobs.length === 0 ? (
              <Empty title={texts.empty}>
                <p>{state ? texts.emptyState : texts.emptyHow}</p>
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
