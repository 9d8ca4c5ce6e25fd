import { joined, say, type Words } from '../../languages/sentence.ts';
import { wordsOfViolation } from '../../platforms/checks/violation.ts';
import { block, pass, type Verdict, wait } from './gate.ts';
import type { GateSnapshot } from './gate-snapshot.ts';

/** Every payload is prepared and fits its platform. */
export function payloadGate({ targets }: GateSnapshot): Verdict {
  for (const { platform, platformLabel, violations, hasNewRules, isKnown } of targets) {
    if (!isKnown)
      return block(
        'platform_unavailable',
        say`The service has no platform ${platform} any more.`,
        'Take the platform out of the draft.',
        platform,
      );
    const [first, ...more] = violations ?? [];
    if (!first) continue;
    const { message, remedy } = wordsOfViolation(first);
    const what = withMore(message, more.length);
    if (hasNewRules) {
      return block(
        'payload_outdated',
        say`${platformLabel} has other limits than when this was prepared: ${what}`,
        joined([remedy, say`Then prepare it again: submit the draft, and it is approved anew.`]),
        platform,
      );
    }
    return block('payload_invalid', say`The post does not fit ${platformLabel}: ${what}`, remedy, platform);
  }
  const missing = targets.find(({ violations }) => violations === null);
  if (missing) {
    return wait(
      'payload_not_prepared',
      say`The ${missing.platformLabel} payload has not been prepared.`,
      'Submit the draft, or prepare its payloads.',
      missing.platform,
    );
  }
  return pass('payload_valid', 'Every payload fits its platform.');
}

/** The first of several, and how many others there are. */
export function withMore(first: Words, others: number): Words {
  return others === 0 ? first : say`${first} (and ${others} more)`;
}
