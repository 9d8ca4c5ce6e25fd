import { countAttempt, forgiveAttempt } from '../../access/attempt-limit.ts';
import { acceptInvitation, findInvitation, hashInvitedPassword } from '../../access/members/accept-invitation.ts';
import type { Services } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { HttpServer } from '../engine/http-server.ts';
import { AUTHENTICATES } from '../limits/rate-limits.ts';
import { AcceptedSchema, AcceptInvitationBody, InvitationBody, InvitationSchema } from './auth.schemas.ts';
import { authenticateRequest } from './authenticate.ts';
import { rememberDevice, setSessionCookie } from './cookies.ts';
import { browserOf, endpointBucket, languageOf, personContext, sameSiteOnly } from './person-routes.ts';

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
