import { block, pass, type Verdict, wait } from './gate.ts';
import type { GateSnapshot } from './gate-snapshot.ts';

/** Every payload is prepared and fits its platform. */
export function payloadGate({ targets }: GateSnapshot): Verdict {
  for (const { platform, platformLabel, violations, hasNewRules, isKnown } of targets) {
    if (!isKnown)
      return block(
        'platform_unavailable',
        `The service has no platform ${platform} any more.`,
        'Take the platform out of the draft.',
        platform,
      );
    const [first, ...more] = violations ?? [];
    if (!first) continue;
    const others = more.length === 0 ? '' : ` (and ${more.length} more)`;
    if (hasNewRules) {
      return block(
        'payload_outdated',
        `${platformLabel} has other limits than when this was prepared: ${first.message}${others}`,
        `${first.remedy} Then prepare it again: submit the draft, and it is approved anew.`,
        platform,
      );
    }
    return block('payload_invalid', `The post does not fit ${platformLabel}: ${first.message}${others}`, first.remedy, platform);
  }
  const missing = targets.find(({ violations }) => violations === null);
  if (missing) {
    return wait(
      'payload_not_prepared',
      `The ${missing.platformLabel} payload has not been prepared.`,
      'Submit the draft, or prepare its payloads.',
      missing.platform,
    );
  }
  return pass('payload_valid', 'Every payload fits its platform.');
}
