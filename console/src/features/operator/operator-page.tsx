import { Skeleton } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Empty } from '../../components/ui/empty.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { MoreButton } from '../../components/ui/more-button.tsx';
import { Page } from '../../components/ui/page.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import { Accounts } from './accounts.tsx';
import { AddCredits } from './add-credits.tsx';
import { CorrectCredits } from './correct-credits.tsx';
import { LaunchSteps } from './launch-steps.tsx';
import { Networks } from './networks.tsx';
import classes from './operator.module.css';
import { Place } from './place.tsx';
import { figuresQuery, operatorQuery } from './queries.ts';
import { ServiceFigures } from './service-figures.tsx';
import { ServiceStop } from './service-stop.tsx';
import { Signups } from './signups.tsx';
import { Surcharges } from './surcharges.tsx';
import { texts } from './texts.ts';

const skeleton = <Skeleton height={320} radius={10} />;

/** For the operator: launch steps, accounts, credits. */
export function OperatorPage() {
  const query = useInfiniteQuery(operatorQuery);
  const { data, error, refetch, isFetching } = query;
  // They are first on the page: what is below would move when they arrive later.
  const figures = useQuery(figuresQuery);
  return (
    <Page title={texts.title}>
      <Loaded query={{ data: figures.isPending ? undefined : data, error, refetch, isFetching }} skeleton={skeleton}>
        {(operator) =>
          operator ? (
            <div className={classes.page}>
              <Place id="figures">
                <Loaded query={figures} skeleton={skeleton}>
                  {(facts) => facts && <ServiceFigures {...facts} readAt={figures.dataUpdatedAt} />}
                </Loaded>
              </Place>
              <Signups operator={operator} />
              <Place id="publishing">
                <ServiceStop stop={operator.stop} />
              </Place>
              <Place id="launch">
                <LaunchSteps steps={operator.launchSteps} />
              </Place>
              <Place id="networks">
                <Networks networks={operator.networks} />
              </Place>
              <Place id="surcharges">
                <Surcharges prices={operator.prices} />
              </Place>
              <Panel title={texts.credits}>
                <AddCredits products={operator.products} />
              </Panel>
              <Panel title={texts.correct}>
                <CorrectCredits />
              </Panel>
              <Panel title={texts.accounts} isFlush>
                <Accounts accounts={operator.accounts} />
                <MoreButton query={query} />
              </Panel>
            </div>
          ) : (
            <Empty title={texts.notOperator}>
              <p>{texts.notOperatorHow}</p>
            </Empty>
          )
        }
      </Loaded>
    </Page>
  );
}
