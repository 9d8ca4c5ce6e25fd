import type { FastifyRequest } from 'fastify';
import { type AttemptBucket, addressBucket, countAttempt, forgiveAttempt } from '../access/attempt-limit.ts';
import { completeSetup } from '../access/complete-setup.ts';
import { signIn } from '../access/sign-in.ts';
import { signOut } from '../access/sign-out.ts';
import type { Actor, Context, Services } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import { SetUpSchema, SetupBody, SignedInSchema, SignInBody } from './auth.schemas.ts';
import { authenticateRequest } from './authenticate.ts';
import type { HttpServer } from './http-server.ts';
import { knownDeviceOf, rememberDevice } from './known-device.ts';
import { requireSameSite } from './same-site.ts';
import { clearSessionCookie, setSessionCookie } from './session-cookie.ts';

/** Attempts within a quarter of an hour. */
const MOST_BY_ADDRESS = 30;
const MOST_BY_PERSON = 10;

/** Set-up, sign-in and sign-out of people, for the console. The session's token travels in the cookie alone. */
export function addAuthRoutes(app: HttpServer, services: Services): void {
  // Also without a cookie: another site must not sign this browser in as somebody else.
  const onRequest = async (request: FastifyRequest) => requireSameSite(services, request);

  app.post(
    '/auth/setup',
    { onRequest, schema: { hide: true, body: SetupBody, response: { 201: SetUpSchema } } },
    async (request, reply) => {
      const { workspace_name: workspaceName, ...person } = request.body;
      const buckets = [addressBucket('set-up', request.ip, MOST_BY_ADDRESS)];
      await countAttempt(services, buckets);
      const done = await inTransaction(contextOf(services, request), (tx) =>
        completeSetup(tx, { ...person, workspaceName, userAgent: userAgentOf(request) }),
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

  app.post(
    '/auth/sign-in/email',
    { onRequest, schema: { hide: true, body: SignInBody, response: { 200: SignedInSchema } } },
    async (request, reply) => {
      const { email, password } = request.body;
      const buckets = [addressBucket('sign-in', request.ip, MOST_BY_ADDRESS), personBucket(services, request, email)];
      await countAttempt(services, buckets);
      const session = await inTransaction(contextOf(services, request), (tx) =>
        signIn(tx, { email, password, userAgent: userAgentOf(request) }),
      );
      await forgiveAttempt(services, buckets);
      setSessionCookie(services.config, reply, session.token, session.expiresAt);
      rememberDevice(services, reply, email);
      return reply.header('cache-control', 'no-store').send({ user_id: session.userId });
    },
  );

  app.post('/auth/sign-out', { onRequest, schema: { hide: true } }, async (request, reply) => {
    const actor = await authenticateRequest(services, request);
    if (actor.kind === 'user') await inTransaction(contextOf(services, request, actor), (tx) => signOut(tx));
    clearSessionCookie(services.config, reply);
    return reply.code(204).header('cache-control', 'no-store').send();
  });
}

function contextOf(services: Services, request: FastifyRequest, actor: Actor = { kind: 'anonymous' }): Context {
  return { ...services, em: services.orm.em.fork(), actor, requestId: request.id };
}

const userAgentOf = (request: FastifyRequest): string => request.headers['user-agent'] ?? '';

/** Guesses at a person's password from anywhere are counted together, those from a browser of theirs apart. */
function personBucket(services: Services, request: FastifyRequest, email: string): AttemptBucket {
  const device = knownDeviceOf(services, request, email);
  return { name: device ? `sign-in/device/${device}` : `sign-in/person/${email.trim().toLowerCase()}`, most: MOST_BY_PERSON };
}
