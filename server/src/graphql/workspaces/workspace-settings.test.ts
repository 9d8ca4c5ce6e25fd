import { beforeEach, describe, expect, it } from 'vitest';
import { AuditEntry } from '../../audit/audit.entities.ts';
import { agentActor } from '../../testing/actors.ts';
import { givenSubmittedDraft } from '../../testing/content.ts';
import { givenWorkspace } from '../../testing/factories.ts';
import { makeFresh, type Person, usePeople } from '../../testing/people.ts';
import { useTestDatabase } from '../../testing/test-database.ts';

const FIELDS =
  'settingsRevision timeZone approvalsRequired deciders quietHours { weekdays from to } postingSlots { weekdays at } blockedTerms deniedHosts voice { tone emoji length maxTags bannedWords wording }';
const CHANGE = `mutation ($input: ChangeWorkspaceInput!) { changeWorkspace(input: $input) { ${FIELDS} } }`;
const POLICY = `mutation ($input: ChangeApprovalPolicyInput!) { changeApprovalPolicy(input: $input) { ${FIELDS} } }`;
const APPROVAL = 'query ($id: ID!) { approval(id: $id) { state approvalsRequired viewerCan { decide reason } } }';
const DECIDE = 'mutation ($input: DecideApprovalInput!) { decideApproval(input: $input) { state } }';

const database = useTestDatabase();
const stage = usePeople(database);
let home: Awaited<ReturnType<typeof givenWorkspace>>;
let owner: Person;
let approver: Person;

beforeEach(async () => {
  home = await givenWorkspace(stage.services);
  owner = await stage.person({ accountId: home.accountId });
  approver = await stage.person({ accountId: home.accountId, role: 'approver' });
  await makeFresh(owner);
  await database.orm.em.fork().execute('delete from attempt_windows');
});

const change = (settings: object, revision = 1) =>
  owner.browser.ask<{ changeWorkspace: Record<string, unknown> }>(CHANGE, {
    input: { workspaceId: home.workspaceId, revision, ...settings },
  });
const setPolicy = async (policy: object, revision: number) => {
  await owner.browser.must(POLICY, { input: { workspaceId: home.workspaceId, revision, ...policy } });
};
const ask = async () => givenSubmittedDraft(stage.services, await agentActor(stage.services, home.workspace), home.workspace);
const approve = ({ approval }: Awaited<ReturnType<typeof ask>>, { browser }: Person) =>
  browser.ask<{ decideApproval: { state: string } }>(DECIDE, {
    input: { approvalId: approval.id, contentHash: approval.contentHash, decision: 'APPROVED' },
  });
const readApproval = async (id: string, { browser }: Person) =>
  (await browser.must<{ approval: { approvalsRequired: number; viewerCan: { decide: boolean } } }>(APPROVAL, { id })).approval;

