import { completeSignIn } from '../../access/second-factor/sign-in-step.ts';
import type { Services } from '../../context.ts';
import type { HttpServer } from '../engine/http-server.ts';
import { SecondFactorBody, SignedInSchema } from './auth.schemas.ts';
import { clearStepCookie, stepTokenOf } from './cookies.ts';
import { browserOf, codeBuckets, personContext, sameSiteOnly, sendSignedIn } from './person-routes.ts';

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
