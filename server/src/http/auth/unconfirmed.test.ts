import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmEmail } from '../../access/people.ts';
import { approvalsGivenTo } from '../../approvals/decision-queries.ts';
import { buildEvidence } from '../../publishing/evidence/build-evidence.ts';
import { actAs } from '../../testing/actors.ts';
import type { Browser } from '../../testing/browser.ts';
import { givenAgent, givenWorkspace } from '../../testing/factories.ts';
import { givenStanding } from '../../testing/matrix/standing.ts';
import { mailsTo, makeFresh, usePeople } from '../../testing/people.ts';
import { givenStage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor } from '../../testing/test-services.ts';

const database = useTestDatabase();
const people = usePeople(database);

const DECIDE = 'mutation ($input: DecideApprovalInput!) { decideApproval(input: $input) { state } }';
const INVITE = 'mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { link } }';
const MEMBERS = 'query ($id: ID!) { workspace(id: $id) { account { members { email isConfirmed } } } }';
const SIGN = 'mutation ($input: SignStandingApprovalInput!) { signStandingApproval(input: $input) { state } }';
const FACTS = 'query ($id: ID!) { approval(id: $id) { missingApprovers viewerCan { decide } } }';

const tokenIn = (link: string | undefined): string => link?.split('#token=')[1] ?? '';

/** A policy of two approvers, its owner, and a person the owner created with an address of their choice, by the shown link or the mailed one. */
async function arrange(email: string, by: 'shown' | 'mailed' = 'shown') {
  const { services } = people;
  const stage = await givenStage(services, { workspace: { approvalsRequired: 2 } });
  const owner = await people.person({ accountId: stage.accountId });
  // The fixture's own owner would be the second approver.
  await services.orm.em.fork().execute('delete from memberships where user_id = ?', [stage.owner.userId]);
  await makeFresh(owner);
  const input = { accountId: stage.accountId, email, role: 'OWNER' };
  const { inviteMember } = await owner.browser.must<{ inviteMember: { link: string } }>(INVITE, { input });
  const invented = people.open();
  const token = tokenIn(by === 'shown' ? inviteMember.link : (await mailsTo(services, email)).at(-1)?.link?.url);
  const named = { token, name: 'The Chief Executive', password: 'kaffee-loch-schraube' };
  expect((await invented.post('/api/auth/invitation/accept', named)).statusCode).toBe(200);
  const { approval, job } = await stage.submit();
  const decide = (browser: Browser) =>
    browser.ask<{ decideApproval: { state: string } }>(DECIDE, {
      input: { approvalId: approval?.id, contentHash: approval?.contentHash, decision: 'APPROVED' },
    });
  const facts = async (browser: Browser) =>
    (await browser.must<{ approval: Record<string, unknown> }>(FACTS, { id: approval?.id })).approval;
  const given = async () => (await approvalsGivenTo(contextFor(services), [approval?.id ?? ''])).get(approval?.id ?? '');
  return { services, stage, owner, invented, decide, facts, given, jobId: job?.id ?? '' };
}

it('does not give an owner a second vote by inviting an address of their own choice', async () => {
  const email = 'ceo@bigcorp.example';
  const { services, stage, owner, invented, decide, facts, jobId } = await arrange(email);
  expect(await facts(owner.browser)).toMatchObject({ missingApprovers: 1, viewerCan: { decide: true } });
  expect(await facts(invented)).toMatchObject({ viewerCan: { decide: false } });
  expect((await decide(owner.browser)).data).toEqual({ decideApproval: { state: 'PENDING' } });
  expect((await decide(invented)).code).toBe('email_unconfirmed');
  const { workspace } = await owner.browser.must<{ workspace: { account: { members: object[] } } }>(MEMBERS, { id: stage.workspaceId });
  expect(workspace.account.members).toEqual(
    expect.arrayContaining([
      { email, isConfirmed: false },
      { email: owner.email, isConfirmed: true },
    ]),
  );

  await actAs(services, { kind: 'operator' }, (ctx) => confirmEmail(ctx, email));
  expect((await decide(invented)).data).toEqual({ decideApproval: { state: 'APPROVED' } });
  const { approval } = await buildEvidence(contextFor(services, { kind: 'operator' }), jobId);
  expect(approval?.decisions.map(({ address }) => address)).toEqual([
    { email: owner.email, confirmed_at: expect.any(String), proof: null },
    { email, confirmed_at: expect.any(String), proof: 'operator' },
  ]);
});

