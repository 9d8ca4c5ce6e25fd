import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../components/loaded.tsx';
import { Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { useWorkspace } from '../../lib/viewer.ts';
import { CreditsCard } from './credits-card.tsx';
import { FirstSteps } from './first-steps.tsx';
import { NextCard } from './next-card.tsx';
import { NoticesCard } from './notices-card.tsx';
import classes from './overview.module.css';
import { overviewQuery } from './queries.ts';
import { texts } from './texts.ts';
import { WaitsCard } from './waits-card.tsx';
import { WrongCard } from './wrong-card.tsx';

/** Four quiet cards, and above them the first steps for as long as there are any. */
export function OverviewPage() {
  const { id } = useWorkspace();
  const query = useQuery(overviewQuery(id));
  return (
    <Page title={texts.title}>
      <Loaded query={query} skeleton={<CardsSkeleton />}>
        {(workspace) =>
          workspace && (
            <div className={classes.overview}>
              <NoticesCard />
              <FirstSteps workspace={workspace} />
              <div className={classes.cards}>
                <WaitsCard workspace={workspace} />
                <NextCard workspace={workspace} />
                <WrongCard workspace={workspace} />
                <CreditsCard />
              </div>
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}

function CardsSkeleton() {
  return (
    <div className={classes.cards}>
      {[texts.waits, texts.next, texts.wrong, texts.credits].map((title) => (
        <Panel key={title} title={title} isFlush>
          <SkeletonRows count={3} />
        </Panel>
      ))}
    </div>
  );
}
