import { formatMoment } from '../../planning/format-moment.ts';
import { dueAt } from './due-at.ts';
import { pass, type Verdict, wait } from './gate.ts';
import type { GateSnapshot } from './gate-snapshot.ts';

const NOTHING_TO_DO = 'Nothing is to be done; it starts by itself.';
const REMEDY = `${NOTHING_TO_DO} An owner can change the quiet hours in the settings.`;

/** Nothing goes out before its time, and nothing in the workspace's quiet hours. */
export function scheduleGate(snapshot: GateSnapshot): Verdict {
  const { scheduledAt, now, timeZone } = snapshot;
  const due = dueAt(snapshot);
  const [at, start] = [formatMoment(due, timeZone), scheduledAt && formatMoment(scheduledAt, timeZone)];
  if (scheduledAt !== null && scheduledAt > now) {
    if (due <= scheduledAt) return wait('scheduled', `It is scheduled for ${start}.`, NOTHING_TO_DO);
    return wait('scheduled_in_quiet_hours', `It is scheduled for ${start}, which lies in quiet hours; it goes out on ${at}.`, REMEDY);
  }
  if (due > now) return wait('quiet_hours', `Quiet hours: nothing goes out before ${at}.`, REMEDY);
  if (scheduledAt === null) return pass('not_scheduled', 'It goes out as soon as the other gates pass.');
  return pass('due', 'The scheduled time has come.');
}
