import { expect, it } from 'vitest';
import type { Actor, Role } from '../../access/actor.ts';
import { Approval } from '../../approvals/approval.entity.ts';
import { Draft } from '../../drafts/draft.entity.ts';
import { actAs, userActor } from '../../testing/actors.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { createTestServices } from '../../testing/test-services.ts';
import { changeDraft } from './change-draft.ts';
import { recordDecision } from './record-decision.ts';

const database = useTestDatabase();

/** A draft that is pending approval in a workspace where authors cannot approve their own content. */
async function arrange(workspace: Parameters<typeof givenStage>[1] = { workspace: { refusesSelfApproval: true } }) {
  const services = createTestServices(database);
  const stage = await givenStage(services, workspace);
  const { draft } = await stage.submit();
  const person = (role: Role = 'approver') => userActor(services, stage.accountId, role);
  const write = async (actor: Actor, sourceText: string) => {
    const { revision } = await services.orm.em.fork().findOneOrFail(Draft, draft.id);
    return actAs(services, actor, (ctx) => changeDraft(ctx, { draftId: draft.id, revision, changes: { sourceText } }));
  };
  const approve = async (actor: Actor) => {
    const pending = await services.orm.em.fork().findOneOrFail(Approval, { draftId: draft.id, state: 'pending' });
    return stage.approve(pending, actor);
  };
  return { ...stage, draft, person, write, approve };
}

it('refuses authors of content that no one else has approved, even if others wrote after them', async () => {
  const { person, write, approve, agent } = await arrange();
  const [writer, other] = [await person(), await person()];
  await write(writer, 'The writer’s own words.');
  await expect(approve(writer)).rejects.toMatchObject({ code: 'self_approval_refused' });
  await write(agent, 'The writer’s own words, with a comma.');
  await expect(approve(writer)).rejects.toMatchObject({ code: 'self_approval_refused' });
  expect((await approve(other)).state).toBe('approved');
});

it('lets them decide again once another person has approved their content', async () => {
  const { person, write, approve, agent } = await arrange();
  const [writer, other] = [await person(), await person()];
  await write(writer, 'The writer’s own words.');
  await approve(other);
  await write(agent, 'Words of the agent alone.');
  expect((await approve(writer)).state).toBe('approved');
});

it('does not count a request for changes as an approval of the content', async () => {
  const { person, write, approve, agent, services } = await arrange();
  const [writer, other] = [await person(), await person()];
  const { approval } = await write(writer, 'The writer’s own words.');
  await actAs(services, other, (ctx) =>
    recordDecision(ctx, {
      approvalId: approval?.id ?? '',
      contentHash: approval?.contentHash ?? '',
      decision: 'changes_requested',
      comment: 'A comma is missing.',
    }),
  );
  await write(agent, 'The writer’s own words, with a comma.');
  await expect(approve(writer)).rejects.toMatchObject({ code: 'self_approval_refused' });
});

it.each(['viewer', null] as const)('does not count the vote of a person who is %s by now', async (role) => {
  const { person, approve, services, accountId } = await arrange({ workspace: { approvalsRequired: 2 } });
  const [first, second, third] = [await person(), await person(), await person('owner')];
  await approve(first);
  const em = services.orm.em.fork();
  if (role) await em.execute('update memberships set role = ? where user_id = ? and account_id = ?', [role, first.userId, accountId]);
  else await em.execute('delete from memberships where user_id = ? and account_id = ?', [first.userId, accountId]);
  expect((await approve(second)).state).toBe('pending');
  expect((await approve(third)).state).toBe('approved');
});

it('does not count an author’s vote once authors cannot approve their own content', async () => {
  const { person, write, approve, services, workspaceId } = await arrange({ workspace: { approvalsRequired: 2 } });
  const [writer, first, second] = [await person(), await person(), await person()];
  await write(writer, 'The writer’s own words.');
  await approve(writer);
  await services.orm.em.fork().execute('update workspaces set refuses_self_approval = true where id = ?', [workspaceId]);
  expect((await approve(first)).state).toBe('pending');
  expect((await approve(second)).state).toBe('approved');
});

it('does not count an approver’s vote once only owners decide', async () => {
  const { person, approve, services, workspaceId } = await arrange({ workspace: { approvalsRequired: 2 } });
  await approve(await person('approver'));
  await services.orm.em.fork().execute(`update workspaces set deciders = 'owners' where id = ?`, [workspaceId]);
  expect((await approve(await person('owner'))).state).toBe('pending');
  expect((await approve(await person('owner'))).state).toBe('approved');
});
