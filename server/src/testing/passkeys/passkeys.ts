import { Passkey } from '../../access/passkeys/passkey.entities.ts';
import type { Services } from '../../context.ts';
import { newId } from '../../new-id.ts';
import { createVirtualAuthenticator, type PasskeyAlgorithm, type VirtualAuthenticator } from './virtual-authenticator.ts';

/** A passkey of the person on its own authenticator. */
export async function givenPasskey(
  { config, orm, clock }: Services,
  userId: string,
  algorithm?: PasskeyAlgorithm,
): Promise<VirtualAuthenticator> {
  const authenticator = createVirtualAuthenticator(new URL(config.publicUrl).origin, algorithm);
  const { id: credentialId, publicKey } = authenticator.credential;
  const em = orm.em.fork();
  em.create(Passkey, {
    id: newId('psk'),
    userId,
    credentialId,
    publicKey,
    counter: 0,
    transports: [],
    name: 'Laptop',
    createdAt: clock.now(),
  });
  await em.flush();
  return authenticator;
}
