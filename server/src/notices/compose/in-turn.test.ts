import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Actor } from '../../access/actor.ts';
import { Notice } from '../../access/notice.entity.ts';
import { Workspace } from '../../access/workspace.entity.ts';
import type { Stage as PolicyStage } from '../../access/workspace-policies.ts';
import { HOUR_MS } from '../../clock.ts';
import type { Services } from '../../context.ts';
import { readEvents } from '../../events/event-queries.ts';
import { PublishJob } from '../../publishing/publish-job.entity.ts';
import { changeDraft } from '../../publishing/review/change-draft.ts';
import { recordDecision } from '../../publishing/review/record-decision.ts';
import { workOnPublication } from '../../publishing/work-on-publication.ts';
import { actAs, userActor } from '../../testing/actors.ts';
import { givenQueued } from '../../testing/engine.ts';
import { givenLaunched } from '../../testing/factories.ts';
import { givenStage, type Stage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { createFixedClock, createTestServices } from '../../testing/test-services.ts';
import { changeApprovalPolicy } from '../../workspaces/change-approval-policy.ts';
import { WeeklySummary } from '../notice.entities.ts';
import { changeNoticeSettings } from '../notice-preferences.ts';
import { notifyPeople } from './notify-people.ts';
import { passOn, remindPeople } from './reminders.ts';
import { sumUpWeek } from './weekly-summary.ts';

type Person = Extract<Actor, { kind: 'user' }>;

const database = useTestDatabase();
const clock = createFixedClock(new Date('2026-05-04T10:00:00Z'));
let services: Services;
let stage: Stage;
let ada: Person;
let ben: Person;

beforeAll(() => {
  services = createTestServices(database, { clock });
});
beforeEach(async () => {
  stage = await givenStage(services);
  ada = await userActor(services, stage.accountId, 'approver');
  ben = await userActor(services, stage.accountId, 'approver');
});

const policy = (askInTurn: string[], turnHours = 4) =>
  actAs(services, stage.owner, async (ctx) => {
    const { revision } = await ctx.em.findOneOrFail(Workspace, stage.workspaceId, { refresh: true });
    return changeApprovalPolicy(ctx, { workspaceId: stage.workspaceId, revision, policy: { askInTurn, turnHours } });
  });

/** Runs two workers at once, after this time. */
async function after(hours: number): Promise<void> {
  clock.advance(hours * HOUR_MS);
  await readEvents(services, notifyPeople);
  await Promise.all([passOn(services), passOn(services)]);
}

const messagesTo = async (person: Person) =>
  (await services.orm.em.fork().find(Notice, { userId: person.userId }, { orderBy: { id: 'asc' } })).map(({ message }) => message);
const counts = async () => [(await messagesTo(ada)).length, (await messagesTo(ben)).length, (await messagesTo(stage.owner)).length];

it('asks people in the owner’s order, the next one without a decision, and finally all', async () => {
  await policy([ben.userId, ada.userId]);
  await stage.submit();
  await after(0);
  expect(await counts()).toEqual([0, 1, 0]);
  await after(3.9);
  expect(await counts()).toEqual([0, 1, 0]);
  await after(0.1);
  expect(await counts()).toEqual([1, 1, 0]);
  expect((await messagesTo(ada))[0]).toContain('After 4 hours without a decision, your approval is requested: “The harbour festival');
  await after(4);
  expect(await counts()).toEqual([1, 1, 1]);
  await after(40);
  expect(await counts()).toEqual([1, 1, 1]);
});

it('skips decided requests, and catches up after a time without a worker', async () => {
  await policy([ben.userId, ada.userId]);
  const { approval } = await stage.submit();
  await after(0);
  await actAs(services, ben, (ctx) =>
    recordDecision(ctx, { approvalId: approval?.id ?? '', contentHash: approval?.contentHash ?? '', decision: 'approved' }),
  );
  await after(8);
  expect(await counts()).toEqual([0, 1, 0]);
  await stage.submit({ sourceText: 'No one was there for a day.' });
  await after(0);
  await after(24);
  expect(await counts()).toEqual([1, 2, 1]);
});

it('asks as many at once as are required, and refuses an order with people who may not decide', async () => {
  await services.orm.em.fork().nativeUpdate(Workspace, { id: stage.workspaceId }, { approvalsRequired: 2 });
  await policy([ada.userId, stage.owner.userId, ben.userId]);
  await stage.submit();
  await after(0);
  expect(await counts()).toEqual([1, 0, 1]);
  const viewer = await userActor(services, stage.accountId, 'viewer');
  await expect(policy([viewer.userId])).rejects.toMatchObject({ code: 'validation_failed', fields: [{ pointer: '/ask_in_turn/0' }] });
  await expect(policy([ada.userId], 169)).rejects.toMatchObject({ code: 'validation_failed', fields: [{ pointer: '/turn_hours' }] });
});

it('skips the author of the last revision, and notifies the next one when their turn comes', async () => {
  await policy([ada.userId, ben.userId, stage.owner.userId]);
  const { draft } = await stage.submit();
  await actAs(services, ada, (ctx) =>
    changeDraft(ctx, { draftId: draft.id, revision: draft.revision, changes: { sourceText: 'Ada’s own words.' } }),
  );
  await after(0);
  expect(await counts()).toEqual([0, 1, 0]);
  await after(4);
  expect(await counts()).toEqual([0, 1, 1]);
});

it('reminds after a day the people asked by then, and authors who may decide, but no one else', async () => {
  await policy([ben.userId, stage.owner.userId], 48);
  const { draft } = await stage.submit();
  await actAs(services, ada, (ctx) =>
    changeDraft(ctx, { draftId: draft.id, revision: draft.revision, changes: { sourceText: 'Ada’s own words.' } }),
  );
  await after(24);
  await remindPeople(services);
  const reminded = async (person: Person) =>
    (await messagesTo(person)).filter((message) => message.startsWith('Waiting for 24 hours')).length;
  expect([await reminded(ada), await reminded(ben), await reminded(stage.owner)]).toEqual([1, 1, 0]);
});

it('counts the turns of each stage from its beginning, and asks people of the stage before again', async () => {
  const anything = { required: 1, platforms: [], agentIds: [], userIds: [] };
  const stages: PolicyStage[] = [
    { ...anything, name: 'Team', who: 'owners_and_approvers' },
    { ...anything, name: 'Legal', who: 'people', userIds: [ada.userId, ben.userId] },
  ];
  await services.orm.em.fork().nativeUpdate(Workspace, { id: stage.workspaceId }, { stages });
  await policy([ben.userId, ada.userId]);
  const { approval } = await stage.submit();
  await after(0);
  await after(4);
  expect(await counts()).toEqual([1, 1, 0]);
  await after(3);
  await stage.approve(approval);
  await after(0);
  expect(await counts()).toEqual([1, 2, 0]);
  await after(3.9);
  expect(await counts()).toEqual([1, 2, 0]);
  await after(0.1);
  expect(await counts()).toEqual([2, 2, 0]);
  expect((await messagesTo(ada))[1]).toContain('After 4 hours');
});

it('asks nothing more of the people of a stage once the next one begins', async () => {
  const anything = { required: 1, platforms: [], agentIds: [], userIds: [] };
  const stages: PolicyStage[] = [
    { ...anything, name: 'Team', who: 'owners_and_approvers' },
    { ...anything, name: 'Owners', who: 'owners' },
  ];
  await services.orm.em.fork().nativeUpdate(Workspace, { id: stage.workspaceId }, { stages });
  const unseen = async () => {
    const notices = await services.orm.em.fork().find(Notice, { accountId: stage.accountId, seenAt: null });
    return [ada, ben, stage.owner].map(({ userId }) => notices.filter((notice) => notice.userId === userId).length);
  };
  const { approval } = await stage.submit();
  await after(0);
  expect(await unseen()).toEqual([1, 1, 1]);
  await after(1);
  await stage.approve(approval, ada);
  await after(0);
  expect(await unseen()).toEqual([0, 0, 1]);
  expect(await counts()).toEqual([1, 1, 2]);
});

it('summarises the week on Monday morning in each person’s time zone, once, and not if there was nothing', async () => {
  await givenLaunched(services);
  clock.set(new Date('2026-06-05T12:00:00Z'));
  const quiet = await givenStage(services);
  const { publicationId } = await givenQueued(stage);
  await workOnPublication(services, publicationId, { signal: new AbortController().signal });
  await stage.submit({ sourceText: 'Still waits.' });
  await actAs(services, ben, (ctx) => changeNoticeSettings(ctx, { timeZone: 'America/New_York' }));
  const weeks = async (person: Person) => (await messagesTo(person)).filter((message) => message.includes('last week'));
  clock.set(new Date('2026-06-08T06:59:00Z'));
  await sumUpWeek(services);
  expect(await weeks(ada)).toEqual([]);
  clock.set(new Date('2026-06-08T07:00:00Z'));
  await Promise.all([sumUpWeek(services), sumUpWeek(services)]);
  await sumUpWeek(services);
  expect(await weeks(ada)).toEqual([`${stage.workspace.name}, last week: 1 post was published; 1 is waiting for a decision.`]);
  expect([await weeks(ben), await weeks(quiet.owner)]).toEqual([[], []]);
  clock.set(new Date('2026-06-08T11:00:00Z'));
  await sumUpWeek(services);
  expect([await weeks(ada), await weeks(ben)].map(({ length }) => length)).toEqual([1, 1]);
});

it('counts the week’s failures, whatever happened to the job since, and deletes earlier weeks', async () => {
  await givenLaunched(services);
  const unlucky = await givenStage(services, { sandbox: { failure: 'reject' } });
  clock.set(new Date('2026-06-12T12:00:00Z'));
  const { publicationId, jobId } = await givenQueued(unlucky);
  await workOnPublication(services, publicationId, { signal: new AbortController().signal });
  const weeks = async () => (await messagesTo(unlucky.owner)).filter((message) => message.includes('last week'));
  for (const day of ['2026-06-15', '2026-06-22', '2026-07-20']) {
    clock.set(new Date(`${day}T08:00:00Z`));
    await services.orm.em.fork().nativeUpdate(PublishJob, { id: jobId }, { updatedAt: clock.now() });
    await sumUpWeek(services);
  }
  expect(await weeks()).toEqual([`${unlucky.workspace.name}, last week: nothing was published; 1 could not be published.`]);
  const kept = await services.orm.em.fork().find(WeeklySummary, { userId: unlucky.owner.userId });
  expect(kept.map(({ week }) => week)).toEqual(['2026-07-20']);
});
