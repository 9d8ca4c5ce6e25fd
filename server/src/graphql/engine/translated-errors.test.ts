import { beforeAll, expect, it } from 'vitest';
import type { Role } from '../../access/actor.ts';
import { givenUser } from '../../testing/factories.ts';
import { type Caller, useGraphql } from '../../testing/graphql.ts';
import { givenStage, type Stage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const graphql = useGraphql(useTestDatabase());

let stage: Stage;
beforeAll(async () => {
  stage = await givenStage(graphql.services);
});

const personIn = async (language: string, role: Role): Promise<Caller> => ({
  ...graphql.browserOf(await givenUser(graphql.services, stage.accountId, { role })),
  'accept-language': language,
});

async function refusalOf(caller: Caller, creditsPerMonth: number) {
  const { id: workspaceId, revision } = stage.workspace;
  const change = `mutation ($input: ChangeBudgetInput!) { changeBudget(input: $input) { id } }`;
  const { errors } = await graphql.ask(caller, change, { input: { workspaceId, revision, creditsPerMonth } });
  return errors[0];
}

it('returns errors in the accepted language, with the remedy and each field', async () => {
  expect(await refusalOf(await personIn('de-AT', 'owner'), 0)).toMatchObject({
    message: 'Die Anfrage entspricht nicht dem Schema.',
    extensions: {
      code: 'validation_failed',
      remedy: 'Korrigieren Sie die in errors[] genannten Felder.',
      fields: [{ pointer: '/creditsPerMonth', message: 'Muss eine ganze Zahl von 1 bis 100.000 sein; leer bedeutet kein Budget.' }],
    },
  });
  expect((await refusalOf(await personIn('fr', 'viewer'), 5))?.message).toBe(
    'Votre rôle ici\u00a0: lecteur. Rôle requis\u00a0: propriétaire.',
  );
});

it.each(['en', 'nl'])('returns errors in English if %s is accepted', async (language) => {
  expect((await refusalOf(await personIn(language, 'viewer'), 5))?.message).toBe('Your role here is viewer; this needs owner.');
});
