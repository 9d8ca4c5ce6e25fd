import { beforeEach, describe, expect, it } from 'vitest';
import { agentActor } from '../../testing/actors.ts';
import { givenSubmittedDraft } from '../../testing/content.ts';
import { givenWorkspace } from '../../testing/factories.ts';
import { makeFresh, type Person, usePeople } from '../../testing/people.ts';
import { givenPicture } from '../../testing/pictures.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const POLICY = `mutation ($input: ChangeSafetyPolicyInput!) {
  changeSafetyPolicy(input: $input) { settingsRevision blockedTerms deniedHosts safety { repeatDays aiDisclosure weights { check weight allowed } } }
}`;
const LIFT = 'mutation ($input: LiftFindingInput!) { liftFinding(input: $input) { by reason at } }';
const APPROVAL = `query ($id: ID!) {
  approval(id: $id) { gates { gate status code } findings { id check severity field place start end lift { by reason } } }
}`;

interface Seen {
  approval: {
    gates: { gate: string; status: string; code: string }[];
    findings: { id: string; check: string; severity: string; lift: { reason: string } | null }[];
  };
}

const database = useTestDatabase();
const stage = usePeople(database);
let home: Awaited<ReturnType<typeof givenWorkspace>>;
let owner: Person;

beforeEach(async () => {
  home = await givenWorkspace(stage.services);
  owner = await stage.person({ accountId: home.accountId });
  await database.orm.em.fork().execute('delete from attempt_windows');
});

const submit = async (text: string) =>
  givenSubmittedDraft(stage.services, await agentActor(stage.services, home.workspace), home.workspace, { text });
const read = async (id: string) => (await owner.browser.must<Seen>(APPROVAL, { id })).approval;
const change = (policy: object, revision = 1, { browser } = owner) =>
  browser.ask<{ changeSafetyPolicy: { settingsRevision: number; safety: { weights: object[] } } }>(POLICY, {
    input: { workspaceId: home.workspaceId, revision, ...policy },
  });

describe('liftFinding', () => {
  it('dismisses one finding in the reviewed content, and shows who did so and why', async () => {
    const { draft, approval } = await submit('See http://10.0.0.1/ for more.');
    await makeFresh(owner);
    const [finding] = (await read(approval.id)).findings;
    const input = { draftId: draft.id, contentHash: approval.contentHash, findingId: finding?.id, reason: 'A test address.' };
    const { liftFinding } = await owner.browser.must<{ liftFinding: object }>(LIFT, { input });
    expect(liftFinding).toMatchObject({ reason: 'A test address.', by: expect.any(String) });
    const { findings, gates } = await read(approval.id);
    expect(findings).toMatchObject([{ check: 'private_link', severity: 'BLOCK', start: 4, lift: { reason: 'A test address.' } }]);
    expect(gates.find(({ gate }) => gate === 'SAFETY')).toMatchObject({ status: 'PASS', code: 'safety_lifted' });
  });
});

describe('the description of a picture', () => {
  it.each([
    ['leaked_credential', `A screenshot with AKIA${'IOSFODNN7EXAMPLE'.replace(/[01789]/g, '2')}`],
    ['personal_data', 'The card 4111 1111 1111 1111 on a table'],
    ['denied_host', 'A poster that says spam.example.org'],
    ['blocked_term', 'The best ever summer'],
  ])('is read like the text: %s', async (check, altText) => {
    await makeFresh(owner);
    await change({ blockedTerms: ['best ever'], deniedHosts: ['spam.example.org'] });
    const agent = await agentActor(stage.services, home.workspace);
    const first = await givenPicture(stage.services, agent, home.workspace, 'A boat.');
    const second = await givenPicture(stage.services, agent, home.workspace, altText);
    const { approval } = await givenSubmittedDraft(stage.services, agent, home.workspace, { mediaIds: [first.id, second.id] });
    const { findings, gates } = await read(approval.id);
    expect(findings).toMatchObject([{ check, severity: 'BLOCK', field: 'images/1', place: 'in the description of picture 2' }]);
    expect(gates.find(({ gate }) => gate === 'SAFETY')).toMatchObject({ status: 'BLOCK', code: check });
    const request = { query: APPROVAL, variables: { id: approval.id } };
    const inFrench = await owner.browser.post('/api/graphql', request, { 'accept-language': 'fr' });
    expect(inFrench.json().data.approval.findings).toMatchObject([{ place: 'dans la description de l’image 2' }]);
  });
});

describe('changeSafetyPolicy', () => {
  it('requires an owner with a recently confirmed session, and applies at once', async () => {
    const { approval } = await submit('What the fuck is this?');
    const before = await read(approval.id);
    expect(before.findings).toMatchObject([{ check: 'profanity', severity: 'WARN' }]);
    expect((await change({ weights: [] })).code).toBe('reauthentication_required');
    await makeFresh(owner);
    const { data } = await change({ weights: [{ check: 'PROFANITY', weight: 'BLOCK' }], repeatDays: 7, aiDisclosure: ' #AI ' });
    expect(data.changeSafetyPolicy).toMatchObject({ settingsRevision: 2, safety: { repeatDays: 7, aiDisclosure: '#AI' } });
    expect(data.changeSafetyPolicy.safety.weights).toContainEqual({
      check: 'PROFANITY',
      weight: 'BLOCK',
      allowed: ['OFF', 'WARN', 'BLOCK'],
    });
    expect((await read(approval.id)).findings.map(({ severity }) => severity)).toContain('BLOCK');
  });

  it('keeps the revision if terms and links are normalized to the same values', async () => {
    await makeFresh(owner);
    const { data } = await change({ repeatDays: 14, blockedTerms: [' best ever ', 'best ever'], deniedHosts: ['Example.ORG'] });
    expect(data.changeSafetyPolicy).toMatchObject({
      settingsRevision: 2,
      safety: { repeatDays: 14 },
      blockedTerms: ['best ever'],
      deniedHosts: ['example.org'],
    });
    const { draft } = await submit('The best ever summer: https://example.org/fair');
    const { draft: read } = await owner.browser.must<{ draft: { approval: { findings: object[] } } }>(
      'query ($id: ID!) { draft(id: $id) { approval { findings { check } } } }',
      { id: draft.id },
    );
    expect(read.approval.findings).toEqual(expect.arrayContaining([{ check: 'blocked_term' }, { check: 'denied_host' }]));
  });

  it.each([
    ['a host is no address', { deniedHosts: ['https://example.org/'] }],
    ['a leaked credential cannot be waved through', { weights: [{ check: 'LEAKED_CREDENTIAL', weight: 'WARN' }] }],
    ['nothing is remembered for years', { repeatDays: 366 }],
    ['a disclosure is short', { aiDisclosure: 'x'.repeat(101) }],
  ])('%s', async (_, policy) => {
    await makeFresh(owner);
    expect((await change(policy)).code).toBe('validation_failed');
  });
});
