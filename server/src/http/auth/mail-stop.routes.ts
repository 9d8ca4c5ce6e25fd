import { Type } from 'typebox';
import type { Services } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { stopMails } from '../../notices/notice-preferences.ts';
import type { HttpServer } from '../engine/http-server.ts';
import { personContext } from './person-routes.ts';

const Query = Type.Object({ token: Type.String({ maxLength: 400 }) });

/**
 * Stops emails like the one that the link came with (RFC 8058): mail programs send it from their own servers, in any
 * format, and only the token counts. Opening the URL stops nothing; it is a page of the console with a button.
 */
export async function addMailStopRoute(app: HttpServer, services: Services): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { bodyLimit: 4_096 }, (_request, payload, done) => {
      payload.resume().on('end', () => done(null, null));
    });
    (scope as HttpServer).post('/mail/stop', { schema: { hide: true, querystring: Query } }, async (request, reply) => {
      await inTransaction(personContext(services, request), (tx) => stopMails(tx, request.query.token));
      return reply.code(204).header('cache-control', 'no-store').send();
    });
  });
}
