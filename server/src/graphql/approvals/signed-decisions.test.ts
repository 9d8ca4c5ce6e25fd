import { beforeEach, describe, expect, it } from 'vitest';
import { Workspace } from '../../access/workspace.entity.ts';
import { Approval } from '../../approvals/approval.entity.ts';
import { ApprovalDecision } from '../../approvals/approval-decision.entity.ts';
import { acceptSignature } from '../../approvals/signatures/accept-signature.ts';
import { DecisionSignature } from '../../approvals/signatures/decision-signature.entity.ts';
import { beginSignature } from '../../approvals/signatures/request-signature.ts';
import { challengeFor } from '../../approvals/signatures/statement.ts';
import { addCredits } from '../../credits/add-credits.ts';
import { changeDraft } from '../../publishing/review/change-draft.ts';
import { recordDecision } from '../../publishing/review/record-decision.ts';
import { actAs, userActor } from '../../testing/actors.ts';
import { givenUser } from '../../testing/factories.ts';
import { type Caller, useGraphql } from '../../testing/graphql.ts';
import { givenPasskey } from '../../testing/passkeys/passkeys.ts';
import type { VirtualAuthenticator } from '../../testing/passkeys/virtual-authenticator.ts';
import { givenStage, type Stage } from '../../testing/stage.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { contextFor, createFixedClock } from '../../testing/test-services.ts';

const BEGIN = 'mutation ($input: BeginSignatureInput!) { beginSignature(input: $input) { statement options } }';
const DECIDE = `mutation ($input: DecideApprovalInput!) {
  decideApproval(input: $input) { id state contentHash needsSignature decisions { decision isSigned } }
}`;
const DECIDE_MANY = `mutation ($input: DecideApprovalsInput!) {
  decideApprovals(input: $input) { approvalId approval { state decisions { isSigned } } refusal { code remedy } }
}`;
const PREVIEW = 'query ($id: ID!, $edits: ContentEditsInput!) { editPreview(approvalId: $id, edits: $edits) { contentHash } }';

interface Asked {
  statement: { decisions: { approval_id: string; content_hash: string }[]; user_id: string; nonce: string };
  options: { challenge: string; rpId: string };
}
type Shown = Pick<Approval, 'id' | 'contentHash'>;
type Person = Awaited<ReturnType<typeof person>>;

const clock = createFixedClock();
const database = useTestDatabase();
const graphql = useGraphql(database, { clock });
let stage: Stage;
let ada: Person;

beforeEach(async () => {
  stage = await givenStage(graphql.services, { workspace: { requiresSignature: true } });
  ada = await person();
});

const em = () => database.orm.em.fork();

async function person({ hasPasskey = true } = {}) {
  const user = await givenUser(graphql.services, stage.accountId, { role: 'approver' });
  const passkey = hasPasskey ? await givenPasskey(graphql.services, user.userId) : null;
  return { ...user, caller: graphql.browserOf(user), passkey: passkey as VirtualAuthenticator };
}

async function submit(input: Parameters<Stage['submit']>[0] = {}): Promise<Approval> {
  const { approval } = await stage.submit(input);
  if (!approval) throw new Error('No approval was requested.');
  return approval;
}

async function ask<Data>(caller: Caller, query: string, input: object) {
  const { data, errors } = await graphql.ask<Data>(caller, query, { input });
  return { data, code: errors[0]?.extensions.code ?? null, remedy: errors[0]?.extensions.remedy };
}

const toSign = ({ id, contentHash }: Shown, editedHash?: string) => ({ approvalId: id, contentHash, editedHash });

async function begin({ caller }: Person, ...approvals: ReturnType<typeof toSign>[]): Promise<Asked> {
  const { data, code } = await ask<{ beginSignature: Asked }>(caller, BEGIN, { workspaceId: stage.workspaceId, approvals });
  expect(code).toBeNull();
  return data.beginSignature;
}

const answer = ({ statement, options }: Asked, passkey = ada.passkey) => ({ statement, response: passkey.get(options, '') });
const sign = async (who: Person, ...approvals: Shown[]) =>
  withoutHandle(answer(await begin(who, ...approvals.map((shown) => toSign(shown))), who.passkey));

/** Responds like an authenticator that was given a list of allowed passkeys. */
function withoutHandle<T extends { response: object }>({ response, ...given }: T) {
  const { response: parts, ...rest } = response as { response: object };
  return { ...given, response: { ...rest, response: { ...parts, userHandle: undefined } } };
}

