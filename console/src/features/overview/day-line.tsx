import { Link } from '@tanstack/react-router';
import { Thumb } from '../../components/posts/thumb.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import { jobStates } from '../../components/ui/states.ts';
import { useTimeZone } from '../../components/ui/time-zone.ts';
import { formatSoon, formatTimeOfDay } from '../../lib/time/format-time.ts';
import { useNow } from '../../lib/time/use-now.ts';
import classes from './overview.module.css';
import type { NextJob, OverviewWorkspace } from './queries.ts';
import { texts } from './texts.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const STEP_HOURS = 4;
const LISTED = 5;

/** The next 24 hours as a line with scheduled posts, and the same as a list. */
export function DayLine({ workspace }: { workspace: OverviewWorkspace }) {
  const now = useNow();
  const zone = useTimeZone();
  const jobs = workspace.next.edges.map(({ node }) => node);
  const more = Math.max(workspace.figures.goingOut, jobs.length) - LISTED;
  return (
    <Panel title={texts.next} isFlush>
      {jobs.length === 0 ? (
        <p className={classes.quiet}>{texts.nextEmpty}</p>
      ) : (
        <>
          <div className={classes.day} aria-hidden>
            {hours(now).map((at) => (
              <span key={at} className={classes.hour} style={{ insetInlineStart: place(at, now) }}>
                {formatTimeOfDay(new Date(at), zone)}
              </span>
            ))}
            {jobs.map((job) => (
              <span key={job.id} className={classes.dot} style={{ insetInlineStart: place(timeOf(job, now), now) }} />
            ))}
          </div>
          <ul className={classes.items}>
            {jobs.slice(0, LISTED).map((job) => (
              <li key={job.id}>
                <Link to="/jobs/$jobId" params={{ jobId: job.id }} className={classes.post}>
                  <Thumb draft={job.draft} />
                  <span className={classes.postWords}>
                    <span className={classes.title} dir="auto">
                      {job.draft.title}
                    </span>
                    <span className={classes.line}>
                      {job.scheduledAt ? formatSoon(new Date(job.scheduledAt), now, zone) : `${texts.now} · ${jobStates[job.state].word}`}
                    </span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
          {more > 0 && (
            <p className={classes.quiet}>
              <Link to="/calendar">{texts.nextMore({ count: more })}</Link>
            </p>
          )}
        </>
      )}
    </Panel>
  );
}

function timeOf({ scheduledAt }: NextJob, now: Date): number {
  return scheduledAt ? Date.parse(scheduledAt) : now.getTime();
}

/** Full hours of local time, every few hours. */
function hours(now: Date): number[] {
  const first = Math.ceil(now.getTime() / HOUR_MS) * HOUR_MS;
  return Array.from({ length: 24 / STEP_HOURS }, (_, index) => first + index * STEP_HOURS * HOUR_MS);
}

function place(at: number, now: Date): string {
  return `${Math.min(100, Math.max(0, ((at - now.getTime()) / DAY_MS) * 100)).toFixed(2)}%`;
}
