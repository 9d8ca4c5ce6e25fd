import { countAttempt, forgiveAttempt, slowingBucket } from '../../access/attempt-limit.ts';
import { beginPasskeySignIn, notePasskeyRefused, openAssertion, signInWithPasskey } from '../../access/passkeys/passkey-assertion.ts';
import { completeSignIn, SECOND_FACTORS } from '../../access/second-factor/sign-in-step.ts';
import { noteFailedSignIn } from '../../access/sessions/failed-sign-ins.ts';
import { signOut } from '../../access/sessions/sessions.ts';
import { signIn } from '../../access/sessions/sign-in.ts';
import { completeSetup, hashSetupPassword, requireSetupLink } from '../../access/setup.ts';
import type { Services } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { HttpServer } from '../engine/http-server.ts';
import { AUTHENTICATES } from '../limits/rate-limits.ts';
import {
  EmptyBody,
  PasskeyOptionsSchema,
  PasskeyVerifyBody,
  SecondFactorBody,
  SetUpSchema,
  SetupBody,
  SetupLinkBody,
  SignedInOrStepSchema,
  SignedInSchema,
  SignInBody,
} from './auth.schemas.ts';
import { identifyRequest } from './authenticate.ts';
import {
  clearSessionCookie,
  clearStepCookie,
  knownDeviceOf,
  rememberDevice,
  setSessionCookie,
  setStepCookie,
  stepTokenOf,
} from './cookies.ts';
import {
  browserOf,
  codeBuckets,
  endpointBucket,
  guessBuckets,
  languageOf,
  personContext,
  sameSiteOnly,
  sendSignedIn,
} from './person-routes.ts';

/** Set-up, sign-in and sign-out of people, for the console. The session's token is only ever in the cookie. */
export function addAuthRoutes(app: HttpServer, services: Services): void {
  const onRequest = sameSiteOnly(services);

  app.post(
    '/auth/setup',
    { onRequest, schema: { hide: true, body: SetupBody, response: { 201: SetUpSchema } } },
    async (request, reply) => {
      const { workspace_name: workspaceName, time_zone: timeZone, password, ...person } = request.body;
      const buckets = [endpointBucket('set-up', request)];
      await countAttempt(services, buckets);
      const [browser, language] = [browserOf(request), languageOf(request)];
      const ctx = personContext(services, request);
      const passwordHash = await hashSetupPassword(ctx, { ...person, workspaceName, password });
      const done = await inTransaction(ctx, (tx) =>
        completeSetup(tx, { ...person, ...browser, passwordHash, workspaceName, timeZone, language }),
      );
      await forgiveAttempt(services, buckets);
      setSessionCookie(services.config, reply, done.sessionToken, done.expiresAt);
      rememberDevice(services, reply, person.email);
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send({ user_id: done.userId, account_id: done.accountId, workspace_id: done.workspaceId });
    },
  );

  app.post('/auth/setup/link', { onRequest, schema: { hide: true, body: SetupLinkBody } }, async (request, reply) => {
    await countAttempt(services, [endpointBucket('set-up', request)]);
    await requireSetupLink(personContext(services, request), request.body.token);
    return reply.code(204).send();
  });

  app.post(
    '/auth/sign-in/email',
    { onRequest, schema: { hide: true, body: SignInBody, response: { 200: SignedInOrStepSchema } } },
    async (request, reply) => {
      const { email, password } = request.body;
      const entered = await signIn(personContext(services, request), {
        email,
        password,
        browser: browserOf(request),
        buckets: guessBuckets(services, request, 'sign-in', email),
        line: knownDeviceOf(services, request, email) ? 'known' : 'stranger',
      });
      if (entered.outcome === 'signed_in') return sendSignedIn(services, reply, { ...entered, email });
      setStepCookie(services.config, reply, entered.token, entered.expiresAt);
      return reply
        .header('cache-control', 'no-store')
        .send({ second_factor: [...SECOND_FACTORS], expires_at: entered.expiresAt.toISOString() });
    },
  );

  app.post('/auth/sign-out', { ...AUTHENTICATES, onRequest, schema: { hide: true } }, async (request, reply) => {
    // Signing out requires no session.
    const actor = await identifyRequest(services, request);
    if (actor.kind === 'user') await inTransaction(personContext(services, request, actor), (tx) => signOut(tx));
    clearSessionCookie(services.config, reply);
    // The device cookie identifies no one; it only separates the owner's attempts from strangers' guesses. What the console
    // has stored of the person it removes itself: "storage" would also take the browser's choices and other people's text.
    return reply.code(204).header('cache-control', 'no-store').header('clear-site-data', '"cache"').send();
  });
}

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
    { onRequest, schema: { hide: true, body: EmptyBody, response: { 200: PasskeyOptionsSchema } } },
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

/** The second step of a sign-in, for people with an authenticator app. */
export function addSecondFactorRoutes(app: HttpServer, services: Services): void {
  app.post(
    '/auth/sign-in/second-factor',
    { onRequest: sameSiteOnly(services), schema: { hide: true, body: SecondFactorBody, response: { 200: SignedInSchema } } },
    async (request, reply) => {
      const session = await completeSignIn(personContext(services, request), {
        token: stepTokenOf(services.config, request),
        ...request.body,
        browser: browserOf(request),
        bucketsOf: (email) => codeBuckets(services, request, 'second-factor', email),
      });
      clearStepCookie(services.config, reply);
      return sendSignedIn(services, reply, session);
    },
  );
}