describe('the settings of a workspace', () => {
  it('are saved as an owner sets them, each day once and in order, and recorded in the audit log', async () => {
    const settings = {
      timeZone: 'europe/lisbon',
      quietHours: [{ weekdays: [5, 1, 1], from: '22:00', to: '07:00' }],
      postingSlots: [{ weekdays: [1], at: '09:00' }],
      blockedTerms: [' free money ', 'free money'],
      deniedHosts: ['Spam.example.org'],
      voice: { tone: 'warm', emoji: 'NONE', length: 'SHORT', maxTags: 2, bannedWords: ['synergy'], wording: 'EXACT' },
    };
    const { data } = await change(settings);
    expect(data.changeWorkspace).toEqual({
      ...settings,
      settingsRevision: 2,
      timeZone: 'Europe/Lisbon',
      approvalsRequired: 1,
      deciders: 'OWNERS_AND_APPROVERS',
      quietHours: [{ weekdays: [1, 5], from: '22:00', to: '07:00' }],
      blockedTerms: ['free money'],
      deniedHosts: ['spam.example.org'],
    });
    const entry = await database.orm.em.fork().findOneOrFail(AuditEntry, { subjectId: home.workspaceId, action: 'workspace.changed' });
    expect(entry).toMatchObject({
      actorId: owner.userId,
      details: { revision: 2, changes: { timeZone: { from: 'UTC', to: 'Europe/Lisbon' } } },
    });
  });

  it('keep the wording setting if a voice does not contain it', async () => {
    const voice = { tone: '', emoji: 'FREE', length: 'MEDIUM', maxTags: null, bannedWords: [] };
    await change({ voice: { ...voice, wording: 'EXACT' } });
    expect((await change({ voice: { ...voice, tone: 'dry' } }, 2)).data.changeWorkspace.voice).toMatchObject({
      tone: 'dry',
      wording: 'EXACT',
    });
    expect((await change({ voice: { ...voice, wording: 'ADAPT' } }, 3)).data.changeWorkspace.voice).toMatchObject({ wording: 'ADAPT' });
  });

  it('keep their revision if nothing differs', async () => {
    const { data } = await change({ timeZone: 'UTC', quietHours: [] });
    expect(data.changeWorkspace.settingsRevision).toBe(1);
  });

  it('include the name, and the audit log has the previous one', async () => {
    await change({ name: '  The pier, summer ' });
    const { workspace } = await approver.browser.must<{ workspace: { name: string } }>('query ($id: ID!) { workspace(id: $id) { name } }', {
      id: home.workspaceId,
    });
    expect(workspace.name).toBe('The pier, summer');
    const entry = await database.orm.em.fork().findOneOrFail(AuditEntry, { subjectId: home.workspaceId, action: 'workspace.changed' });
    expect(entry.details).toMatchObject({ changes: { name: { from: home.workspace.name, to: 'The pier, summer' } } });
  });

  it('accept one of two concurrent changes, and report the conflict to the other', async () => {
    const answers = await Promise.all([change({ name: 'The pier' }), change({ name: 'The quay' })]);
    expect(answers.map(({ code }) => code).sort()).toEqual(['settings_changed', null].sort());
    expect((await change({ name: 'The quay' }, 2)).code).toBeNull();
  });

  it.each([
    ['no name', { name: '  ' }, '/name'],
    ['an unknown time zone', { timeZone: 'Europe/Atlantis' }, '/timeZone'],
    ['an offset instead of a zone', { timeZone: '+02:00' }, '/timeZone'],
    ['hours that never end', { quietHours: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '00:00' }] }, '/quietHours'],
    ['an eighth day', { quietHours: [{ weekdays: [8], from: '10:00', to: '11:00' }] }, '/quietHours/0/weekdays'],
    ['no time of day', { postingSlots: [{ weekdays: [1], at: 'noon' }] }, '/postingSlots/0/at'],
    ['an address instead of a host', { deniedHosts: ['https://example.org/x'] }, '/deniedHosts/0'],
    ['an empty term', { blockedTerms: [' '] }, '/blockedTerms/0'],
  ])('are refused with %s', async (_what, settings, pointer) => {
    const variables = { input: { workspaceId: home.workspaceId, revision: 1, ...settings } };
    const [refusal] = (await owner.browser.post('/api/graphql', { query: CHANGE, variables })).json().errors;
    expect(refusal.extensions).toMatchObject({ code: 'validation_failed', fields: [{ pointer, message: expect.any(String) }] });
  });
});

describe('the approval policy', () => {
  it('does not relax pending approvals', async () => {
    await setPolicy({ approvalsRequired: 2, deciders: 'OWNERS' }, 1);
    const asked = await ask();
    await setPolicy({ approvalsRequired: 1, deciders: 'OWNERS_AND_APPROVERS' }, 2);
    expect((await readApproval(asked.approval.id, approver)).viewerCan.decide).toBe(false);
    expect((await approve(asked, approver)).code).toBe('insufficient_role');
    expect((await approve(asked, owner)).data.decideApproval.state).toBe('PENDING');
    expect((await approve(await ask(), approver)).data.decideApproval.state).toBe('APPROVED');
  });

  it('applies a stricter policy at once, except to decided approvals', async () => {
    const [done, waiting] = [await ask(), await ask()];
    expect((await approve(done, approver)).data.decideApproval.state).toBe('APPROVED');
    await setPolicy({ approvalsRequired: 2 }, 1);
    expect(await readApproval(waiting.approval.id, approver)).toMatchObject({ approvalsRequired: 2 });
    expect(await readApproval(done.approval.id, approver)).toMatchObject({ approvalsRequired: 1, state: 'APPROVED' });
    expect((await approve(waiting, approver)).data.decideApproval.state).toBe('PENDING');
    expect((await approve(waiting, owner)).data.decideApproval.state).toBe('APPROVED');
  });

  it('sets how long an approval can be decided', async () => {
    await setPolicy({ approvalHours: 3 }, 1);
    const { approval } = await ask();
    expect(approval.expiresAt.getTime() - approval.createdAt.getTime()).toBe(3 * 3_600_000);
  });

  it('requires a recently confirmed session and a number within bounds', async () => {
    const other = await stage.person({ accountId: home.accountId });
    const input = { workspaceId: home.workspaceId, revision: 1, allowsAuto: true };
    expect((await other.browser.ask(POLICY, { input })).code).toBe('reauthentication_required');
    expect((await owner.browser.ask(POLICY, { input: { ...input, approvalsRequired: 11 } })).code).toBe('validation_failed');
  });
});
