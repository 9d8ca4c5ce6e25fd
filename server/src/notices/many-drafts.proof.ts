import { expect } from 'vitest';
import { MINUTE_MS } from '../clock.ts';
import { readEvents } from '../events/event-queries.ts';
import { userActor } from '../testing/actors.ts';
import { prove } from '../testing/proofs/prove.ts';
import { givenStage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createFixedClock, createTestServices, testConfig } from '../testing/test-services.ts';
import { notifyPeople } from './compose/notify-people.ts';
import { NoticeDelivery } from './notice.entities.ts';
import { routeNotices } from './sending/route-notices.ts';
import { sendDueNotices } from './sending/send-due-notices.ts';

const database = useTestDatabase();
const ROUND_MS = 2_000;
/** The number of concurrent workers. */
const WORKERS = [1, 2, 3, 4];

prove('N1', 'a thousand drafts in a minute are a handful of messages', async (count) => {
  const drafts = count(1_000, 30);
  const clock = createFixedClock(new Date('2026-05-04T10:00:00Z'));
  const config = testConfig(database, { mail: { smtpUrl: 'smtp://mail.example.org', from: 'posts@example.org' } });
  const services = createTestServices(database, { clock, config });
  const stage = await givenStage(services);
  const people = [
    stage.owner,
    await userActor(services, stage.accountId, 'approver'),
    await userActor(services, stage.accountId, 'approver'),
  ];
  let mails = 0;
  const round = async (): Promise<void> => {
    await Promise.all(WORKERS.map(() => readEvents(services, notifyPeople)));
    await Promise.all(WORKERS.map(() => routeNotices(services)));
    mails += (await Promise.all(WORKERS.map(() => sendDueNotices(services, 'mail')))).reduce((sum, sent) => sum + sent, 0);
    clock.advance(ROUND_MS);
  };
  for (let turn = 0; turn < MINUTE_MS / ROUND_MS; turn += 1) {
    const upTo = Math.round((drafts * (turn + 1) * ROUND_MS) / MINUTE_MS);
    for (let number = Math.round((drafts * turn * ROUND_MS) / MINUTE_MS); number < upTo; number += 1)
      await stage.submit({ sourceText: `Pier ${number} opens on Friday.` });
    await round();
  }
  const inTheMinute = mails;
  for (let turn = 0; turn < (30 * MINUTE_MS) / ROUND_MS; turn += 1) await round();
  const userIds = people.map(({ userId }) => userId);
  const sent = await services.orm.em.fork().count(NoticeDelivery, { userId: { $in: userIds }, channel: 'mail', state: 'sent' });
  expect(sent).toBe(drafts * people.length);
  expect(mails / people.length).toBeLessThanOrEqual(5);
  return `${drafts} drafts, ${people.length} people who decide, ${WORKERS.length} workers at once: ${sent} notices in ${mails} mails, ${(mails / people.length).toFixed(1)} to each person, ${inTheMinute} of them within the minute`;
});