describe('where email is sent', () => {
  beforeAll(() => {
    people.services.config.mail = { smtpUrl: 'smtp://mail.example.org', from: 'posts@example.org' };
  });
  afterAll(() => {
    people.services.config.mail = null;
  });

  it.each([
    ['shown', 'reset_mail'],
    ['mailed', 'invitation_mail'],
  ] as const)('a person who came by the %s link decides once a mail has proved the address: %s', async (by, proof) => {
    const email = `${by}@bigcorp.example`;
    const { services, stage, owner, invented, decide, facts, given, jobId } = await arrange(email, by);
    let person = invented;
    expect((await decide(owner.browser)).data).toEqual({ decideApproval: { state: 'PENDING' } });
    if (by === 'shown') {
      expect(await facts(invented)).toMatchObject({ missingApprovers: 1, viewerCan: { decide: false } });
      expect((await decide(invented)).code).toBe('email_unconfirmed');
      expect(await given()).toBe(1);
      await people.open().post('/api/auth/password/forgot', { email });
      await expect.poll(() => mailsTo(services, email)).toHaveLength(2);
      const token = tokenIn((await mailsTo(services, email)).at(-1)?.link?.url);
      const password = 'fulfil-otter-lamp';
      expect((await people.open().post('/api/auth/password/reset', { token, password })).statusCode).toBe(204);
      person = people.open();
      await person.post('/api/auth/sign-in/email', { email, password });
    }
    expect((await decide(person)).data).toEqual({ decideApproval: { state: 'APPROVED' } });
    const { authorization } = await givenAgent(services, stage.workspace);
    const url = `/api/v1/publish-jobs/${jobId}/evidence`;
    const evidence = (await people.app.inject({ url, headers: { authorization } })).json();
    expect(evidence.approval.decisions.map(({ address }: { address: object }) => address)).toEqual([
      { email: owner.email, confirmed_at: expect.any(String), proof: null },
      { email, confirmed_at: expect.any(String), proof },
    ]);
  });
});

it('does not count an unconfirmed person’s earlier vote', async () => {
  const { services, owner, decide, given } = await arrange('board@bigcorp.example');
  await decide(owner.browser);
  expect(await given()).toBe(1);
  await services.orm.em.fork().execute('update users set email_confirmed_at = null where email = ?', [owner.email]);
  expect(await given()).toBe(0);
});

it('refuses a standing approval by an unconfirmed person', async () => {
  const { services, stage, owner, invented } = await arrange('standing@bigcorp.example');
  await services.orm.em.fork().execute('update workspaces set approvals_required = 1 where id = ?', [stage.workspaceId]);
  const { id, templateHash } = await givenStanding(services, stage, 'proposed');
  const input = { id, templateHash, perDay: 1, credits: 5, days: 10 };
  expect((await invented.ask(SIGN, { input })).code).toBe('email_unconfirmed');
  await makeFresh(owner);
  expect((await owner.browser.ask(SIGN, { input })).code).toBeNull();
});

it('lets a person who joined by a copied link join a second account if no email is sent', async () => {
  const email = 'both@bigcorp.example';
  const { services, invented } = await arrange(email);
  const { accountId } = await givenWorkspace(services);
  const owner = await people.person({ accountId });
  await makeFresh(owner);
  const { inviteMember } = await owner.browser.must<{ inviteMember: { link: string; isMailed: boolean } }>(
    'mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { link isMailed } }',
    { input: { accountId, email, role: 'EDITOR' } },
  );
  expect(inviteMember.isMailed).toBe(false);
  const token = tokenIn(inviteMember.link);
  expect((await invented.post('/api/auth/invitation/accept', { token })).json()).toMatchObject({ account_id: accountId });
});
