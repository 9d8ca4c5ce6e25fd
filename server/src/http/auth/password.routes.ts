import { addressBucket, countAttempt, forgiveAttempt } from '../../access/attempt-limit.ts';
import { hashResetPassword, mailPasswordReset, resetPassword } from '../../access/passwords/reset-password.ts';
import type { Services } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { HttpServer } from '../engine/http-server.ts';
import { ForgotBody, ForgotSchema, NewPasswordBody } from './auth.schemas.ts';
import { endpointBucket, personContext, sameSiteOnly } from './person-routes.ts';

/** Emails to one person within a quarter of an hour. */
const MOST_MAILS = 3;
const MOST_ASKED_BY_ADDRESS = 20;

/** Resetting a lost password. */
export function addPasswordRoutes(app: HttpServer, services: Services): void {
  const onRequest = sameSiteOnly(services);

  app.post(
    '/auth/password/forgot',
    { onRequest, schema: { hide: true, body: ForgotBody, response: { 202: ForgotSchema } } },
    async (request, reply) => {
      const email = request.body.email.trim().toLowerCase();
      await countAttempt(services, [addressBucket('forgot', request.ip, MOST_ASKED_BY_ADDRESS)]);
      // Responds first: the time taken must not reveal whether the address belongs to an account.
      reply
        .code(202)
        .header('cache-control', 'no-store')
        .send({ by_mail: services.config.mail !== null });
      await mailOnce(services, email, () => inTransaction(personContext(services, request), (tx) => mailPasswordReset(tx, email))).catch(
        (error: unknown) => request.log.error({ err: error }, 'A password reset link could not be sent.'),
      );
      return reply;
    },
  );

  app.post('/auth/password/reset', { onRequest, schema: { hide: true, body: NewPasswordBody } }, async (request, reply) => {
    const buckets = [endpointBucket('password-reset', request)];
    await countAttempt(services, buckets);
    const ctx = personContext(services, request);
    const passwordHash = await hashResetPassword(ctx, request.body);
    await inTransaction(ctx, (tx) => resetPassword(tx, { token: request.body.token, passwordHash }));
    await forgiveAttempt(services, buckets);
    return reply.code(204).header('cache-control', 'no-store').send();
  });
}

/** Beyond the limit no further emails are sent; those already sent remain valid. */
async function mailOnce(services: Services, email: string, mail: () => Promise<void>): Promise<void> {
  const isBound = await countAttempt(services, [{ name: `forgot/person/${email}`, most: MOST_MAILS }]).then(
    () => false,
    () => true,
  );
  if (!isBound) await mail();
}
