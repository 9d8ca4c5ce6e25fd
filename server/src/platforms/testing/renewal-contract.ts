import { describe, expect, it } from 'vitest';
import type { OauthClient } from '../../config/oauth-clients-config.ts';
import type { Credentials, Platform } from '../platform.ts';

/** A network whose tokens are renewed with the operator's registration. */
export interface RenewalSetUp {
  credentials: Credentials;
  /** The platform with another registration than the network knows. */
  platformOf(client: OauthClient): Platform;
  client: OauthClient;
  /** Registrations that it refuses, beyond a wrong secret. */
  refused?: readonly OauthClient[];
}

/** The required behaviour of every network whose refresh tokens belong to the operator's registration. */
export function describeRenewal(name: string, setUp: () => RenewalSetUp): void {
  describe(`${name}, when it refuses a renewal`, () => {
    it('blames no account for the registration, whose secret no message has', async () => {
      const { credentials, platformOf, client, refused = [] } = setUp();
      for (const registration of [{ ...client, secret: 'a-mistyped-secret' }, ...refused]) {
        const error = await refusalOf(platformOf(registration), credentials);
        expect(error, registration.id).toMatchObject({ isServiceRefused: true });
        expect(String(error)).not.toContain(registration.secret);
      }
    });

    it('blames the account for its refresh token alone', async () => {
      const { credentials, platformOf, client } = setUp();
      const error = await refusalOf(platformOf(client), { ...credentials, refreshToken: 'a-token-that-ended' });
      expect(error).toMatchObject({ isServiceRefused: false });
      expect(String(error)).not.toContain('a-token-that-ended');
    });
  });
}

async function refusalOf({ refresh }: Platform, credentials: Credentials): Promise<unknown> {
  if (!refresh) throw new Error('There is nothing to renew.');
  return refresh(credentials, AbortSignal.timeout(60_000)).then(
    () => null,
    (error: unknown) => error,
  );
}
