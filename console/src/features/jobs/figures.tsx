import { metrics as known, texts as words } from '../../components/figure-texts.ts';
import { Moment } from '../../components/ui/moment.tsx';
import rows from '../../components/ui/rows.module.css';
import type { PublicationFiguresFragment } from '../../gql/graphql.ts';
import { number } from '../../lib/language.ts';
import classes from './job.module.css';
import { texts } from './texts.ts';

type Publication = PublicationFiguresFragment & { platform: { label: string } };

/** The newest figures of a published post, as its network reported them. What it did not report is left out: it is not 0. */
export function Figures({ publication: { platform, metrics, metricsFailure } }: { publication: Publication }) {
  const newest = metrics.at(-1);
  if (!newest && !metricsFailure) return null;
  const figures = known.flatMap((name) => {
    const value = newest?.figures[name];
    return typeof value === 'number' ? [{ label: words.names[name], value }] : [];
  });
  return (
    <section className={classes.readBack} aria-label={texts.metrics.label}>
      <span className={rows.line}>
        {figures.map(({ label, value }) => (
          <span key={label}>
            {label} <b>{number(value)}</b>
          </span>
        ))}
        {newest && (
          <span>
            {texts.metrics.by({ name: platform.label })} <Moment at={newest.readAt} />
          </span>
        )}
        {metricsFailure && <span dir="auto">{metricsFailure}</span>}
      </span>
      <OverTime metrics={metrics} />
    </section>
  );
}

/** How each figure grew between the readings, of which there are at most six; nothing before the second one. */
function OverTime({ metrics }: { metrics: Publication['metrics'] }) {
  const series = known.flatMap((name) => {
    const points = metrics.flatMap(({ readAt, figures }) => {
      const value = figures[name];
      return typeof value === 'number' ? [{ at: new Date(readAt).getTime(), value }] : [];
    });
    return points.length > 1 ? [{ label: words.names[name], points }] : [];
  });
  if (series.length === 0) return null;
  return (
    <details className={classes.overTime}>
      <summary>{texts.metrics.overTime}</summary>
      <dl>
        {series.map(({ label, points }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Line points={points} />
              <span>{points.map(({ value }) => number(value)).join(' · ')}</span>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

const WIDTH = 120;
const HEIGHT = 24;

/** A line from 0 to the largest value; the same figures are next to it as text. */
function Line({ points }: { points: readonly { at: number; value: number }[] }) {
  const [from = 0, to = 0] = [points[0]?.at, points.at(-1)?.at];
  const most = Math.max(1, ...points.map(({ value }) => value));
  const places = points.map(({ at, value }) => {
    const x = ((at - from) / Math.max(1, to - from)) * WIDTH;
    return `${x.toFixed(1)},${(HEIGHT - (value / most) * (HEIGHT - 2) - 1).toFixed(1)}`;
  });
  return (
    <svg width={WIDTH} height={HEIGHT} aria-hidden>
      <polyline points={places.join(' ')} />
    </svg>
  );
}