const decide = ({ caller }: Person, { id, contentHash }: Shown, more: object = {}) =>
  ask<{ decideApproval: { id: string; state: string; contentHash: string; decisions: { isSigned: boolean }[] } | null }>(caller, DECIDE, {
    approvalId: id,
    contentHash,
    decision: 'APPROVED',
    ...more,
  });

const stateOf = async ({ id }: Shown) => (await em().findOneOrFail(Approval, id)).state;

describe('an approval that has to be signed', () => {
  it('is approved by the person’s passkey over its content hash, and stored with all data for its verification', async () => {
    const approval = await submit();
    const asked = await begin(ada, toSign(approval));
    expect(asked.statement).toEqual({
      format: 'countersign-decision/1',
      service: 'http://localhost:4000',
      workspace_id: stage.workspaceId,
      user_id: ada.userId,
      decisions: [{ approval_id: approval.id, revision: approval.revision, content_hash: approval.contentHash, decision: 'approved' }],
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      expires_at: new Date(clock.now().getTime() + 300_000).toISOString(),
    });
    expect(asked.options).toMatchObject({
      challenge: challengeFor(asked.statement),
      userVerification: 'required',
      allowCredentials: [{ id: ada.passkey.credential.id }],
    });
    const { data } = await decide(ada, approval, { signature: withoutHandle(answer(asked)) });
    expect(data.decideApproval).toMatchObject({ state: 'APPROVED', needsSignature: true, decisions: [{ isSigned: true }] });
    const { signatureId } = await em().findOneOrFail(ApprovalDecision, { approvalId: approval.id });
    expect(await em().findOneOrFail(DecisionSignature, signatureId ?? '')).toMatchObject({
      userId: ada.userId,
      statement: asked.statement,
      credentialId: ada.passkey.credential.id,
      publicKey: ada.passkey.credential.publicKey,
    });
  });

  it('cannot be approved without a signature by any interface; rejections and change requests need none', async () => {
    const [first, second, third] = [await submit(), await submit(), await submit()];
    expect(await decide(ada, first)).toMatchObject({ code: 'signature_required', remedy: expect.stringContaining('passkey') });
    const decisions = [first, second].map(({ id, contentHash }) => ({ approvalId: id, contentHash, decision: 'APPROVED' }));
    const { data } = await ask<{ decideApprovals: object[] }>(ada.caller, DECIDE_MANY, { workspaceId: stage.workspaceId, decisions });
    expect(data.decideApprovals).toMatchObject([
      { approval: null, refusal: { code: 'signature_required' } },
      { approval: null, refusal: { code: 'signature_required' } },
    ]);
    await expect(stage.approve(first)).rejects.toMatchObject({ code: 'signature_required' });
    expect(await stateOf(first)).toBe('pending');
    expect((await decide(ada, second, { decision: 'REJECTED' })).code).toBeNull();
    expect((await decide(ada, third, { decision: 'CHANGES_REQUESTED', comment: 'Ten.' })).code).toBeNull();
  });

  it('directs someone without a passkey to the page that adds one', async () => {
    const bob = await person({ hasPasskey: false });
    const approvals = [toSign(await submit())];
    expect(await ask(bob.caller, BEGIN, { workspaceId: stage.workspaceId, approvals })).toMatchObject({
      code: 'passkey_missing',
      remedy: expect.stringContaining('/settings/security'),
    });
  });

  it('accepts one signature over several approvals, each by its own hash', async () => {
    const several = [await submit(), await submit(), await submit()];
    const unsigned = await submit();
    const signature = await sign(ada, ...several);
    const decisions = [...several, unsigned].map(({ id, contentHash }) => ({ approvalId: id, contentHash, decision: 'APPROVED' }));
    const { data } = await ask<{ decideApprovals: { approval: { state: string } | null; refusal: { code: string } | null }[] }>(
      ada.caller,
      DECIDE_MANY,
      { workspaceId: stage.workspaceId, decisions, signature },
    );
    const became = data.decideApprovals.map(({ approval, refusal }) => approval?.state ?? refusal?.code);
    expect(became).toEqual(['APPROVED', 'APPROVED', 'APPROVED', 'signature_refused']);
    expect(await em().count(DecisionSignature, { workspaceId: stage.workspaceId })).toBe(1);
  });

  it('is signed as edited, for the request that the edits create', async () => {
    const approval = await submit();
    const edits = { captions: [{ platform: 'sandbox', text: 'Doors open at ten.', tags: [], thread: [] }] };
    const { data: preview } = await graphql.ask<{ editPreview: { contentHash: string } }>(ada.caller, PREVIEW, { id: approval.id, edits });
    const { contentHash: editedHash } = preview.editPreview;
    const asOld = { edits, editedHash, signature: await sign(ada, approval) };
    expect((await decide(ada, approval, asOld)).code).toBe('signature_refused');
    const asked = await begin(ada, toSign(approval, editedHash));
    const { data } = await decide(ada, approval, { edits, editedHash, signature: withoutHandle(answer(asked)) });
    const [stated] = asked.statement.decisions;
    expect(data.decideApproval).toMatchObject({ id: stated?.approval_id, contentHash: editedHash, state: 'APPROVED' });
    expect(stated).toMatchObject({
      content_hash: editedHash,
      edited_from: { approval_id: approval.id, content_hash: approval.contentHash },
    });
  });

  it('refuses a signature that was used, even with ten concurrent attempts', async () => {
    const [first, second] = [await submit(), await submit()];
    const signature = await sign(ada, first, second);
    const answers = await Promise.all(Array.from({ length: 10 }, () => decide(ada, first, { signature })));
    expect(answers.filter(({ code }) => code === null)).toHaveLength(1);
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([null, 'signature_refused']));
    expect((await decide(ada, second, { signature })).code).toBe('signature_refused');
    expect(await stateOf(second)).toBe('pending');
  });

  it('refuses a signature over changed content, and reports the change', async () => {
    const approval = await submit();
    const signature = await sign(ada, approval);
    const { draftId } = approval;
    await actAs(graphql.services, stage.agent, (ctx) => changeDraft(ctx, { draftId, revision: 2, changes: { sourceText: 'At ten.' } }));
    expect((await decide(ada, approval, { signature })).code).toBe('content_changed');
  });

  it('refuses a signature that expires between its verification and the decision', async () => {
    const { services } = graphql;
    const { id: approvalId, contentHash } = await submit();
    const eve = await userActor(services, stage.accountId, 'approver');
    const passkey = await givenPasskey(services, eve.userId);
    const asked = await actAs(services, eve, (ctx) => beginSignature(ctx, stage.workspaceId, [{ approvalId, contentHash }]));
    const response = passkey.get(asked.options, Buffer.from(eve.userId).toString('base64url'));
    const signature = await acceptSignature(contextFor(services, eve), { statement: asked.statement, response });
    clock.advance(300_000);
    const decided = actAs(services, eve, (ctx) => recordDecision(ctx, { approvalId, contentHash, decision: 'approved', signature }));
    await expect(decided).rejects.toMatchObject({ code: 'signature_refused', message: expect.stringContaining('expired') });
    expect(await stateOf({ id: approvalId, contentHash })).toBe('pending');
  });

  it.each<[string, (approval: Approval) => Promise<object>]>([
    ['about another approval', async () => sign(ada, await submit())],
    ['that is too old', async (approval) => late(await sign(ada, approval))],
    ['of another person’s session', async (approval) => sign(await person(), approval)],
    [
      'of another person’s passkey',
      async (approval) => withoutHandle(answer(await begin(ada, toSign(approval)), (await person()).passkey)),
    ],
    ['without verification of the person', async (approval) => unverified(approval)],
    ['over a statement that says more', async (approval) => other(approval, (stated) => ({ ...stated, nonce: 'more' }))],
    ['over a statement that was never requested', async (approval) => ownStatement(approval)],
    ['that is none', async () => ({ statement: {}, response: {} })],
  ])('refuses a signature %s', async (_what, make) => {
    const approval = await submit();
    expect((await decide(ada, approval, { signature: await make(approval) })).code).toBe('signature_refused');
    expect(await stateOf(approval)).toBe('pending');
    expect(await em().count(ApprovalDecision, { approvalId: approval.id })).toBe(0);
  });

  function late(signature: object): object {
    clock.advance(300_000);
    return signature;
  }
  async function unverified(approval: Approval) {
    ada.passkey.isVerifyingUser = false;
    return sign(ada, approval);
  }
  async function other(approval: Approval, change: (statement: Asked['statement']) => object) {
    const { statement, ...given } = await sign(ada, approval);
    return { ...given, statement: change(statement) };
  }
  async function ownStatement(approval: Approval) {
    const { statement, options } = await begin(ada, toSign(approval));
    const own = { ...statement, nonce: 'my own' };
    return withoutHandle(answer({ statement: own, options: { ...options, challenge: challengeFor(own) } }));
  }
});

