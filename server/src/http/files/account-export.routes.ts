import { requireOwner } from '../../access/authorise.ts';
import { requireRecentSignIn } from '../../access/sessions/require-recent-sign-in.ts';
import { noteExport } from '../../account-data/export-account.ts';
import type { Services } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { authenticateRequest } from '../auth/authenticate.ts';
import { personContext } from '../auth/person-routes.ts';
import type { HttpServer } from '../engine/http-server.ts';
import { AUTHENTICATES } from '../limits/rate-limits.ts';
import { closedObject, id } from '../v1/common.schemas.ts';

const Query = closedObject({ workspace_id: id('A workspace of the account.') }, 'Which account.');

/** Everything of an account as one archive, for owners signed in to the console. */
export function addAccountExportRoute(app: HttpServer, services: Services): void {
  app.get('/account/export', { ...AUTHENTICATES, schema: { hide: true, querystring: Query } }, async (request, reply) => {
    const ctx = personContext(services, request, await authenticateRequest(services, request));
    const { accountId } = await requireOwner(ctx, request.query.workspace_id);
    await requireRecentSignIn(ctx);
    await inTransaction(ctx, (tx) => noteExport(tx, accountId));
    // Seldom needed, and the archiver with it.
    const { exportAccount } = await import('../../account-data/export-account.ts');
    return reply
      .header('content-type', 'application/zip')
      .header('content-disposition', `attachment; filename="countersign-${services.clock.now().toISOString().slice(0, 10)}.zip"`)
      .header('cache-control', 'no-store')
      .send(exportAccount(services, accountId));
  });
}
