import { pass, type Verdict, wait } from './gate.ts';
import type { GateSnapshot } from './gate-snapshot.ts';

/** Nothing goes out before its time. */
export function scheduleGate({ scheduledAt, now }: GateSnapshot): Verdict {
  if (scheduledAt === null) return pass('not_scheduled', 'It goes out as soon as the other gates pass.');
  if (scheduledAt <= now) return pass('due', 'The scheduled time has come.');
  return wait('scheduled', `It is scheduled for ${scheduledAt.toISOString()}.`, 'Nothing is to be done; it starts by itself.');
}
