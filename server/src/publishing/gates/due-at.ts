import { quietUntil } from '../../planning/quiet-until.ts';
import type { GateSnapshot } from './gate-snapshot.ts';

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
