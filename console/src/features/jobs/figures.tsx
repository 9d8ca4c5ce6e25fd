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
  const figures = Object.entries(texts.metrics.names).flatMap(([name, label]) => {
    const value = newest?.figures[name as keyof typeof texts.metrics.names];
    return typeof value === 'number' ? [{ label, value }] : [];
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
            {texts.metrics.by(platform.label)} <Moment at={newest.readAt} />
          </span>
        )}
        {metricsFailure && <span dir="auto">{metricsFailure}</span>}
      </span>
    </section>
  );
}
