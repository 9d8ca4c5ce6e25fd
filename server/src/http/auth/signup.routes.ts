import { addressBucket, countAttempt, forgiveAttempt } from '../../access/attempt-limit.ts';
import { hashSignupPassword, mailSignupLink, openSignup, requireOpenSignUp, signUp } from '../../access/sign-up.ts';
import { User } from '../../access/user.entity.ts';
import type { Services } from '../../context.ts';
import { systemContext } from '../../db/system-context.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { HttpServer } from '../engine/http-server.ts';
import { SignUpBody, SignUpLinkBody, SignUpLinkSchema, SignUpOpenSchema, SignUpRequestBody } from './auth.schemas.ts';
import { endpointBucket, languageOf, personContext, sameSiteOnly } from './person-routes.ts';

/** Within a quarter of an hour. */
const MOST_BY_ADDRESS = 10;
/** Limits how fast a caller with many addresses can have strangers emailed in this service's name. */
const MOST_ALTOGETHER = 100;

/** Sign-up, if the operator has opened it: a link by email, then the request, which waits for the operator. */
export function addSignupRoutes(app: HttpServer, services: Services): void {
  const onRequest = sameSiteOnly(services);
  let isSetUp = false;

  app.get('/auth/sign-up', { schema: { hide: true, response: { 200: SignUpOpenSchema } } }, async (request, reply) => {
    // Never undone, so it is only queried until it is true.
    isSetUp ||= (await systemContext(services, request.id).em.count(User)) > 0;
    return reply.header('cache-control', 'no-store').send({ is_open: services.config.people.isSignUpOpen, is_set_up: isSetUp });
  });

  app.post('/auth/sign-up', { onRequest, schema: { hide: true, body: SignUpBody } }, async (request, reply) => {
    requireOpenSignUp(services);
    const { email } = request.body;
    await countAttempt(services, [
      addressBucket('sign-up', request.ip, MOST_BY_ADDRESS),
      { name: 'sign-up/everybody', most: MOST_ALTOGETHER },
    ]);
    // Responds first: the time taken must not reveal whether there is an account.
    reply.code(202).header('cache-control', 'no-store').send();
    await inTransaction(personContext(services, request), (tx) => mailSignupLink(tx, email, languageOf(request))).catch((error: unknown) =>
      request.log.error({ err: error }, 'A link to go on with a sign-up was not sent.'),
    );
    return reply;
  });

  app.post(
    '/auth/sign-up/link',
    { onRequest, schema: { hide: true, body: SignUpLinkBody, response: { 200: SignUpLinkSchema } } },
    async (request, reply) => {
      requireOpenSignUp(services);
      const buckets = [endpointBucket('sign-up-link', request)];
      await countAttempt(services, buckets);
      const { email, expiresAt } = await openSignup(personContext(services, request), request.body.token);
      await forgiveAttempt(services, buckets);
      return reply.header('cache-control', 'no-store').send({ email, expires_at: expiresAt.toISOString() });
    },
  );

  app.post('/auth/sign-up/request', { onRequest, schema: { hide: true, body: SignUpRequestBody } }, async (request, reply) => {
    requireOpenSignUp(services);
    const buckets = [endpointBucket('sign-up-link', request)];
    await countAttempt(services, buckets);
    const { workspace_name: workspaceName, time_zone: timeZone, token, name, password } = request.body;
    const ctx = personContext(services, request);
    const passwordHash = await hashSignupPassword(ctx, { token, password, name, workspaceName });
    await inTransaction(ctx, (tx) => signUp(tx, { token, name, workspaceName, passwordHash, timeZone, language: languageOf(request) }));
    await forgiveAttempt(services, buckets);
    return reply.code(202).header('cache-control', 'no-store').send();
  });
}
