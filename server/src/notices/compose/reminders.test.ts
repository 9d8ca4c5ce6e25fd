import { beforeEach, expect, it } from 'vitest';
import type { Actor } from '../../access/actor.ts';
import { Notice } from '../../access/notice.entity.ts';
import { Workspace } from '../../access/workspace.entity.ts';
import type { Stage as PolicyStage } from '../../access/workspace-policies.ts';
import { ClientLink } from '../../approvals/clients/client-link.entity.ts';
import type { Services } from '../../context.ts';
import { readEvents } from '../../events/event-queries.ts';
import { changeDraft } from '../../publishing/review/change-draft.ts';
import { recordDecision } from '../../publishing/review/record-decision.ts';
import { actAs, userActor } from '../../testing/actors.ts';
import { givenClient } from '../../testing/clients.ts';
import { givenStage, type Stage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { createFixedClock, createTestServices } from '../../testing/test-services.ts';
import { notifyPeople } from './notify-people.ts';
import { remindPeople } from './reminders.ts';

const database = useTestDatabase();
const clock = createFixedClock();
let services: Services;
let stage: Stage;
let approver: Extract<Actor, { kind: 'user' }>;
beforeEach(async () => {
  clock.set(new Date('2026-05-04T10:00:00Z'));
  services = createTestServices(database, { clock });
  stage = await givenStage(services);
  approver = await userActor(services, stage.accountId, 'approver');
});

/** The reminders of the person, the approver by default, after three runs of workers at this time. */
async function remindersAt(time: string, person = approver): Promise<string[]> {
  clock.set(new Date(time));
  await Promise.all([remindPeople(services), remindPeople(services)]);
  await remindPeople(services);
  const reminders = { userId: person.userId, kind: 'approval_reminder' as const };
  const notices = await services.orm.em.fork().find(Notice, reminders, { orderBy: { id: 'asc' } });
  return notices.map(({ message }) => message);
}

it('reminds once of a pending approval, whichever worker runs, and never of a decided one', async () => {
  await stage.submit({ sourceText: 'The pier opens on Friday.' });
  const { approval } = await stage.submit({ sourceText: 'Decided in time.' });
  const decision = { approvalId: approval?.id ?? '', contentHash: approval?.contentHash ?? '', decision: 'rejected' as const };
  await actAs(services, approver, (ctx) => recordDecision(ctx, decision));
  expect(await remindersAt('2026-05-05T10:00:00Z')).toEqual([
    expect.stringMatching(/^Waiting for 24 hours for a decision: “The pier opens on Friday\.”/),
  ]);
});

it('reminds once before a post is published, and again after it was moved', async () => {
  await services.orm.em.fork().nativeUpdate(Workspace, { id: stage.workspaceId }, { movesAskAgain: false });
  const { draft } = await stage.submit({ scheduledAt: new Date('2026-05-04T15:00:00Z') });
  const first = expect.stringMatching(/^Must be approved before Monday 4 May 2026, 15:00/);
  expect(await remindersAt('2026-05-04T14:00:00Z')).toEqual([first]);
  const changes = { scheduledAt: new Date('2026-05-04T20:00:00Z') };
  await actAs(services, stage.owner, (ctx) => changeDraft(ctx, { draftId: draft.id, revision: draft.revision, changes }));
  expect(await remindersAt('2026-05-04T17:59:00Z')).toEqual([first]);
  const second = expect.stringMatching(/^Must be approved before Monday 4 May 2026, 20:00/);
  expect(await remindersAt('2026-05-04T19:00:00Z')).toEqual([first, second]);
});

const STAGES = [
  { name: 'Team', who: 'owners_and_approvers', userIds: [], required: 1, platforms: [], agentIds: [] },
  { name: 'Owners', who: 'owners', userIds: [], required: 1, platforms: [], agentIds: [] },
] satisfies PolicyStage[];

const CLIENT: PolicyStage = { name: 'Client', who: 'clients', userIds: [], required: 1, platforms: [], agentIds: [] };

const usesStages = (stages: PolicyStage[]) => services.orm.em.fork().nativeUpdate(Workspace, { id: stage.workspaceId }, { stages });

it('reminds the people of each stage once, a day after they were asked', async () => {
  await usesStages(STAGES);
  const { approval } = await stage.submit({ sourceText: 'The pier opens on Friday.' });
  expect(await remindersAt('2026-05-05T10:00:00Z')).toHaveLength(1);
  clock.set(new Date('2026-05-06T09:00:00Z'));
  await stage.approve(approval, approver);
  expect(await remindersAt('2026-05-06T10:00:00Z', stage.owner)).toEqual([expect.stringMatching(/^Waiting for 24 hours/)]);
  expect(await remindersAt('2026-05-07T08:59:00Z', stage.owner)).toHaveLength(1);
  expect(await remindersAt('2026-05-07T10:00:00Z', stage.owner)).toEqual([
    expect.stringMatching(/^Waiting for 24 hours/),
    expect.stringMatching(/^Waiting for 25 hours/),
  ]);
});

it('reminds the people of the next stage before a post is published, even if those of the first were reminded', async () => {
  await usesStages(STAGES);
  const { approval } = await stage.submit({ scheduledAt: new Date('2026-05-04T15:00:00Z') });
  expect(await remindersAt('2026-05-04T13:00:00Z', stage.owner)).toHaveLength(1);
  await stage.approve(approval, approver);
  expect(await remindersAt('2026-05-04T13:59:00Z', stage.owner)).toHaveLength(1);
  expect(await remindersAt('2026-05-04T14:00:00Z', stage.owner)).toHaveLength(2);
});

it('notifies the owners at once of a post that waits for a client while no client has a link to it', async () => {
  await usesStages([STAGES[0] as PolicyStage, CLIENT]);
  const { approval } = await stage.submit({ sourceText: 'Shared with no client.' });
  await readEvents(services, notifyPeople);
  await stage.approve(approval, approver);
  const unshared = expect.stringMatching(/^Waiting for the client’s decision: “Shared with no client\.”.* No client has a link to it/);
  await readEvents(services, notifyPeople);
  const notices = await services.orm.em.fork().find(Notice, { userId: stage.owner.userId, kind: 'approval_reminder' });
  expect(notices.map(({ message }) => message)).toEqual([unshared]);
});

it('reminds the person who shared a post that waits for a client, and says where no client can decide', async () => {
  await usesStages([CLIENT]);
  const { draft } = await stage.submit({ sourceText: 'The pier opens on Friday.', scheduledAt: new Date('2026-05-06T09:00:00Z') });
  await stage.submit({ sourceText: 'Shared with no client.' });
  const other = await userActor(services, stage.accountId);
  const client = await givenClient(services, stage.workspace, stage.owner, [draft.id]);
  await services.orm.em.fork().nativeUpdate(ClientLink, { id: client.linkId }, { expiresAt: new Date('2026-05-20T10:00:00Z') });
  const waits = expect.stringMatching(/^Waiting for 24 hours for the client’s decision: “The pier opens on Friday\.”/);
  const unshared = expect.stringMatching(
    /^Waiting for 24 hours for the client’s decision: “Shared with no client\.”.* No client has a link to it/,
  );
  expect(await remindersAt('2026-05-05T10:00:00Z', stage.owner)).toEqual([waits, unshared]);
  const soon = expect.stringMatching(/^The client must approve before Wednesday 6 May 2026, 09:00/);
  expect(await remindersAt('2026-05-06T08:00:00Z', stage.owner)).toEqual([waits, unshared, soon]);
  expect(await remindersAt('2026-05-06T08:00:00Z', other)).toEqual([unshared]);
  expect(await remindersAt('2026-05-06T08:00:00Z')).toEqual([]);
});
