import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../components/ui/loaded.tsx';
import { Page } from '../../components/ui/page.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import { SkeletonRows } from '../../components/ui/skeleton-rows.tsx';
import { useWorkspace } from '../../lib/viewer.ts';
import { AgentsPanel } from './agents-panel.tsx';
import { DayLine } from './day-line.tsx';
import { FigureStrip } from './figure-strip.tsx';
import { FirstSteps } from './first-steps.tsx';
import { HowPostsDid } from './how-posts-did.tsx';
import { NeedsPanel } from './needs-panel.tsx';
import classes from './overview.module.css';
import { overviewQuery } from './queries.ts';
import { SecondFactorHint } from './second-factor-hint.tsx';
import { texts } from './texts.ts';
import { WaitsPanel } from './waits-panel.tsx';
import { WentOut } from './went-out.tsx';

/** What needs attention first; then upcoming posts, published posts, and the agents' records. */
export function OverviewPage() {
  const { id } = useWorkspace();
  const query = useQuery(overviewQuery(id));
  return (
    <Page title={texts.title}>
      <Loaded query={query} skeleton={<OverviewSkeleton />}>
        {(workspace) =>
          workspace && (
            <div className={classes.overview}>
              <FigureStrip workspace={workspace} />
              <FirstSteps workspace={workspace} />
              <SecondFactorHint />
              <NeedsPanel workspace={workspace} />
              <div className={classes.cards}>
                <WaitsPanel workspace={workspace} />
                <DayLine workspace={workspace} />
              </div>
              <WentOut workspace={workspace} />
              <AgentsPanel workspace={workspace} />
              <HowPostsDid workspace={workspace} />
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}

function OverviewSkeleton() {
  return (
    <div className={classes.overview}>
      <ul className={classes.figures} aria-hidden>
        {['waiting', 'out', 'stuck', 'credits'].map((name) => (
          <li key={name} className={classes.figure}>
            <Skeleton height={24} width={48} mb={10} />
            <Skeleton height={12} width="70%" />
          </li>
        ))}
      </ul>
      <Panel title={texts.needs.title} isFlush>
        <SkeletonRows count={2} />
      </Panel>
      <div className={classes.cards}>
        {[texts.waits, texts.next].map((title) => (
          <Panel key={title} title={title} isFlush>
            <SkeletonRows count={3} />
          </Panel>
        ))}
      </div>
    </div>
  );
}
