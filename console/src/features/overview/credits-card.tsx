import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Loaded } from '../../components/loaded.tsx';
import { Panel } from '../../components/panel.tsx';
import type { BalanceViewFragment, CreditUnit, ForecastViewFragment } from '../../gql/graphql.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import classes from './overview.module.css';
import { overviewCreditsQuery } from './queries.ts';
import { texts } from './texts.ts';

const units: readonly CreditUnit[] = ['PUBLICATION', 'AUTOPOSTING'];

export function CreditsCard() {
  const { viewerCan } = useWorkspace();
  return (
    <Panel title={texts.credits} side={viewerCan.viewCredits && <Link to="/credits">{texts.ledger}</Link>} isFlush>
      {viewerCan.viewCredits ? <Balances /> : <p className={classes.quiet}>{texts.creditsHidden}</p>}
    </Panel>
  );
}

/** The two units side by side and never added to each other. */
function Balances() {
  const query = useQuery(overviewCreditsQuery(useWorkspace().id));
  return (
    <Loaded query={query} skeleton={<Skeleton height={72} m={16} width="60%" />}>
      {({ balances, forecasts }) => (
        <div className={classes.balances}>
          {units.map((unit) => (
            <Balance
              key={unit}
              unit={unit}
              balances={balances.filter((balance) => balance.unit === unit)}
              forecast={forecasts.find((forecast) => forecast.unit === unit)}
            />
          ))}
        </div>
      )}
    </Loaded>
  );
}

interface BalanceProps {
  unit: CreditUnit;
  balances: BalanceViewFragment[];
  forecast: ForecastViewFragment | undefined;
}

function Balance({ unit, balances, forecast }: BalanceProps) {
  const available = balances.reduce((sum, balance) => sum + balance.available, 0);
  const held = balances.reduce((sum, balance) => sum + balance.held, 0);
  return (
    <div>
      <p className={classes.number}>{available}</p>
      <p>{texts.units[unit]}</p>
      {held > 0 && <p className={classes.line}>{texts.held(held)}</p>}
      {forecast?.daysLeft != null && <p className={classes.line}>{texts.lasts(forecast.daysLeft)}</p>}
    </div>
  );
}