describe('whether an approval has to be signed', () => {
  const setPolicy = (policy: Partial<Workspace>) => em().nativeUpdate(Workspace, { id: stage.workspaceId }, policy);

  it('can depend on the platform; a stricter policy applies to pending approvals, a looser one does not', async () => {
    await setPolicy({ requiresSignature: false, signedPlatforms: ['mastodon'] });
    const free = await submit();
    expect((await decide(ada, free)).data.decideApproval).toMatchObject({ state: 'APPROVED', decisions: [{ isSigned: false }] });
    const waiting = await submit();
    await setPolicy({ signedPlatforms: ['sandbox'] });
    expect((await decide(ada, waiting)).code).toBe('signature_required');
    const asked = await submit();
    await setPolicy({ signedPlatforms: [] });
    expect((await decide(ada, asked)).code).toBe('signature_required');
    expect((await decide(ada, waiting)).code).toBeNull();
  });

  it('is determined for each of several: one signature covers those that need it, and the others pass without one', async () => {
    await setPolicy({ requiresSignature: false, signedPlatforms: ['sandbox'] });
    const [signed, free] = [await submit(), await submit({ platforms: ['bluesky'] })];
    const signature = await sign(ada, signed);
    const decisions = [signed, free].map(({ id, contentHash }) => ({ approvalId: id, contentHash, decision: 'APPROVED' }));
    const input = { workspaceId: stage.workspaceId, decisions, signature };
    expect((await ask<{ decideApprovals: object[] }>(ada.caller, DECIDE_MANY, input)).data.decideApprovals).toMatchObject([
      { approval: { state: 'APPROVED', decisions: [{ isSigned: true }] }, refusal: null },
      { approval: { state: 'APPROVED', decisions: [{ isSigned: false }] }, refusal: null },
    ]);
  });

  it('invalidates unsigned approvals once a signature is required', async () => {
    await setPolicy({ requiresSignature: false, approvalsRequired: 2 });
    const [bob, eve] = [await person(), await person()];
    const approval = await submit();
    expect((await decide(bob, approval)).data.decideApproval?.state).toBe('PENDING');
    await setPolicy({ requiresSignature: true });
    expect((await decide(ada, approval, { signature: await sign(ada, approval) })).data.decideApproval?.state).toBe('PENDING');
    expect((await decide(eve, approval, { signature: await sign(eve, approval) })).data.decideApproval?.state).toBe('APPROVED');
  });

  it('prevents publishing without an approval', async () => {
    stage = await givenStage(graphql.services, {
      workspace: { requiresSignature: true, allowsAuto: true },
      scopes: ['drafts:write', 'captions:write', 'payloads:write', 'jobs:write', 'publish:auto', 'read'],
    });
    const { approval, notices } = await stage.submit({ publishMode: 'auto', approvalRequired: false });
    expect(approval).toMatchObject({ state: 'pending', requiresSignature: true });
    expect(notices).toMatchObject([{ code: 'approval_still_required' }]);
    expect(String(notices[0]?.message)).toContain('passkey signature');
  });

  it('lets a person continue a job for automatic publishing from before a signature was required', async () => {
    stage = await givenStage(graphql.services, {
      workspace: { allowsAuto: true },
      scopes: ['drafts:write', 'captions:write', 'payloads:write', 'jobs:write', 'publish:auto', 'read'],
    });
    const pack = { accountId: stage.accountId, product: 'api_autoposting_topup' as const, quantity: 1 };
    await actAs(graphql.services, { kind: 'operator' }, (ctx) => addCredits(ctx, pack));
    ada = await person();
    const tomorrow = new Date(clock.now().getTime() + 86_400_000);
    const { draft, job } = await stage.submit({ publishMode: 'auto', approvalRequired: false, scheduledAt: tomorrow });
    expect(job).toMatchObject({ mode: 'auto', state: 'ready' });
    const canSubmit = async (): Promise<unknown> =>
      (await graphql.ask<{ draft: unknown }>(ada.caller, 'query ($id: ID!) { draft(id: $id) { viewerCan { submit } } }', { id: draft.id }))
        .data.draft;
    expect(await canSubmit()).toMatchObject({ viewerCan: { submit: false } });
    await setPolicy({ signedPlatforms: ['sandbox'] });
    expect(await canSubmit()).toMatchObject({ viewerCan: { submit: true } });
  });
});
