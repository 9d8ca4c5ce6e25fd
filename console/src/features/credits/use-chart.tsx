import type { StackedUse } from './stack-use.ts';
import { shortDay, texts } from './texts.ts';
import classes from './use-chart.module.css';

/** Stacked columns, one per day. Hidden from screen readers, as the table below contains the same. */
export function UseChart({ stacked: { series, days, most } }: { stacked: StackedUse }) {
  const place = new Map(series.map(({ key }, index) => [key, index]));
  const first = days[0]?.day ?? '';
  const last = days.at(-1)?.day ?? '';
  return (
    <div aria-hidden>
      <div className={classes.plot}>
        <span className={classes.most}>{most}</span>
        <div className={classes.columns}>
          {days.map(({ day, total, parts }) => (
            <div key={day} className={classes.column} title={texts.chart.columnOf({ day: shortDay(day), count: total })}>
              {parts.toReversed().map(({ key, used }) => (
                <div key={key} className={classes.part} data-series={place.get(key)} style={{ height: `${(used / most) * 100}%` }} />
              ))}
            </div>
          ))}
        </div>
      </div>
      <p className={classes.axis}>
        <span>{shortDay(first)}</span>
        <span>{shortDay(last)}</span>
      </p>
      <ul className={classes.legend}>
        {series.map(({ key, name, total }, index) => (
          <li key={key} className={classes.entry}>
            <span className={classes.swatch} data-series={index} />
            {name} <span className={classes.dim}>{total}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
