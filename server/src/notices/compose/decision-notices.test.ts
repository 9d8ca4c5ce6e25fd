import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Actor } from '../../access/actor.ts';
import { Notice } from '../../access/notice.entity.ts';
import { User } from '../../access/user.entity.ts';
import { Workspace } from '../../access/workspace.entity.ts';
import { endWhereActive } from '../../approvals/standing/end-standing.ts';
import { STANDING_ENDS } from '../../approvals/standing/standing-approval.entity.ts';
import { markBroken } from '../../connections/check-due-connections.ts';
import { disconnect } from '../../connections/connection-queries.ts';
import type { Services } from '../../context.ts';
import { systemContext } from '../../db/system-context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { readEvents } from '../../events/event-queries.ts';
import { recordDecision } from '../../publishing/review/record-decision.ts';
import { createAndSubmitDraft } from '../../publishing/review/submit-draft.ts';
import { withdrawVote } from '../../publishing/review/withdraw-vote.ts';
import { declineStanding, signStanding } from '../../publishing/standing/sign-standing.ts';
import { actAs, userActor } from '../../testing/actors.ts';
import { givenClient } from '../../testing/clients.ts';
import { givenStanding, LIMITS } from '../../testing/matrix/standing.ts';
import { givenStage, type Stage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { createFixedClock, createTestServices } from '../../testing/test-services.ts';
import { notifyOfProposedStanding } from './decision-notices.ts';
import { notifyPeople, settleNotices } from './notify-people.ts';

type Person = Extract<Actor, { kind: 'user' }>;

const database = useTestDatabase();
let services: Services;
let stage: Stage;
let ada: Person;

beforeAll(() => {
  services = createTestServices(database, { clock: createFixedClock(new Date('2026-05-04T10:00:00Z')) });
});
beforeEach(async () => {
  stage = await givenStage(services);
  ada = await userActor(services, stage.accountId, 'approver');
  await userActor(services, stage.accountId, 'viewer');
});

const readNotices = async (): Promise<Pick<Notice, 'userId' | 'kind' | 'message'>[]> =>
  services.orm.em.fork().find(Notice, { accountId: stage.accountId }, { orderBy: { userId: 'asc' } });
const recipients = async () => (await readNotices()).map(({ userId }) => userId);

it('notifies the possible signers of a proposal once, from any number of workers', async () => {
  await givenStanding(services, stage, 'proposed');
  await Promise.all([notifyOfProposedStanding(services), notifyOfProposedStanding(services)]);
  await notifyOfProposedStanding(services);
  expect(await recipients()).toEqual([stage.owner.userId, ada.userId].toSorted());
  expect((await readNotices())[0]?.message).toBe(
    `6 of 6 posts of one kind by ${stage.agent.agentName} were approved without changes. You can have such posts published automatically, within limits.`,
  );
});

it('notifies no one of a proposal who could not sign it, and of an archived workspace once it is restored', async () => {
  const em = services.orm.em.fork();
  await em.nativeUpdate(User, { id: ada.userId }, { emailConfirmedAt: null });
  await em.nativeUpdate(Workspace, stage.workspaceId, { pausedAt: new Date(), archivedAt: new Date() });
  await givenStanding(services, stage, 'proposed');
  await notifyOfProposedStanding(services);
  expect(await recipients()).toEqual([]);
  await em.nativeUpdate(Workspace, stage.workspaceId, { pausedAt: null, archivedAt: null });
  await notifyOfProposedStanding(services);
  expect(await recipients()).toEqual([stage.owner.userId]);
});

it('notifies only owners if only they decide', async () => {
  await services.orm.em.fork().nativeUpdate(Workspace, stage.workspaceId, { deciders: 'owners' });
  await givenStanding(services, stage, 'proposed');
  await notifyOfProposedStanding(services);
  expect(await recipients()).toEqual([stage.owner.userId]);
});

it.each(STANDING_ENDS)('notifies the signer that it has ended, and why: %s', async (reason) => {
  const { id } = await givenStanding(services, stage, 'active');
  await actAs(services, ada, (ctx) => endWhereActive(ctx, id, reason));
  await readEvents(services, notifyPeople);
  expect(await readNotices()).toMatchObject([{ userId: stage.owner.userId, kind: 'standing_ended' }]);
  expect((await readNotices())[0]?.message).toMatch(/ has ended\. [A-Z][^.]+\. They need your approval again\.$/);
});

it('does not notify the person who ended it', async () => {
  const { id } = await givenStanding(services, stage, 'active');
  await actAs(services, stage.owner, (ctx) => endWhereActive(ctx, id, 'revoked'));
  await readEvents(services, notifyPeople);
  expect(await readNotices()).toEqual([]);
});

const unseenOf = async (userId: string): Promise<string[]> =>
  (await services.orm.em.fork().find(Notice, { userId, seenAt: null }, { orderBy: { id: 'asc' } })).map(({ kind }) => kind);

it.each(['declined', 'signed'])('leaves no unseen notice of a proposal that another person has decided: %s', async (decision) => {
  const { id, templateHash } = await givenStanding(services, stage, 'proposed');
  await notifyOfProposedStanding(services);
  await settleNotices(services);
  expect(await unseenOf(ada.userId)).toEqual(['standing_proposed']);
  await actAs(services, stage.owner, (ctx) =>
    decision === 'signed' ? signStanding(ctx, { id, templateHash, ...LIMITS }) : declineStanding(ctx, id),
  );
  // A signature is an event; anything else is settled within a minute.
  await (decision === 'signed' ? readEvents(services, notifyPeople) : settleNotices(services));
  expect(await unseenOf(ada.userId)).toEqual([]);
});

it('leaves no unseen notice of an account that does not work once another person has disconnected it', async () => {
  const id = stage.connection?.id ?? '';
  await inTransaction(systemContext(services), (tx) => markBroken(tx, { id }, 'revoked', 'The access was revoked.'));
  await readEvents(services, notifyPeople);
  const brian = await userActor(services, stage.accountId, 'owner');
  await actAs(services, brian, (ctx) => disconnect(ctx, id));
  expect(await unseenOf(stage.owner.userId)).toEqual(['connection_degraded']);
  await settleNotices(services);
  expect(await unseenOf(stage.owner.userId)).toEqual([]);
});

const submittedByAda = () =>
  actAs(services, ada, (ctx) =>
    createAndSubmitDraft(ctx, {
      ...{ workspaceId: stage.workspaceId, sourceText: 'The pier opens.', platforms: ['sandbox'] },
      publishMode: 'approval_queue',
    }),
  );

it.each([
  ['approved', 'approval_approved'],
  ['rejected', 'approval_rejected'],
  ['changes_requested', 'changes_requested'],
] as const)('notifies the author that a decision was withdrawn, if they had heard of it: %s', async (decision, kind) => {
  const { approval } = await submittedByAda();
  const { id: approvalId = '', contentHash = '' } = approval ?? {};
  const newsOf = async (userId: string) =>
    (
      await services.orm.em
        .fork()
        .find(Notice, { userId, subjectId: approvalId, kind: { $ne: 'approval_waits' } }, { orderBy: { id: 'asc' } })
    ).map((notice) => notice.kind);
  const decideAndWithdraw = async (between: () => Promise<unknown>) => {
    await actAs(services, stage.owner, (ctx) => recordDecision(ctx, { approvalId, contentHash, decision, comment: 'So be it.' }));
    await between();
    await actAs(services, stage.owner, (ctx) => withdrawVote(ctx, approvalId));
    await readEvents(services, notifyPeople);
  };
  await decideAndWithdraw(async () => undefined);
  expect(await newsOf(ada.userId)).toEqual([]);
  await decideAndWithdraw(() => readEvents(services, notifyPeople));
  expect(await newsOf(ada.userId)).toEqual([kind, 'approval_reopened']);
  expect(await newsOf(stage.owner.userId)).toEqual([]);
  const [, { message } = { message: '' }] = await services.orm.em.fork().find(Notice, { userId: ada.userId }, { orderBy: { id: 'asc' } });
  expect(message).toBe(`${stage.owner.name} withdrew the decision on “The pier opens.” for Sandbox. It needs a new one.`);
});

it('names a client by the name they gave, and their address', async () => {
  const { approval, draft } = await submittedByAda();
  const { id: approvalId = '', contentHash = '' } = approval ?? {};
  const client = await givenClient(services, stage.workspace, stage.owner, [draft.id], 'rui@example.org');
  const decision = { approvalId, contentHash, decision: 'approved', clientName: 'Rui Costa' } as const;
  await actAs(services, client, (ctx) => recordDecision(ctx, decision));
  await readEvents(services, notifyPeople);
  const found = await services.orm.em.fork().find(Notice, { userId: ada.userId, kind: 'approval_approved' });
  expect(found.map(({ message }) => message)).toEqual(['Rui Costa (rui@example.org) approved “The pier opens.” for Sandbox.']);
});

it('notifies the author of no withdrawal that leaves a post pending', async () => {
  await services.orm.em.fork().nativeUpdate(Workspace, stage.workspaceId, { approvalsRequired: 2 });
  const { approval } = await submittedByAda();
  await stage.approve(approval);
  await readEvents(services, notifyPeople);
  await actAs(services, stage.owner, (ctx) => withdrawVote(ctx, approval?.id ?? ''));
  await readEvents(services, notifyPeople);
  expect(await unseenOf(ada.userId)).toEqual([]);
});
