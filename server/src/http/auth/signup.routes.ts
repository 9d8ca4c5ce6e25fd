import { addressBucket, countAttempt, forgiveAttempt } from '../../access/attempt-limit.ts';
import { acceptInvitation, findInvitation, hashInvitedPassword } from '../../access/members/accept-invitation.ts';
import { hashSignupPassword, mailSignupLink, openSignup, requireOpenSignUp, signUp } from '../../access/sign-up.ts';
import { User } from '../../access/user.entity.ts';
import type { Services } from '../../context.ts';
import { systemContext } from '../../db/system-context.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { HttpServer } from '../engine/http-server.ts';
import { AUTHENTICATES } from '../limits/rate-limits.ts';
import {
  AcceptedSchema,
  AcceptInvitationBody,
  InvitationBody,
  InvitationSchema,
  SignUpBody,
  SignUpLinkBody,
  SignUpLinkSchema,
  SignUpOpenSchema,
  SignUpRequestBody,
} from './auth.schemas.ts';
import { authenticateRequest } from './authenticate.ts';
import { rememberDevice, setSessionCookie } from './cookies.ts';
import { browserOf, endpointBucket, languageOf, personContext, sameSiteOnly } from './person-routes.ts';

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
      request.log.error({ err: error }, 'A sign-up link could not be sent.'),
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

/** The link of an invitation: viewing it changes nothing, accepting it works once. The token is only ever in the body. */
export function addInvitationRoutes(app: HttpServer, services: Services): void {
  const onRequest = sameSiteOnly(services);

  app.post(
    '/auth/invitation',
    { ...AUTHENTICATES, onRequest, schema: { hide: true, body: InvitationBody, response: { 200: InvitationSchema } } },
    async (request, reply) => {
      const buckets = [endpointBucket('invitation', request)];
      await countAttempt(services, buckets);
      const actor = await authenticateRequest(services, request);
      const found = await findInvitation(personContext(services, request, actor), request.body.token);
      await forgiveAttempt(services, buckets);
      return reply.header('cache-control', 'no-store').send({
        email: found.email,
        role: found.role,
        account_name: found.accountName,
        invited_by: found.invitedBy,
        expires_at: found.expiresAt.toISOString(),
        is_known_person: found.isKnownPerson,
        signed_in_as: actor.kind === 'user' ? actor.email : null,
      });
    },
  );

  app.post(
    '/auth/invitation/accept',
    { ...AUTHENTICATES, onRequest, schema: { hide: true, body: AcceptInvitationBody, response: { 200: AcceptedSchema } } },
    async (request, reply) => {
      const buckets = [endpointBucket('invitation', request)];
      await countAttempt(services, buckets);
      const actor = await authenticateRequest(services, request);
      const ctx = personContext(services, request, actor);
      const { token, name } = request.body;
      const passwordHash = await hashInvitedPassword(ctx, request.body);
      const [browser, language] = [browserOf(request), languageOf(request)];
      const accepted = await inTransaction(ctx, (tx) => acceptInvitation(tx, { token, name, passwordHash, language, browser }));
      await forgiveAttempt(services, buckets);
      const { session, email, userId, accountId } = accepted;
      if (session) {
        setSessionCookie(services.config, reply, session.token, session.expiresAt);
        rememberDevice(services, reply, email);
      }
      return reply.header('cache-control', 'no-store').send({ user_id: userId, account_id: accountId });
    },
  );
}
