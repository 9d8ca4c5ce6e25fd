import { beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../access/actor.ts';
import { addNotice } from '../../access/notices.ts';
import { User } from '../../access/user.entity.ts';
import { createDraft } from '../../drafts/create-draft.ts';
import { say } from '../../languages/sentence.ts';
import { actAs, userActor } from '../../testing/actors.ts';
import { givenUser, givenWorkspace } from '../../testing/factories.ts';
import { type Caller, useGraphql } from '../../testing/graphql.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const database = useTestDatabase();
const graphql = useGraphql(database);

let accountId: string;
let workspaceId: string;
let person: Caller;

beforeAll(async () => {
  ({ accountId, workspaceId } = await givenWorkspace(graphql.services));
  person = graphql.browserOf(await givenUser(graphql.services, accountId));
});

const languageOf = async (caller: Caller) =>
  (await graphql.ask<{ viewer: { language: string | null } }>(caller, '{ viewer { language } }')).data.viewer.language;

it('is set by each person', async () => {
  const other = graphql.browserOf(await givenUser(graphql.services, accountId));
  expect(await languageOf(person)).toBeNull();
  const chosen = await graphql.ask(person, 'mutation { chooseLanguage(language: AR) { language } }');
  expect(chosen.data).toEqual({ chooseLanguage: { language: 'AR' } });
  expect([await languageOf(person), await languageOf(other)]).toEqual(['AR', null]);
});

it('returns notices in the accepted language, and old rows unchanged', async () => {
  const tell = (message: Parameters<typeof addNotice>[1]['message']) =>
    actAs(graphql.services, { kind: 'system' }, (ctx) => addNotice(ctx, { accountId, kind: 'key_rotated', message }));
  await tell('An old row.');
  await tell(say`${'Newsroom'} gave up its access.`);
  const newsIn = async (language: string) => {
    const { data } = await graphql.ask<{ workspace: { notices: { edges: { node: { message: string } }[] } } }>(
      { ...person, 'accept-language': language },
      'query ($id: ID!) { workspace(id: $id) { notices { edges { node { message } } } } }',
      { id: workspaceId },
    );
    return data.workspace.notices.edges.map(({ node }) => node.message);
  };
  expect(await newsIn('de')).toEqual(['Newsroom hat seinen Zugang zurückgegeben.', 'An old row.']);
  expect(await newsIn('en')).toEqual(['Newsroom gave up its access.', 'An old row.']);
});

it('translates the placeholder for a name into the accepted language, and leaves names unchanged', async () => {
  const namesake = await userActor(graphql.services, accountId);
  await database.orm.em.fork().nativeUpdate(User, namesake.userId, { name: 'The operator' });
  const made = (actor: Actor) =>
    actAs(graphql.services, actor, (ctx) => createDraft(ctx, { workspaceId, sourceText: 'Open on Friday.', platforms: ['sandbox'] }));
  const [byOperator, byNamesake] = [await made({ kind: 'operator' }), await made(namesake)];
  const AUTHOR = 'query ($id: ID!) { draft(id: $id) { author { name } } }';
  const authorIn = async (language: string, { draft: { id } }: { draft: { id: string } }) => {
    const asked = { ...person, 'accept-language': language };
    return (await graphql.ask<{ draft: { author: { name: string } } }>(asked, AUTHOR, { id })).data.draft.author.name;
  };
  expect([await authorIn('de', byOperator), await authorIn('en', byOperator)]).toEqual(['Der Betreiber', 'The operator']);
  expect(await authorIn('de', byNamesake)).toBe('The operator');
});
