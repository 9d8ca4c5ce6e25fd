import { beforeAll, expect, it } from 'vitest';
import type { Workspace } from '../../access/workspace.entity.ts';
import { Approval } from '../../approvals/approval.entity.ts';
import { asHealth } from '../../connections/check-due-connections.ts';
import { say } from '../../languages/sentence.ts';
import { toStoredSentence } from '../../languages/stored-message.ts';
import { translateTo } from '../../languages/translate.ts';
import { Publication } from '../../publishing/publication.entity.ts';
import { PublishJob } from '../../publishing/publish-job.entity.ts';
import { agentActor } from '../../testing/actors.ts';
import { givenConnectionRow, givenSubmittedDraft } from '../../testing/content.ts';
import { givenUser, givenWorkspace } from '../../testing/factories.ts';
import { type Caller, useGraphql } from '../../testing/graphql.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { toViolationType } from '../drafts/payload.types.ts';

const database = useTestDatabase();
const graphql = useGraphql(database);

let workspace: Workspace;
let person: Caller;
let approvalId: string;
let draftId: string;

beforeAll(async () => {
  ({ workspace } = await givenWorkspace(graphql.services));
  person = graphql.browserOf(await givenUser(graphql.services, workspace.accountId));
  await givenConnectionRow(graphql.services, workspace);
  const text = `The key is ghp_${'a1'.repeat(18)}. ${'Soup. '.repeat(90)}`;
  const asked = await givenSubmittedDraft(graphql.services, await agentActor(graphql.services, workspace), workspace, { text });
  draftId = asked.draft.id;
  approvalId = asked.approval.id;
});

interface Said {
  payloads: { violations: { message: string; remedy: string }[] }[];
  findings: { message: string }[];
}

async function saidIn(language: string) {
  const { data, errors } = await graphql.ask<{ approval: Said }>(
    { ...person, 'accept-language': language },
    'query ($id: ID!) { approval(id: $id) { payloads { violations { message remedy } } findings { message } } }',
    { id: approvalId },
  );
  expect(errors).toEqual([]);
  return { violation: data.approval.payloads[0]?.violations[0], finding: data.approval.findings[0]?.message };
}

it('describes violations and findings in the accepted language', async () => {
  expect(await saidIn('en')).toEqual({
    violation: {
      message: 'The text is 593 characters long; Sandbox allows at most 500.',
      remedy: 'Shorten it by 93 characters.',
    },
    finding: 'This looks like a GitHub token. Remove it, and rotate it wherever it is used.',
  });
  expect(await saidIn('de')).toEqual({
    violation: { message: 'Der Text hat 593 Zeichen; Sandbox erlaubt höchstens 500.', remedy: 'Kürzen Sie um 93 Zeichen.' },
    finding:
      'Das sieht nach vertraulichen Daten aus (ein Token von GitHub). Entfernen Sie sie und ersetzen Sie sie überall, wo sie verwendet werden.',
  });
});

it('describes those of unsaved text too', async () => {
  const { data } = await graphql.ask<{ draft: { check: Said['payloads'] } }>(
    { ...person, 'accept-language': 'fr' },
    'query ($id: ID!, $words: [WordsInput!]!) { draft(id: $id) { check(words: $words) { violations { message } findings { message } } } }',
    { id: draftId, words: [{ platform: 'sandbox', text: '', tags: [], thread: [] }] },
  );
  expect(data.draft.check[0]).toEqual({ violations: [{ message: 'Le texte est vide.' }], findings: [] });
});

it('gives the remedy for a refused post in the person’s language', async () => {
  const em = graphql.services.orm.em.fork();
  const { id: jobId } = await em.findOneOrFail(PublishJob, { draftId });
  await em.nativeUpdate(Publication, { jobId }, { state: 'failed', failureCode: 'rejected', failureMessage: 'Duplicate.' });
  await em.nativeUpdate(PublishJob, { id: jobId }, { state: 'failed' });
  const { data } = await graphql.ask<{ publishJob: { publications: object[] } }>(
    { ...person, 'accept-language': 'de' },
    'query ($id: ID!) { publishJob(id: $id) { publications { failureCode failureRemedy } } }',
    { id: jobId },
  );
  const failureRemedy =
    'Das Netzwerk lehnt diesen Beitrag aus dem genannten Grund ab. Ändern Sie das im Entwurf und reichen Sie ihn dann erneut ein.';
  expect(data.publishJob.publications[0]).toEqual({ failureCode: 'rejected', failureRemedy });
});

it('returns earlier rows in English, unchanged', async () => {
  const said = { message: 'The text is 7 characters long; X allows at most 5.', remedy: 'Shorten it by 2 characters.' };
  const kept = { code: 'text_too_long', field: 'text', ...said };
  expect(toViolationType(kept, await translateTo('de'))).toMatchObject(said);
});

it('explains in the person’s language why an account was not connected', async () => {
  const connect = (platform: string, credentials: object) =>
    graphql.ask({ ...person, 'accept-language': 'de' }, 'mutation ($input: AddConnectionInput!) { addConnection(input: $input) { id } }', {
      input: { workspaceId: workspace.id, platform, credentials },
    });
  const wrong = await connect('telegram', { botToken: 'not a token', chat: '@harbour' });
  expect(wrong.errors[0]?.message).toBe(
    '„Bot-Token“ muss genau so eingegeben werden, wie @BotFather es ausgibt, z. B. „110201543:AAHdq…“.',
  );
  const missing = await connect('telegram', { botToken: '', chat: '@harbour' });
  expect(missing.errors[0]?.message).toBe('Telegram braucht „botToken“: Bot-Token. Von @BotFather, nach /newbot.');
  const away = await connect('mastodon', { server: 'https://localhost', accessToken: 'abc' });
  expect(away.errors[0]?.message).toBe('Mastodon hat nicht geantwortet. Keine Verbindung möglich.');
});

it('translates stored reasons: for a new approval request, and for a failing account', async () => {
  const reason = say`${'Bluesky'} was left out so the rest can be published.`;
  const broken = say`${'Bluesky'} did not respond. ${say`It took too long.`}`;
  const em = graphql.services.orm.em.fork();
  await em.nativeUpdate(Approval, { id: approvalId }, { reason: String(reason), reasonSentence: toStoredSentence(reason) });
  await givenConnectionRow(graphql.services, workspace, { health: 'failing', ...asHealth(broken) });
  const { data } = await graphql.ask<{ approval: { reason: string }; workspace: { connections: { healthMessage: string | null }[] } }>(
    { ...person, 'accept-language': 'de' },
    'query ($id: ID!, $in: ID!) { approval(id: $id) { reason } workspace(id: $in) { connections { healthMessage } } }',
    { id: approvalId, in: workspace.id },
  );
  expect(data.approval.reason).toBe('Bluesky wurde weggelassen, damit der Rest veröffentlicht werden kann.');
  expect(data.workspace.connections.map(({ healthMessage }) => healthMessage)).toContain(
    'Bluesky hat nicht geantwortet. Es hat zu lange gedauert.',
  );
});
