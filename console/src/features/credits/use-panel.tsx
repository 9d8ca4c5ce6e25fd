import { Panel } from '../../components/ui/panel.tsx';
import type { CreditUnit } from '../../gql/graphql.ts';
import classes from './credits.module.css';
import type { Credits } from './queries.ts';
import { type StackedUse, stackUse } from './stack-use.ts';
import { shortDay, texts } from './texts.ts';
import { UseChart } from './use-chart.tsx';

/** Daily usage, stacked by agent; one chart for each used unit. */
export function UsePanel({ credits: { use } }: { credits: Credits }) {
  if (!use) return null;
  const stacks = (['PUBLICATION', 'AUTOPOSTING'] as const)
    .map((unit) => ({ unit, stacked: stackUse(use, unit, texts.chart) }))
    .filter(({ stacked }) => stacked.total > 0);
  return (
    <Panel title={texts.chart.title({ from: shortDay(use.from), to: shortDay(use.to) })}>
      {stacks.length === 0 && <p className={classes.dim}>{texts.chart.empty}</p>}
      {stacks.map(({ unit, stacked }) => (
        <UnitUse key={unit} unit={unit} stacked={stacked} />
      ))}
    </Panel>
  );
}

function UnitUse({ unit, stacked }: { unit: CreditUnit; stacked: StackedUse }) {
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>
        <b>{texts.units[unit].name}</b>
        <span className={classes.dim}>{texts.chart.total({ count: stacked.total })}</span>
      </figcaption>
      <UseChart stacked={stacked} />
      <details className={classes.asTable}>
        <summary>{texts.chart.asTable}</summary>
        <UseTable stacked={stacked} />
      </details>
    </figure>
  );
}

/** The chart's figures as text; days without usage are omitted. */
function UseTable({ stacked: { series, days } }: { stacked: StackedUse }) {
  const nameOf = (key: string): string => series.find((one) => one.key === key)?.name ?? key;
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{texts.chart.day}</th>
          <th scope="col">{texts.chart.who}</th>
          <th scope="col" data-number>
            {texts.chart.used}
          </th>
        </tr>
      </thead>
      <tbody>
        {days.flatMap(({ day, parts }) =>
          parts.map(({ key, used }) => (
            <tr key={`${day} ${key}`}>
              <td>{day}</td>
              <td>{nameOf(key)}</td>
              <td data-number>{used}</td>
            </tr>
          )),
        )}
      </tbody>
    </table>
  );
}
