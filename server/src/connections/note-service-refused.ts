import { endMatter, openMatter, REPORTED } from '../access/notices/matters.ts';
import { clientSettings, OAUTH_CLIENT_PLATFORMS } from '../config/oauth-clients-config.ts';
import type { Services } from '../context.ts';
import { forkAsOwner } from '../db/row-security/tenant-session.ts';
import { ConnectError } from '../platforms/platform.ts';

const idOf = (platform: string): string => `${REPORTED}${platform}`;

/**
 * Operators are to hear that a network refuses the service itself: nobody can connect there, whoever signs in. Of other faults they
 * hear nothing. Answers whether it was that, so that no account is blamed for it.
 */
export async function noteServiceRefused({ orm, clock, platforms }: Services, platform: string, error: unknown): Promise<boolean> {
  const registered = OAUTH_CLIENT_PLATFORMS.find((id) => id === platform);
  if (!registered || !(error instanceof ConnectError && error.isServiceRefused)) return false;
  const label = platforms.get(platform)?.label ?? platform;
  const message = `${label} refuses this service itself, so nobody can connect an account there. ${error.message} Look at ${clientSettings(registered).join(' and ')}, and restart.`;
  await openMatter(forkAsOwner(orm), { id: idOf(platform), kind: 'network_refused', message }, clock.now());
  return true;
}

/** The network knows the service again, if it ever did not. */
export async function noteServiceTaken({ orm, clock }: Services, platform: string): Promise<void> {
  await endMatter(forkAsOwner(orm), idOf(platform), clock.now());
}
