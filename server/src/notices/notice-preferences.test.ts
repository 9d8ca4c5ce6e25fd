import { expect, it } from 'vitest';
import { inTransaction } from '../db/transaction.ts';
import { actAs } from '../testing/actors.ts';
import { meetingAtRows } from '../testing/database/held-rows.ts';
import { givenUser, givenWorkspace } from '../testing/factories.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createTestServices } from '../testing/test-services.ts';
import { NoticeSettings } from './notice.entities.ts';
import { stopMails, unsubscribeToken } from './notice-preferences.ts';

const database = useTestDatabase();

it('applies an unsubscribe click that arrives during another change of the settings', async () => {
  const services = createTestServices(database);
  const { accountId } = await givenWorkspace(services);
  const { userId } = await givenUser(services, accountId);
  const stop = (topic: 'waiting' | 'decided') =>
    actAs(services, { kind: 'system' }, (ctx) => stopMails(ctx, unsubscribeToken(services.sealer, { userId, topics: [topic] })));
  await stop('decided');
  await meetingAtRows(database, ['select from notice_settings where user_id = ? for update', [userId]], [() => stop('waiting')]);
  const settings = await inTransaction(contextFor(services), (tx) => tx.em.findOneOrFail(NoticeSettings, { userId }));
  expect(settings.choices).toEqual({ decided: { mail: false }, waiting: { mail: false } });
});
