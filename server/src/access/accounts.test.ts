import { beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../db/transaction.ts';
import { givenAgent, givenUser, givenWorkspace } from '../testing/factories.ts';
import { type Caller, useGraphql } from '../testing/graphql.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor } from '../testing/test-services.ts';
import { lockAsSender, WHOLE_SERVICE } from './accounts.ts';

const database = useTestDatabase();
const graphql = useGraphql(database);

let grantId: string;
/** An owner, of another account. */
let stranger: Caller;
beforeAll(async () => {
  const home = await givenWorkspace(graphql.services);
  grantId = (await givenAgent(graphql.services, home.workspace)).grant.id;
  const other = await givenWorkspace(graphql.services);
  stranger = graphql.browserOf(await givenUser(graphql.services, other.accountId, { role: 'owner' }));
});

it.each(['revokeGrant', 'pauseGrant', 'resumeGrant'])('%s by a stranger waits for no sender, and lets none wait', async (change) => {
  await inTransaction(contextFor(graphql.services, { kind: 'system' }), async (sender) => {
    await lockAsSender(sender, [grantId]);
    // The lock is released with the next statement.
    await sender.em.execute('select 1');
    for (const id of [grantId, WHOLE_SERVICE]) {
      const { errors } = await graphql.ask(stranger, `mutation ($id: ID!) { ${change}(grantId: $id) { id } }`, { id });
      expect(errors.map(({ extensions }) => extensions.code)).toEqual(['not_found']);
    }
  });
});
