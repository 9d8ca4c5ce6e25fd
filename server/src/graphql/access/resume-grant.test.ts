import { expect, it } from 'vitest';
import { pauseGrant } from '../../access/grants/change-grant.ts';
import { actAs } from '../../testing/actors.ts';
import { givenUser } from '../../testing/factories.ts';
import { useGraphql } from '../../testing/graphql.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { workOffWaiting } from '../../testing/waiting.ts';

const graphql = useGraphql(useTestDatabase());

it('continues jobs that waited for a paused grant', async () => {
  const stage = await givenStage(graphql.services);
  const { approval, job } = await stage.submit();
  await actAs(graphql.services, stage.owner, (ctx) => pauseGrant(ctx, stage.agent.grantId));
  await stage.approve(approval);
  const state = async () => (await stage.jobOf(job?.id ?? '')).state;
  expect(await state()).toBe('blocked');
  const owner = graphql.browserOf(await givenUser(graphql.services, stage.accountId));
  const RESUME = 'mutation ($id: ID!) { resumeGrant(grantId: $id) { pausedAt } }';
  expect((await graphql.ask(owner, RESUME, { id: stage.agent.grantId })).data).toEqual({ resumeGrant: { pausedAt: null } });
  await workOffWaiting(graphql.services);
  expect(await state()).toBe('queued');
});
