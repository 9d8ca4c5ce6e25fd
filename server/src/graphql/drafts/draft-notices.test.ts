import { expect, it } from 'vitest';
import { givenConnectionRow } from '../../testing/content.ts';
import { givenUser, givenWorkspace } from '../../testing/factories.ts';
import { useGraphql } from '../../testing/graphql.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const database = useTestDatabase();
const graphql = useGraphql(database);

const CREATE = 'mutation ($input: CreateDraftInput!) { createDraft(input: $input) { id state publishMode notices { code message } } }';

it('returns the same notices over GraphQL as over REST: deviations from the request', async () => {
  const { workspace, workspaceId, accountId } = await givenWorkspace(graphql.services);
  await givenConnectionRow(graphql.services, workspace);
  const person = graphql.browserOf(await givenUser(graphql.services, accountId));
  const input = { workspaceId, sourceText: 'The harbour opens on Friday.', platforms: ['sandbox'], publishMode: 'AUTO' };
  const { data } = await graphql.ask<{ createDraft: { id: string } }>(person, CREATE, { input });
  expect(data?.createDraft).toMatchObject({ publishMode: 'APPROVAL_QUEUE', notices: [{ code: 'approval_still_required' }] });

  const german = await graphql.ask<{ createDraft: { notices: unknown[] } }>({ ...person, 'accept-language': 'de' }, CREATE, { input });
  expect(german.data?.createDraft.notices).toEqual([
    {
      code: 'approval_still_required',
      message: 'Das muss trotzdem freigegeben werden: Nur ein Agent mit der Berechtigung publish:auto darf ohne Freigabe veröffentlichen.',
    },
  ]);

  const read = await graphql.ask(person, 'query ($id: ID!) { draft(id: $id) { notices { code } } }', { id: data?.createDraft.id });
  expect(read.data).toEqual({ draft: { notices: [] } });
});
