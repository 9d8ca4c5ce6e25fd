import { formatAge, formatClock, formatExact, formatRelative, formatWhen } from '../../lib/time/format-time.ts';
import { useNow } from '../../lib/time/use-now.ts';
import { Hint } from './hint.tsx';
import { useTimeZone } from './time-zone.ts';

const formats = { relative: formatRelative, when: formatWhen, clock: formatClock, age: formatAge };

interface Props {
  /** RFC 3339. */
  at: string;
  /** `relative`: "5 minutes ago". `when`: "Sat 12 Dec, 08:00". `clock`: with the seconds. `age`: "5m". */
  as?: keyof typeof formats;
}

/** A time in the workspace's zone; the exact one shows on hover and tap and is there for screen readers. */
export function Moment({ at, as = 'relative' }: Props) {
  const now = useNow();
  const timeZone = useTimeZone();
  const date = new Date(at);
  const exact = formatExact(date, timeZone);
  return (
    <Hint label={exact}>
      <time dateTime={at}>{formats[as](date, now, timeZone)}</time>
    </Hint>
  );
}
