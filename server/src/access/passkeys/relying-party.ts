import type { Config } from '../../config/config.ts';

/** Who we are to an authenticator: a passkey made for one host works on no other. */
export function relyingParty({ publicUrl }: Pick<Config, 'publicUrl'>): { id: string; name: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, name: 'Countersign', origin };
}
