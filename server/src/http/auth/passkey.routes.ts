import { countAttempt, slowingBucket } from '../../access/attempt-limit.ts';
import { beginPasskeySignIn, notePasskeyRefused, openAssertion, signInWithPasskey } from '../../access/passkeys/passkey-assertion.ts';
import { noteFailedSignIn } from '../../access/sessions/failed-sign-ins.ts';
import type { Services } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { HttpServer } from '../engine/http-server.ts';
import { NoBody, PasskeyOptionsSchema, PasskeyVerifyBody, SignedInSchema } from './auth.schemas.ts';
import { browserOf, personContext, sameSiteOnly, sendSignedIn } from './person-routes.ts';

/**
 * Both write or remove a row for anonymous callers, so beyond this an address is slowed down. A passkey cannot be
 * guessed.
 */
const MOST_BY_ADDRESS = 120;

/** Sign-in with a passkey alone: its authenticator has verified the finger or PIN, so no code is required. */
export function addPasskeyRoutes(app: HttpServer, services: Services): void {
  const onRequest = sameSiteOnly(services);

  app.post(
    '/auth/passkey/options',
    { onRequest, schema: { hide: true, body: NoBody, response: { 200: PasskeyOptionsSchema } } },
    async (request, reply) => {
      await countAttempt(services, [slowingBucket('passkey-options', request.ip, MOST_BY_ADDRESS)]);
      const options = await inTransaction(personContext(services, request), (tx) => beginPasskeySignIn(tx));
      return reply.header('cache-control', 'no-store').send(options);
    },
  );

  app.post(
    '/auth/passkey/verify',
    { onRequest, schema: { hide: true, body: PasskeyVerifyBody, response: { 200: SignedInSchema } } },
    async (request, reply) => {
      await countAttempt(services, [slowingBucket('passkey-verify', request.ip, MOST_BY_ADDRESS)]);
      const ctx = personContext(services, request);
      const asked = { purpose: 'sign_in', sessionId: null } as const;
      const assertion = await openAssertion(ctx, request.body.response, asked).catch(async (refusal: unknown) => {
        await noteFailedSignIn(ctx, { userId: null, address: request.ip, by: 'passkey' });
        throw refusal;
      });
      const session = await inTransaction(ctx, (tx) => signInWithPasskey(tx, { assertion, browser: browserOf(request) })).catch(
        async (refusal: unknown) => {
          await inTransaction(ctx, (tx) => notePasskeyRefused(tx, assertion, request.ip));
          throw refusal;
        },
      );
      return sendSignedIn(services, reply, session);
    },
  );
}
