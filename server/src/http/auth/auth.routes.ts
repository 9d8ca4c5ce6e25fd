import { countAttempt, forgiveAttempt } from '../../access/attempt-limit.ts';
import { SECOND_FACTORS } from '../../access/second-factor/sign-in-step.ts';
import { signOut } from '../../access/sessions/sessions.ts';
import { signIn } from '../../access/sessions/sign-in.ts';
import { completeSetup, hashSetupPassword, requireSetupLink } from '../../access/setup.ts';
import type { Services } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { HttpServer } from '../engine/http-server.ts';
import { AUTHENTICATES } from '../limits/rate-limits.ts';
import { SetUpSchema, SetupBody, SetupLinkBody, SignedInOrStepSchema, SignInBody } from './auth.schemas.ts';
import { identifyRequest } from './authenticate.ts';
import { clearSessionCookie, knownDeviceOf, rememberDevice, setSessionCookie, setStepCookie } from './cookies.ts';
import { browserOf, endpointBucket, guessBuckets, languageOf, personContext, sameSiteOnly, sendSignedIn } from './person-routes.ts';

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
    // Not "cookies": the device cookie identifies no one, and keeps strangers' guesses apart.
    return reply.code(204).header('cache-control', 'no-store').header('clear-site-data', '"cache", "storage"').send();
  });
}
