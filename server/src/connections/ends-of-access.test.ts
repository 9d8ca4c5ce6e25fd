import { expect, it } from 'vitest';
import { Notice } from '../access/notice.entity.ts';
import { DAY_MS } from '../clock.ts';
import { Event } from '../events/event.entity.ts';
import { readEvents } from '../events/event-queries.ts';
import de from '../languages/de.json' with { type: 'json' };
import { fromStoredMessage } from '../languages/stored-message.ts';
import { translator } from '../languages/translate.ts';
import { notifyPeople } from '../notices/compose/notify-people.ts';
import { precheckUsage } from '../publishing/precheck-usage.ts';
import { actAs, userActor } from '../testing/actors.ts';
import { givenStage } from '../testing/stage.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { contextFor, createFixedClock, createTestServices } from '../testing/test-services.ts';
import { archiveWorkspace, createWorkspace } from '../workspaces/workspace-lifecycle.ts';
import { addConnection } from './add-connection.ts';
import { checkDueConnections } from './check-due-connections.ts';

// The access of a LinkedIn app without a refresh token: 60 days, and only the person can renew it.
const database = useTestDatabase();
const START = new Date('2026-05-04T10:00:00Z');
const dayOf = (days: number) => new Date(START.getTime() + days * DAY_MS);

async function arrange() {
  const clock = createFixedClock(START);
  const services = createTestServices(database, { clock });
  const stage = await givenStage(services, { sandbox: null, workspace: { timeZone: 'Europe/Lisbon' } });
  const { accountId, workspaceId, owner } = stage;
  await userActor(services, accountId, 'approver');
  const connect = (endsAt: Date) =>
    actAs(services, owner, (tx) =>
      addConnection(tx, {
        workspaceId,
        platform: 'sandbox',
        connected: { handle: 'harbour', externalId: 'harbour', credentials: { handle: 'harbour' }, endsAt: endsAt.toISOString() },
      }),
    );
  const { id } = await connect(dayOf(60));
  const em = () => services.orm.em.fork();
  /** The ends announced at that time, by two workers at once. */
  const announcedOn = async (days: number) => {
    clock.advance(dayOf(days).getTime() - clock.now().getTime());
    const before = await em().count(Event, { subjectId: id });
    await Promise.all([checkDueConnections(services), checkDueConnections(services)]);
    await readEvents(services, notifyPeople);
    const events = await em().find(Event, { subjectId: id }, { orderBy: { sequence: 'asc' }, offset: before });
    return events.map(({ type, data }) => [type, data.ends_at]);
  };
  return { ...stage, id, connect, announcedOn, em };
}

it('announces an end that only a person can put off a week and a day before, once each, to those who can', async () => {
  const { id, owner, connect, announcedOn, em } = await arrange();
  const announced = [['connection.ending', dayOf(60).toISOString()]];
  expect(await announcedOn(52)).toEqual([]);
  expect(await announcedOn(53.5)).toEqual(announced);
  expect(await announcedOn(54)).toEqual([]);
  expect(await announcedOn(59.5)).toEqual(announced);
  expect(await announcedOn(59.8)).toEqual([]);

  const notices = await em().find(Notice, { subjectId: id });
  expect(notices.map(({ kind, userId }) => [kind, userId])).toEqual([
    ['connection_ending', owner.userId],
    ['connection_ending', owner.userId],
  ]);
  const [notice] = notices;
  expect(notice?.message).toBe(
    'The access to harbour on Sandbox ends on Friday 3 July 2026, 11:00 (Europe/Lisbon). Connect the account again before then; later posts wait until it is.',
  );
  expect(notice && translator('de', de)(fromStoredMessage(notice))).toContain(
    'Der Zugriff auf harbour bei Sandbox endet am Freitag, 3. Juli 2026',
  );

  // Connected again in time: the next end is announced like the first.
  await connect(dayOf(119));
  expect(await announcedOn(60)).toEqual([]);
  expect(await announcedOn(113)).toEqual([['connection.ending', dayOf(119).toISOString()]]);
});

it('announces an end that is less than a day away when it is first seen by one notice, not two', async () => {
  const { announcedOn } = await arrange();
  expect(await announcedOn(59.5)).toEqual([['connection.ending', dayOf(60).toISOString()]]);
  expect(await announcedOn(59.8)).toEqual([]);
});

it('announces none where nothing is published any more', async () => {
  const { services, owner, accountId, workspaceId, announcedOn } = await arrange();
  await actAs(services, owner, (tx) => createWorkspace(tx, { accountId, name: 'Another' }));
  await actAs(services, owner, (tx) => archiveWorkspace(tx, workspaceId));
  expect(await announcedOn(59)).toEqual([]);
});

it('warns before it is queued that a post is planned for a time after that end', async () => {
  const { services, owner, workspaceId, id, submit } = await arrange();
  const gateOf = async (scheduledAt: Date) => {
    const { draft } = await submit({ scheduledAt });
    const precheck = await precheckUsage(contextFor(services, owner), { workspaceId, draftId: draft.id });
    return precheck.gates.find(({ gate }) => gate === 'connection');
  };
  expect(await gateOf(dayOf(59))).toMatchObject({ status: 'pass', code: 'connected' });
  const gate = await gateOf(dayOf(61));
  expect(gate).toMatchObject({ status: 'pass', code: 'access_ends_before', target: id });
  expect(`${gate?.message} ${gate?.remedy}`).toBe(
    'The access to harbour on Sandbox ends on Friday 3 July 2026, 11:00 (Europe/Lisbon), before this is published. An owner can connect it again under Connections.',
  );
});
