import { beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../access/actor.ts';
import { revokeGrant } from '../../access/grants/change-grant.ts';
import { Notice } from '../../access/notice.entity.ts';
import { Workspace } from '../../access/workspace.entity.ts';
import { DAY_MS } from '../../clock.ts';
import { disconnect } from '../../connections/connection-queries.ts';
import type { Services } from '../../context.ts';
import { addCredits } from '../../credits/add-credits.ts';
import { readEvents } from '../../events/event-queries.ts';
import { requestRetraction } from '../../publishing/published/request-retraction.ts';
import { createAndSubmitDraft } from '../../publishing/review/submit-draft.ts';
import { actAs, agentActor, userActor } from '../../testing/actors.ts';
import { createEngine, givenQueued } from '../../testing/engine.ts';
import { arrangeStanding, reminder, sign } from '../../testing/matrix/standing.ts';
import { givenStage, type Stage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { createFixedClock, createTestServices } from '../../testing/test-services.ts';
import { notifyPeople } from './notify-people.ts';

const OPERATOR: Actor = { kind: 'operator' };

const database = useTestDatabase();
const clock = createFixedClock(new Date('2026-05-04T10:00:00Z'));
let services: Services;

beforeAll(() => {
  services = createTestServices(database, { clock });
});

async function approved(stage: Stage, sourceText: string, by: Actor = stage.owner) {
  await stage.approve((await stage.submit({ sourceText })).approval, by);
  await readEvents(services, notifyPeople);
}
const heldOf = async (userId: string) =>
  (await services.orm.em.fork().find(Notice, { userId, kind: 'job_held' }, { orderBy: { id: 'asc' } })).map(({ message }) => message);

it('notifies owners and the approver that an approved post lacks credits, once a day for any number', async () => {
  const stage = await givenStage(services, { packs: 0 });
  const approver = await userActor(services, stage.accountId, 'approver');
  await approved(stage, 'The pier opens.', approver);
  expect(await heldOf(approver.userId)).toEqual([
    expect.stringMatching(
      /^“The pier opens\.” is approved and cannot be published yet\. 1 publication credit is needed, 0 available\. An owner/,
    ),
  ]);
  await approved(stage, 'The café opens.', approver);
  expect([await heldOf(approver.userId), await heldOf(stage.owner.userId)].map(({ length }) => length)).toEqual([1, 1]);
  clock.advance(DAY_MS);
  await approved(stage, 'The lighthouse opens.', approver);
  expect(await heldOf(stage.owner.userId)).toHaveLength(2);
});

it('notifies of each other reason separately, and of nothing that can be published', async () => {
  const stage = await givenStage(services, { packs: 0 });
  await approved(stage, 'The pier opens.');
  await actAs(services, OPERATOR, (ctx) => addCredits(ctx, { accountId: stage.accountId, product: 'api_publication_pack', quantity: 1 }));
  await approved(stage, 'The café opens.');
  expect(await heldOf(stage.owner.userId)).toHaveLength(1);
  await services.orm.em.fork().execute(`update connections set health = 'revoked' where workspace_id = ?`, [stage.workspaceId]);
  await approved(stage, 'The lighthouse opens.');
  const notices = await heldOf(stage.owner.userId);
  expect(notices).toHaveLength(2);
  expect(notices[1]).toContain('“The lighthouse opens.” is approved and cannot be published yet.');
});

it('notifies of each account that fails, also if the remedy is the same', async () => {
  const stage = await givenStage(services);
  const approveAfterFault = async ({ id }: { id: string }, sourceTexts: string[]) => {
    const submitted = [];
    for (const sourceText of sourceTexts) submitted.push(await stage.submit({ sourceText }));
    await services.orm.em.fork().execute(`update connections set health = 'revoked' where id = ?`, [id]);
    for (const { approval } of submitted) await stage.approve(approval);
    await readEvents(services, notifyPeople);
    await actAs(services, stage.owner, (ctx) => disconnect(ctx, id));
  };
  if (stage.connection) await approveAfterFault(stage.connection, ['The pier opens.', 'The café opens.']);
  expect(await heldOf(stage.owner.userId)).toEqual([expect.stringContaining('harbour on Sandbox')]);
  await approveAfterFault(await stage.connect('sandbox', { handle: 'lighthouse' }), ['The lighthouse opens.']);
  expect(await heldOf(stage.owner.userId)).toEqual([expect.anything(), expect.stringContaining('lighthouse on Sandbox')]);
});

it('notifies of each post that only its own change or another day can publish', async () => {
  const stage = await givenStage(services, { grant: { jobsPerDay: 1 } });
  for (const sourceText of ['The pier opens.', 'The café opens.', 'The lighthouse opens.']) await approved(stage, sourceText);
  expect(await heldOf(stage.owner.userId)).toEqual([
    expect.stringContaining('“The café opens.”'),
    expect.stringContaining('“The lighthouse opens.”'),
  ]);
});

it('notifies of each agent whose access has ended, once for all of its posts', async () => {
  const stage = await givenStage(services);
  const other = await agentActor(services, stage.workspace);
  const submit = (sourceText: string, agent: Actor) =>
    actAs(services, agent, (ctx) =>
      createAndSubmitDraft(ctx, { workspaceId: stage.workspaceId, sourceText, platforms: ['sandbox'], publishMode: 'approval_queue' }),
    );
  const submitted = [
    await submit('The pier opens.', stage.agent),
    await submit('The café opens.', stage.agent),
    await submit('The lighthouse opens.', other),
  ];
  for (const { grantId } of [stage.agent, other]) await actAs(services, stage.owner, (ctx) => revokeGrant(ctx, grantId));
  for (const { approval } of submitted) await stage.approve(approval);
  await readEvents(services, notifyPeople);
  expect(await heldOf(stage.owner.userId)).toEqual([
    expect.stringContaining('“The pier opens.”'),
    expect.stringContaining('“The lighthouse opens.”'),
  ]);
});

it('names the accounts where the workspace has several of a network, and the network alone where it has one', async () => {
  const engine = createEngine(database);
  const stage = await givenStage(engine.services);
  const publish = async (sourceText: string) => {
    const { publicationIds } = await givenQueued(stage, { sourceText });
    for (const id of publicationIds) await engine.deliver(id);
    return publicationIds;
  };
  const newest = async () => {
    while ((await readEvents(engine.services, notifyPeople)) > 0);
    const mine = { userId: stage.owner.userId, workspaceId: stage.workspaceId };
    const [notice] = await engine.services.orm.em.fork().find(Notice, mine, { orderBy: { id: 'desc' }, limit: 1 });
    return notice?.message;
  };
  await publish('The pier opens.');
  expect(await newest()).toBe('“The pier opens.” was published on Sandbox.');
  await stage.connect('sandbox', { handle: 'lighthouse' });
  const [, second = ''] = await publish('The café opens.');
  expect(await newest()).toMatch(/^“The café opens\.” was published on Sandbox \(.+\) and Sandbox \(lighthouse\)\.$/);
  await actAs(engine.services, stage.agent, (ctx) => requestRetraction(ctx, { publicationId: second, reason: 'It was moved.' }));
  expect(await newest()).toMatch(/ asks for your signature to remove “The café opens\.” from Sandbox \(lighthouse\)\.$/);
});

it('notifies the person whose standing approval let a post through that it cannot be published', async () => {
  const engine = createEngine(database);
  const stage = await arrangeStanding(engine);
  const signer = await userActor(stage.services, stage.accountId, 'approver');
  const { id: standingId } = await sign({ ...stage, owner: signer });
  await stage.services.orm.em.fork().nativeUpdate(Workspace, { id: stage.workspaceId }, { creditsPerMonth: 1 });
  const { job } = await stage.say(reminder('Saturday'));
  const [publication] = await stage.publicationsOf(job?.id ?? '');
  expect(await engine.deliver(publication?.id ?? '')).toBe('published');
  const { approval } = await stage.say(reminder('Sunday'));
  expect(approval).toMatchObject({ state: 'approved', standingId });
  await readEvents(stage.services, notifyPeople);
  expect(await heldOf(signer.userId)).toEqual([expect.stringContaining('“Reminder: the choir sings on Sunday')]);
});
