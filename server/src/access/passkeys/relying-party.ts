import type { Config } from '../../config/config.ts';

/** Our identity for authenticators: a passkey for one host works on no other. */
export function relyingParty({ publicUrl }: Pick<Config, 'publicUrl'>): { id: string; name: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, name: 'Countersign', origin };
}
