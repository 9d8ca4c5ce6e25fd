import { expect, it } from 'vitest';
import { revokeGrant } from '../../access/grants/change-grant.ts';
import { actAs } from '../../testing/actors.ts';
import { givenUser } from '../../testing/factories.ts';
import { useGraphql } from '../../testing/graphql.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const database = useTestDatabase();
const graphql = useGraphql(database);

const DRAFT = 'query ($id: ID!) { draft(id: $id) { state viewerCan { submit } publishJob { id } } }';
const SUBMIT = 'mutation ($id: ID!) { submitDraft(draftId: $id) { publishJob { id } viewerCan { submit } } }';

it('offers a person to submit a waiting draft only once its agent may not continue', async () => {
  const { submit, accountId, agent } = await givenStage(graphql.services);
  const { draft } = await submit();
  const { id } = draft;
  const person = graphql.browserOf(await givenUser(graphql.services, accountId));
  const before = await graphql.ask<{ draft: { publishJob: { id: string } } }>(person, DRAFT, { id });
  expect(before.data.draft).toMatchObject({ state: 'IN_REVIEW', viewerCan: { submit: false } });

  await actAs(graphql.services, { kind: 'operator' }, (ctx) => revokeGrant(ctx, agent.grantId));
  expect((await graphql.ask(person, DRAFT, { id })).data).toMatchObject({ draft: { viewerCan: { submit: true } } });

  const { data } = await graphql.ask(person, SUBMIT, { id });
  expect(data).toEqual({ submitDraft: { publishJob: before.data.draft.publishJob, viewerCan: { submit: false } } });
});
