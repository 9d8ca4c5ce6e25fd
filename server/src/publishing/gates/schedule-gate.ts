import type { RestReason } from '../../connections/connection.entity.ts';
import { joined, LocalTime, type Sentence, say } from '../../languages/sentence.ts';
import { quietUntil } from '../../planning/quiet-until.ts';
import { type GateVerdict, pass, wait } from './gate.ts';
import type { GateSnapshot, TargetSnapshot } from './gate-snapshot.ts';
import { publishableTargets } from './target-faults.ts';

const NOTHING_TO_DO = 'No action is needed; it starts automatically.';
const REMEDY = joined([NOTHING_TO_DO, 'An owner can change the quiet hours in the settings.']);

/** Nothing is published before its time, in the workspace's quiet hours, or beyond the platforms' limits. */
export function scheduleGate(snapshot: GateSnapshot): GateVerdict {
  const { scheduledAt, now, timeZone } = snapshot;
  const due = dueAt(snapshot);
  if (scheduledAt !== null && scheduledAt > now) {
    const start = new LocalTime(scheduledAt, timeZone);
    if (due <= scheduledAt) return wait('scheduled', say`It is scheduled for ${start}.`, NOTHING_TO_DO);
    return wait(
      'scheduled_in_quiet_hours',
      say`It is scheduled for ${start}, in quiet hours; it will be published on ${new LocalTime(due, timeZone)}.`,
      REMEDY,
    );
  }
  if (due > now) return wait('quiet_hours', say`Quiet hours: nothing is published before ${new LocalTime(due, timeZone)}.`, REMEDY);
  const rest = restOfAll(snapshot);
  if (rest) return rest;
  if (scheduledAt === null) return pass('not_scheduled', 'It will be published as soon as all other conditions are met.');
  return pass('due', 'The scheduled time has been reached.');
}

/**
 * Pausing one connection does not hold up others: the job waits only if all of its possible targets are
 * paused.
 */
function restOfAll({ targets, timeZone }: GateSnapshot): GateVerdict | null {
  const publishable = publishableTargets(targets);
  const resting = publishable.filter(({ connection }) => connection?.rest);
  const until = ({ connection }: TargetSnapshot) => Number(connection?.rest?.until);
  const [first] = resting.toSorted((a, b) => until(a) - until(b));
  return first && resting.length === publishable.length ? restVerdict(first, timeZone) : null;
}

/** The end of a target's pause and its reason; null if it is not paused. */
export function restVerdict({ platformLabel, connection }: TargetSnapshot, timeZone: string): GateVerdict | null {
  if (!connection?.rest) return null;
  const { reason, until } = connection.rest;
  const { code, message, remedy = NOTHING_TO_DO } = RESTS[reason](platformLabel, connection.handle, new LocalTime(until, timeZone));
  return wait(code, message, remedy, connection.id);
}

const RESTS: Record<RestReason, (label: string, handle: string, at: LocalTime) => { code: string; message: Sentence; remedy?: string }> = {
  quota: (label, handle, at) => ({
    code: 'quota_used',
    message: say`${label} accepts no further posts from ${handle} before ${at}: its own limit is reached.`,
  }),
  rate_limited: (label, handle, at) => ({
    code: 'platform_pause',
    message: say`${label} is rate-limiting ${handle}: nothing is sent before ${at}.`,
  }),
  service_refused: (label, handle, at) => ({
    code: 'service_refused',
    message: say`${label} is currently rejecting this service. Nothing is wrong with ${handle}; it is retried at ${at}.`,
    remedy: 'No action is needed: the operator was notified, and it will be published automatically.',
  }),
};

/** From when on time is no obstacle: not before the scheduled time, not in quiet hours, and not in the past. */
export function dueAt({
  now,
  scheduledAt,
  timeZone,
  quietHours,
}: Pick<GateSnapshot, 'now' | 'scheduledAt' | 'timeZone' | 'quietHours'>): Date {
  const wanted = scheduledAt !== null && scheduledAt > now ? scheduledAt : now;
  return quietUntil(wanted, { timeZone, windows: quietHours }) ?? wanted;
}
