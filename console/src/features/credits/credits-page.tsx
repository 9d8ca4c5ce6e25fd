import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { forecastWords } from '../../components/gates/forecast-words.ts';
import { Empty } from '../../components/ui/empty.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { Page } from '../../components/ui/page.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import type { CreditUnit } from '../../gql/graphql.ts';
import { number } from '../../lib/language.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import { BudgetPanel } from './budget-panel.tsx';
import { BurnDownPart } from './burn-down-part.tsx';
import { BuyForm } from './buy-form.tsx';
import classes from './credits.module.css';
import { Ledger, type LedgerProps } from './ledger.tsx';
import { Prices } from './prices.tsx';
import { budgetQuery, type Credits, creditsQuery } from './queries.ts';
import { priceOf, texts } from './texts.ts';
import { UsePanel } from './use-panel.tsx';

interface Props extends LedgerProps {
  /** Returning from checkout. */
  isBack: boolean;
}

/** The balances, purchases, and the ledger. */
export function CreditsPage(props: Props) {
  const { viewerCan } = useWorkspace();
  return (
    <Page title={texts.title}>
      {viewerCan.viewCredits ? (
        <Content {...props} />
      ) : (
        <Empty title={texts.hidden}>
          <p>{texts.hiddenHow}</p>
        </Empty>
      )}
    </Page>
  );
}

const loading = <Skeleton height={180} radius={10} />;

function Content({ isBack, ...ledger }: Props) {
  const { id } = useWorkspace();
  const query = useQuery(creditsQuery(id));
  // Loaded at the same time, so the page below does not move later.
  const budget = useQuery(budgetQuery(id));
  return (
    <div className={classes.credits}>
      {isBack && (
        <Notice tone="wait" title={texts.bought}>
          <p>{texts.boughtHow}</p>
        </Notice>
      )}
      <Loaded query={query} skeleton={loading}>
        {(credits) =>
          credits &&
          (budget.isPending ? (
            loading
          ) : (
            <>
              <div className={classes.units}>
                <Unit unit="PUBLICATION" credits={credits} />
                <Unit unit="AUTOPOSTING" credits={credits} />
              </div>
              <p className={classes.dim}>{texts.separate}</p>
              <Prices prices={credits.prices} />
              <BudgetPanel />
              <UsePanel credits={credits} />
              <Products credits={credits} />
            </>
          ))
        }
      </Loaded>
      {/* Its position depends on what is above it, so it comes after it. */}
      {query.data && !budget.isPending && <Ledger {...ledger} />}
    </div>
  );
}

function Unit({ unit, credits }: { unit: CreditUnit; credits: Credits }) {
  const { name, what } = texts.units[unit];
  return (
    <Panel title={name}>
      <p className={classes.dim}>{what}</p>
      <ul className={classes.buckets}>
        {credits.balances
          .filter((balance) => balance.unit === unit)
          .map(({ bucket, available, held }) => (
            <li key={bucket} className={classes.bucket}>
              <span>
                {texts.buckets[bucket]}
                {held > 0 && <span className={classes.held}>{texts.held({ count: held })}</span>}
              </span>
              <span className={classes.number}>
                {number(available)} <span className={classes.small}>{texts.available}</span>
              </span>
            </li>
          ))}
      </ul>
      {credits.burnDowns
        ?.filter((burnDown) => burnDown.unit === unit)
        .map((burnDown) => (
          <BurnDownPart key={unit} burnDown={burnDown} />
        ))}
      {credits.forecasts
        ?.filter((forecast) => forecast.unit === unit)
        .map((forecast) => (
          <p key={unit} className={classes.forecast}>
            {forecastWords(forecast)}
          </p>
        ))}
    </Panel>
  );
}

function Products({ credits }: { credits: Credits }) {
  return (
    <Panel title={texts.products}>
      <ul className={classes.products}>
        {credits.products.map(({ id, label, priceCents, quantity, unit, note }) => (
          <li key={id} className={classes.product}>
            <p className={classes.productName}>{label}</p>
            <p>
              <bdi className={classes.number}>{priceOf(priceCents)}</bdi> {texts.adds({ quantity, unit })}
            </p>
            <p className={classes.dim}>{note}</p>
            {credits.canBuy && <BuyForm product={id} label={label} priceCents={priceCents} />}
          </li>
        ))}
      </ul>
      <p className={classes.dim}>
        {credits.canBuy ? texts.paying : texts.buying}
        {!credits.canBuy && credits.operatorContact && (
          <>
            {' '}
            <a href={credits.operatorContact}>{texts.askOperator({ address: credits.operatorContact.replace(/^mailto:/, '') })}</a>
          </>
        )}
      </p>
    </Panel>
  );
}
