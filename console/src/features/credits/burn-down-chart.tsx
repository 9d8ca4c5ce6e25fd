import type { Course, Level } from './burn-down.ts';
import classes from './burn-down-chart.module.css';
import { shortDay, texts } from './texts.ts';

/**
 * The balance as a step line, from 30 days ago over today to the promised part, dashed. Hidden from screen readers,
 * as the table below contains the same.
 */
export function BurnDownChart({ course: { past, ahead, most, promised } }: { course: Course }) {
  const [today, ...coming] = ahead;
  const width = past.length + coming.length;
  const heightOf = ({ left }: Level): number => 100 - (left / most) * 100;
  const behind = past
    .map((level, index) => `${index === 0 ? 'M0' : 'V'}${index === 0 ? ` ${heightOf(level)}` : heightOf(level)}H${index + 1}`)
    .join('');
  const before = coming.map((level, index) => `V${heightOf(level)}H${past.length + index + 1}`).join('');
  const emptyAt = ahead.findIndex(({ left }) => left === 0);
  return (
    <div aria-hidden>
      <div className={classes.plot}>
        <svg aria-hidden className={classes.lines} viewBox={`0 0 ${width} 100`} preserveAspectRatio="none">
          <path className={classes.area} d={`${behind}V100H0Z`} />
          <path className={classes.line} d={behind} />
          {promised > 0 && today && (
            <path className={classes.ahead} d={`M${past.length} ${heightOf(past.at(-1) ?? today)}V${heightOf(today)}${before}`} />
          )}
        </svg>
        <span className={classes.now} />
        {promised > 0 && emptyAt >= 0 && (
          <span className={classes.empty} style={{ insetInlineStart: `${((past.length + Math.max(0, emptyAt - 1)) / width) * 100}%` }} />
        )}
        <div className={classes.days}>
          {[...past, ...coming].map(({ day, left }) => (
            <span key={day} title={texts.chart.columnOf({ day: shortDay(day), count: left })} />
          ))}
        </div>
        <span className={classes.most}>{most}</span>
      </div>
      <p className={classes.axis}>
        <span>{shortDay(past[0]?.day ?? '')}</span>
        <span>{texts.burnDown.today}</span>
        <span>{shortDay(ahead.at(-1)?.day ?? '')}</span>
      </p>
      {promised > 0 && (
        <ul className={classes.legend}>
          <li className={classes.entry}>
            <span className={classes.solid} />
            {texts.burnDown.left}
          </li>
          <li className={classes.entry}>
            <span className={classes.dashed} />
            {texts.burnDown.ahead}
          </li>
        </ul>
      )}
    </div>
  );
}
