import { endAlert, openAlert, REPORTED } from '../access/notices/notices.ts';
import { clientSettings, OAUTH_CLIENT_PLATFORMS } from '../config/oauth-clients-config.ts';
import type { Services } from '../context.ts';
import { forkAsOwner } from '../db/row-security/tenant-session.ts';
import { namesOf, say } from '../languages/sentence.ts';
import { ConnectError } from '../platforms/platform.ts';

type Asked = 'connecting' | 'renewing';

/** A renewal that works without the registration proves nothing about it, and has its own alert. */
function idOf({ platforms }: Services, platform: string, asked: Asked): string {
  const isOfItsOwn = asked === 'renewing' && !platforms.get(platform)?.renewsByClient;
  return `${REPORTED}${platform}${isOfItsOwn ? '/renewing' : ''}`;
}

/**
 * Alerts operators if a network refuses the service itself, so no account can connect there. Ignores other errors.
 * Returns whether it was that, so no account is blamed.
 */
export async function noteServiceRefused(services: Services, platform: string, asked: Asked, error: unknown): Promise<boolean> {
  const registered = OAUTH_CLIENT_PLATFORMS.find((id) => id === platform);
  if (!registered || !(error instanceof ConnectError && error.isServiceRefused)) return false;
  // A missing registration is found by a check, and has its own alert.
  if (services.platforms.get(platform)?.oauth?.missing != null) return true;
  const label = services.platforms.get(platform)?.label ?? platform;
  const settings = namesOf(clientSettings(registered));
  const message = say`${label} rejects this service, so no account can be connected there. ${error.message} Check ${settings}, and restart.`;
  await openAlert(
    forkAsOwner(services.orm),
    { id: idOf(services, platform, asked), kind: 'network_refused', message },
    services.clock.now(),
  );
  return true;
}

/** Clears the alert once the network accepts the service; connecting proves renewal too. */
export async function noteServiceTaken(services: Services, platform: string, asked: Asked): Promise<void> {
  const shown: Asked[] = asked === 'connecting' ? ['connecting', 'renewing'] : ['renewing'];
  const ids = new Set(shown.map((each) => idOf(services, platform, each)));
  for (const id of ids) await endAlert(forkAsOwner(services.orm), id, services.clock.now());
}
