import type { AgentWeekFragment } from '../../gql/graphql.ts';
import { texts as separators } from '../../lib/texts.ts';
import { formatDay } from '../../lib/time/format-time.ts';
import { useTimeZone } from '../ui/time-zone.ts';
import classes from './agent-weeks.module.css';
import { texts } from './weeks-texts.ts';

/** Decisions on an agent's work. */
export const judgements = ['approved', 'sentBack', 'rejected'] as const;

/** The decisions on an agent's posts by week: the shares approved, sent back and rejected. Null for fewer than two weeks. */
export function AgentWeeks({ weeks, titleClass }: { weeks: readonly AgentWeekFragment[]; titleClass?: string | undefined }) {
  const timeZone = useTimeZone();
  const decided = weeks.filter((week) => decidedOf(week) > 0);
  if (decided.length < 2) return null;
  const last = new Date(weeks.at(-1)?.endsAt ?? 0);
  const wordsOf = (week: AgentWeekFragment): string =>
    texts.week({ day: formatDay(new Date(week.endsAt), last, timeZone), approved: week.approved, decided: decidedOf(week) });
  const drawn = (
    <div role="img" className={classes.weeks} aria-label={texts.all({ weeks: decided.map(wordsOf).join(separators.semicolon) })}>
      {weeks.map((week) => (
        <span key={week.endsAt} className={classes.week} title={decidedOf(week) > 0 ? wordsOf(week) : undefined}>
          {judgements.map((kind) => week[kind] > 0 && <span key={kind} data-kind={kind} style={{ flexGrow: week[kind] }} />)}
        </span>
      ))}
    </div>
  );
  if (!titleClass) return drawn;
  return (
    <div className={classes.titled}>
      <p className={titleClass}>{texts.title}</p>
      {drawn}
    </div>
  );
}

const decidedOf = ({ approved, sentBack, rejected }: AgentWeekFragment): number => approved + sentBack + rejected;
