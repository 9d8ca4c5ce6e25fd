import type { Role } from '../../access/actor.ts';
import { WEBHOOK_SECRET } from '../webhooks.ts';
import type { Caller } from './callers.ts';
import {
  draftFields,
  type GraphqlRule,
  importing,
  NODE_RULES,
  onDraft,
  seen,
  seenEndpoint,
  unseenByAgents,
  writingHelp,
} from './node-rules.ts';
import { change, insteadOfOk, type Outcome } from './outcome.ts';
import type { Subject } from './subject-parts.ts';

const DECIDERS: Role[] = ['owner', 'approver'];
/** Including those who write but may not decide. */
const WRITERS: Role[] = [...DECIDERS, 'editor'];
const OWNERS: Role[] = ['owner'];

/** Everyone, except with invalid credentials. */
const anybody =
  (nobody: Outcome = 'unauthenticated') =>
  (caller: Caller): Outcome =>
    caller.dead ?? (caller.kind === 'anonymous' ? nobody : 'ok');

/** Operators only, for any account. */
function operated(caller: Caller): Outcome {
  if (caller.dead) return caller.dead;
  if (caller.kind === 'anonymous') return 'unauthenticated';
  return caller.isOperator ? 'ok' : 'insufficient_role';
}

/** As above, with a recent sign-in. */
function weighed(caller: Caller): Outcome {
  const outcome = operated(caller);
  return outcome === 'ok' && !caller.isFresh ? 'reauthentication_required' : outcome;
}

/** About the caller; `done` is the result for permitted callers, where a test cannot complete it. */
const personal =
  ({ isFresh, done = 'ok' }: { isFresh?: true; done?: Outcome } = {}) =>
  (caller: Caller): Outcome => {
    if (caller.dead) return caller.dead;
    if (caller.kind === 'anonymous') return 'unauthenticated';
    if (caller.kind === 'agent') return 'insufficient_role';
    return isFresh && !caller.isFresh ? 'reauthentication_required' : done;
  };

/** Any member, also of a suspended account. Agents are refused before the workspace is looked up. */
function ofPeople(caller: Caller): Outcome {
  if (caller.dead) return caller.dead;
  if (caller.kind === 'anonymous') return 'unauthenticated';
  if (caller.kind === 'agent') return 'insufficient_role';
  return caller.place === 'own' ? 'ok' : 'not_found';
}

/** A change by people with one of the roles. Agents are refused before anything is looked up. */
const byPeople =
  (roles: Role[]) =>
  (caller: Caller): Outcome =>
    caller.kind === 'agent' && !caller.dead ? 'insufficient_role' : change({ roles })(caller);

/** Approving an agent checks the recent sign-in before anything else. */
function letIn(caller: Caller): Outcome {
  if (caller.kind === 'agent') return caller.dead ?? 'insufficient_role';
  if (caller.kind === 'person' && !caller.isFresh) return 'reauthentication_required';
  return change({ roles: OWNERS })(caller);
}

/** Confirming a second factor, and the viewer, are available to people who still lack one. */
const beforeSecondFactor =
  (expected: (caller: Caller) => Outcome) =>
  (caller: Caller): Outcome => {
    if (caller.dead !== 'second_factor_required') return expected(caller);
    const { dead: _, ...others } = caller;
    return expected(others);
  };

const input = (fields: (subject: Subject, caller: Caller) => Record<string, unknown>) => (subject: Subject, caller: Caller) => ({
  input: fields(subject, caller),
});
/** Settings that require the revision that the caller has seen. */
const ofSettings = (settings: object) => ({
  variables: input(({ workspaceId, settingsRevision: revision }) => ({ workspaceId, revision, ...settings })),
  expected: change({ roles: OWNERS, isFresh: true }),
});
const DECIDES = change({ roles: DECIDERS });
const WRITES_CAPTIONS = change({ roles: WRITERS, scopes: ['captions:write'] });
const WRITES_JOBS = change({ roles: WRITERS, scopes: ['jobs:write'] });
const ofStanding = change({ roles: DECIDERS, agentsGet: 'not_found' });
const onProposal = {
  variables: input(({ proposedId, proposedHash }) => ({ id: proposedId, templateHash: proposedHash, perDay: 2, credits: 10, days: 30 })),
  expected: change({ roles: DECIDERS, agentsGet: 'not_found', isFresh: true }),
};
const onGrant = { variables: ({ grantId }: Subject) => ({ grantId }), expected: change({ roles: OWNERS }) };
/** The endpoints of the home's agent: managed by owners, invisible to other agents. */
const onEndpoint = change({ roles: OWNERS, agentsGet: 'not_found' });
const byFreshOwners = change({ roles: OWNERS, isFresh: true, agentsGet: 'not_found' });

/** Every field of Query and Mutation. One that is missing here fails the test. */
export const GRAPHQL_RULES: Record<string, GraphqlRule | GraphqlRule[]> = {
  'Query.viewer': { expected: beforeSecondFactor(anybody('null')) },
  'Query.platforms': { expected: anybody('ok') },
  'Query.security': { expected: beforeSecondFactor((caller) => caller.dead ?? (caller.kind === 'person' ? 'ok' : 'null')) },
  'Query.noticeSettings': { expected: (caller) => caller.dead ?? (caller.kind === 'person' ? 'ok' : 'null') },
  'Query.operator': { expected: (caller) => caller.dead ?? (caller.isOperator ? 'ok' : 'null') },
  'Query.workspace': { variables: ({ workspaceId }) => ({ id: workspaceId }), expected: seen },
  'Query.node': NODE_RULES,
  'Query.draft': { variables: ({ draftId }) => ({ id: draftId }), expected: seen },
  'Query.approval': { variables: ({ approvalId }) => ({ id: approvalId }), expected: seen },
  'Query.publishJob': { variables: ({ jobId }) => ({ id: jobId }), expected: seen },
  'Query.webhookEndpoint': { variables: ({ endpointId }) => ({ id: endpointId }), expected: seenEndpoint },
  'Query.auditReport': {
    variables: ({ workspaceId }) => ({ workspaceId }),
    // Owners of suspended accounts, too.
    expected: (caller) => change({ roles: OWNERS })({ ...caller, home: 'ordinary' }),
  },
  'Query.grantRequest': { isPersonal: true, variables: ({ requestId }) => ({ requestId }), expected: personal() },

  // As a query, without a stream; graphql/engine/{changes,events}.test.ts cover who may open one.
  'Subscription.changes': { variables: ({ workspaceId }) => ({ workspaceId }), expected: () => 'bad_user_input' },
  'Subscription.events': { variables: ({ workspaceId }) => ({ workspaceId }), expected: () => 'bad_user_input' },

  'Mutation.createDraft': [
    { variables: input(draftFields), expected: change({ roles: WRITERS, scopes: ['drafts:write'] }) },
    {
      variables: input((subject) => ({ ...draftFields(subject), pictures: [{ mediaId: subject.mediaId, altText: 'A red boat.' }] })),
      expected: change({ roles: WRITERS, scopes: ['drafts:write'] }),
    },
    {
      variables: input((subject) => ({ ...draftFields(subject), publishMode: 'APPROVAL_QUEUE' })),
      expected: change({ roles: WRITERS, scopes: ['drafts:write', 'jobs:write'] }),
    },
  ],
  'Mutation.importDrafts': { variables: importing.drafts, expected: change({ roles: WRITERS }) },
  'Mutation.importPosts': { variables: importing.posts, expected: change({ roles: WRITERS }) },
  'Mutation.writeCaption': {
    variables: input(({ draftId, revision }) => ({ draftId, revision, platform: 'sandbox', text: 'Doors open at nine.', tags: [] })),
    expected: change({ roles: WRITERS, scopes: ['captions:write'] }),
  },
  'Mutation.changeDraft': [
    {
      variables: input(({ draftId, revision }) => ({ draftId, revision, sourceText: 'Another text.' })),
      expected: change({ roles: WRITERS, scopes: ['drafts:write'] }),
    },
    {
      variables: input(({ draftId, revision, mediaId }) => ({ draftId, revision, pictures: [{ mediaId, altText: 'A red boat.' }] })),
      expected: change({ roles: WRITERS, scopes: ['drafts:write'] }),
    },
    {
      variables: input(({ draftId, revision }) => ({
        draftId,
        revision,
        words: [{ platform: 'sandbox', text: 'Nine.', tags: [], thread: [] }],
      })),
      expected: change({ roles: WRITERS, scopes: ['drafts:write', 'captions:write'] }),
    },
  ],
  'Mutation.rescheduleDraft': {
    variables: input(({ draftId, revision }) => ({ draftId, revision, scheduledAt: new Date(Date.now() + 86_400_000).toISOString() })),
    expected: change({ roles: WRITERS, scopes: ['drafts:write'] }),
  },
  'Mutation.submitDraft': { variables: onDraft, expected: WRITES_JOBS },
  // Its account works, so there is nothing to remove; leave-out.test.ts covers other posts.
  'Mutation.leaveOut': {
    variables: input(({ submittedDraftId, contentHash }) => ({ draftId: submittedDraftId, contentHash, target: 'sandbox' })),
    expected: (caller) => insteadOfOk('invalid_state', byPeople(WRITERS)(caller)),
  },
  'Mutation.archiveDraft': { variables: onDraft, expected: change({ roles: WRITERS, scopes: ['drafts:write'] }) },
  'Mutation.cancelPublishJob': {
    variables: ({ jobId }) => ({ jobId }),
    expected: WRITES_JOBS,
  },
  'Mutation.retryPublishJob': { variables: ({ failedJobId: jobId }) => ({ jobId }), expected: WRITES_JOBS },
  'Mutation.settleUnknown': {
    variables: input(({ unknownId }) => ({ publicationId: unknownId, verdict: 'NOT_PUBLISHED', reason: 'I have looked.' })),
    expected: DECIDES,
  },
  'Mutation.retractPost': {
    variables: input(({ unknownId }) => ({ publicationId: unknownId, reason: 'It is a test.' })),
    expected: (caller) => insteadOfOk('invalid_state', change({ roles: WRITERS, scopes: ['jobs:write'] })(caller)),
  },
  'Mutation.editPost': {
    variables: input(({ unknownId }) => ({ publicationId: unknownId, text: 'Other words.' })),
    expected: (caller) => insteadOfOk('invalid_state', change({ roles: WRITERS, scopes: ['jobs:write'] })(caller)),
  },
  'Mutation.decideRetraction': {
    variables: input(({ retractionId }) => ({ retractionId, contentHash: 'hash', isSigned: true })),
    expected: (caller) => insteadOfOk('invalid_state', change({ roles: DECIDERS })(caller)),
  },
  'Mutation.decideFirstComment': { variables: input(({ unknownId: id }) => ({ publicationId: id, isPublished: true })), expected: DECIDES },
  'Mutation.lookAgain': { variables: ({ unknownId }) => ({ publicationId: unknownId }), expected: DECIDES },
  'Mutation.decideApproval': [
    ...['APPROVED', 'REJECTED', 'CHANGES_REQUESTED'].map((decision) => ({ decision, comment: 'Seen.' })),
    { decision: 'APPROVED', edits: { captions: [] } },
  ].map((decided) => ({
    variables: input(({ approvalId, contentHash }) => ({ approvalId, contentHash, editedHash: contentHash, ...decided })),
    expected: DECIDES,
  })),

  'Mutation.holdApproval': {
    // It still waits for a decision, so it cannot be put on hold; hold-approval.test.ts covers others.
    variables: input(({ approvalId }) => ({ approvalId, reason: 'The storm.' })),
    expected: (caller) => insteadOfOk('invalid_state', change({ roles: DECIDERS })(caller)),
  },
  // There is no decision to withdraw here; withdraw-vote.test.ts covers that.
  'Mutation.withdrawVote': {
    variables: ({ approvalId }) => ({ approvalId }),
    expected: (caller) => insteadOfOk('invalid_state', change({ roles: DECIDERS })(caller)),
  },
  'Mutation.releaseApproval': { variables: ({ approvalId }) => ({ approvalId }), expected: DECIDES },
  'Mutation.beginSignature': {
    variables: input(({ workspaceId, approvalId, contentHash }) => ({ workspaceId, approvals: [{ approvalId, contentHash }] })),
    expected: DECIDES,
  },
  // Edits without a change sign the waiting content; approve-edited.test.ts covers real edits.
  'Query.editPreview': {
    variables: ({ approvalId }) => ({ approvalId, edits: { captions: [{ platform: 'sandbox', text: 'Doors open at ten.', tags: [] }] } }),
    expected: DECIDES,
  },
  'Mutation.decideApprovals': {
    variables: input(({ workspaceId, approvalId, contentHash }) => ({
      workspaceId,
      decisions: [{ approvalId, contentHash, decision: 'APPROVED' }],
    })),
    expected: DECIDES,
  },

  'Mutation.addConnection': {
    variables: input(({ workspaceId }) => ({ workspaceId, platform: 'sandbox', credentials: { handle: 'harbour' } })),
    expected: change({ roles: OWNERS, isFresh: true }),
  },
  'Mutation.startConnecting': {
    // The operator has configured no client, so there is no redirect.
    variables: input(({ workspaceId }) => ({ workspaceId, platform: 'x' })),
    expected: (caller) => insteadOfOk('bad_user_input', change({ roles: OWNERS, isFresh: true })(caller)),
  },
  'Mutation.finishConnecting': {
    variables: input(() => ({ state: 'nobody-began-this', code: 'code' })),
    expected: (caller) => {
      if (caller.dead) return caller.dead;
      if (caller.kind === 'anonymous') return 'unauthenticated';
      return caller.kind === 'agent' ? 'insufficient_role' : 'connect_request_invalid';
    },
  },
  'Mutation.disconnect': { variables: ({ connectionId }) => ({ connectionId }), expected: change({ roles: OWNERS, isFresh: true }) },
  'Mutation.revokeGrant': onGrant,
  'Mutation.pauseGrant': onGrant,
  'Mutation.resumeGrant': onGrant,
  'Mutation.requestRotation': onGrant,
  ...writingHelp(WRITES_CAPTIONS, change({ roles: WRITERS, scopes: ['drafts:write'] })),
  'Mutation.createTemplate': { variables: ({ draftId }) => ({ draftId, name: 'Opening hours' }), expected: byPeople(WRITERS) },
  'Mutation.renameTemplate': { variables: ({ templateId }) => ({ templateId, name: 'Hours' }), expected: byPeople(WRITERS) },
  'Mutation.deleteTemplate': { variables: ({ templateId }) => ({ templateId }), expected: byPeople(WRITERS) },
  'Mutation.addWebhookEndpoint': {
    variables: input(({ workspaceId }) => ({ workspaceId, url: 'http://127.0.0.1:9/hook', secret: WEBHOOK_SECRET })),
    expected: change({ roles: OWNERS, scopes: ['webhooks:write'], isFresh: true }),
  },
  'Mutation.changeWebhookEndpoint': { variables: input(({ endpointId }) => ({ endpointId, types: null })), expected: byFreshOwners },
  'Mutation.testWebhookEndpoint': { variables: ({ endpointId }) => ({ endpointId }), expected: onEndpoint },
  'Mutation.redeliverWebhooks': {
    variables: input(({ endpointId }) => ({ endpointId, failedSince: '2026-01-01T00:00:00Z' })),
    expected: onEndpoint,
  },
  'Mutation.removeWebhookEndpoint': {
    variables: ({ endpointId }) => ({ endpointId }),
    expected: change({ roles: OWNERS, agentsGet: 'not_found', isEnding: true }),
  },
  'Mutation.narrowGrant': {
    variables: input(({ grantId }) => ({ grantId, scopes: ['read'], jobsPerDay: 1 })),
    expected: change({ roles: OWNERS }),
  },
  'Mutation.pauseWorkspace': { variables: ({ workspaceId }) => ({ workspaceId }), expected: change({ roles: OWNERS }) },
  'Mutation.resumeWorkspace': { variables: ({ workspaceId }) => ({ workspaceId }), expected: change({ roles: OWNERS }) },
  'Mutation.approveGrantRequest': {
    isPersonal: true,
    variables: input(({ requestId, workspaceId }) => ({ requestId, workspaceId, scopes: ['read'], isSandboxOnly: false })),
    expected: letIn,
  },
  'Mutation.denyGrantRequest': { isPersonal: true, variables: ({ requestId }) => ({ requestId }), expected: personal() },
  'Mutation.seeNotices': {
    variables: ({ workspaceId, noticeId }) => ({ workspaceId, fromId: noticeId, upToId: noticeId }),
    expected: ofPeople,
  },
  'Mutation.changeNoticeSettings': {
    variables: input(() => ({ topics: [{ topic: 'PUBLISHED', mail: true, push: false }], timeZone: 'Europe/Lisbon' })),
    expected: personal(),
  },
  'Mutation.chooseLanguage': { variables: () => ({ language: 'DE' }), expected: personal() },
  'Mutation.addPushDevice': {
    variables: input(() => ({
      // An address without a name: nothing needs to be resolved.
      endpoint: 'https://8.8.8.8/push/someone',
      p256dh: Buffer.alloc(65, 4).toString('base64url'),
      auth: Buffer.alloc(16).toString('base64url'),
    })),
    expected: personal(),
  },
  'Mutation.addNoticeChat': {
    variables: input(() => ({ kind: 'TELEGRAM', name: 'Harbour', secret: `110201543:${'A'.repeat(35)}`, chatId: '@harbour' })),
    expected: personal({ isFresh: true }),
  },
  'Mutation.removeNoticeChat': { variables: () => ({ chatId: 'cht_nobody' }), expected: personal({ done: 'not_found' }) },
  'Mutation.testNoticeChat': { variables: () => ({ chatId: 'cht_nobody' }), expected: personal({ done: 'not_found' }) },
  'Mutation.removePushDevice': { variables: () => ({ deviceId: 'psh_nobody' }), expected: personal({ done: 'not_found' }) },

  'Mutation.changeWorkspace': {
    variables: input(({ workspaceId, settingsRevision }) => ({ workspaceId, revision: settingsRevision, name: 'The harbour' })),
    expected: change({ roles: OWNERS }),
  },
  'Mutation.changeApprovalPolicy': ofSettings({ allowsAuto: true }),
  'Mutation.changeBudget': ofSettings({ creditsPerMonth: 9 }),
  'Mutation.changeSafetyPolicy': {
    variables: input(({ workspaceId, settingsRevision }) => ({
      workspaceId,
      revision: settingsRevision,
      weights: [{ check: 'PROFANITY', weight: 'OFF' }],
      repeatDays: settingsRevision,
    })),
    expected: change({ roles: OWNERS, isFresh: true }),
  },
  'Mutation.liftFinding': {
    variables: input(({ stoppedDraftId, stoppedHash, findingId }) => ({
      draftId: stoppedDraftId,
      contentHash: stoppedHash,
      findingId,
      reason: 'It is an example.',
    })),
    expected: change({ roles: DECIDERS, isFresh: true }),
  },
  'Mutation.shareWithClient': {
    variables: input(({ workspaceId, submittedDraftId }) => ({ workspaceId, draftIds: [submittedDraftId], email: 'client@example.org' })),
    expected: change({ roles: OWNERS, isFresh: true }),
  },
  'Mutation.addComment': {
    variables: input(({ draftId }) => ({ draftId, text: 'The date is right.' })),
    expected: change({ roles: WRITERS, scopes: ['drafts:write'] }),
  },
  'Mutation.resolveThread': { variables: ({ threadId }) => ({ threadId, isResolved: true }), expected: change({ roles: WRITERS }) },
  'Query.standingApproval': { variables: ({ proposedId }) => ({ id: proposedId }), expected: unseenByAgents },
  'Mutation.signStandingApproval': onProposal,
  'Mutation.beginStandingSignature': onProposal,
  'Mutation.declineStandingApproval': { variables: ({ proposedId }) => ({ id: proposedId }), expected: ofStanding },
  'Mutation.revokeStandingApproval': { variables: ({ standingId }) => ({ id: standingId }), expected: ofStanding },
  'Mutation.revokeClientLink': { variables: ({ clientLinkId }) => ({ linkId: clientLinkId }), expected: change({ roles: OWNERS }) },
  'Mutation.inviteMember': {
    variables: input(({ accountId, invitationId }) => ({ accountId, email: `new-${invitationId}@example.org`, role: 'OWNER' })),
    expected: byFreshOwners,
  },
  'Mutation.revokeInvitation': {
    variables: ({ invitationId }) => ({ invitationId }),
    expected: change({ roles: OWNERS, agentsGet: 'not_found' }),
  },
  'Mutation.changeMemberRole': {
    variables: input(({ accountId, memberId }) => ({ accountId, userId: memberId, role: 'OWNER' })),
    expected: byFreshOwners,
  },
  'Mutation.removeMember': { variables: ({ accountId, memberId }) => ({ accountId, userId: memberId }), expected: byFreshOwners },

  'Mutation.requestErasure': { variables: ({ accountId }) => ({ accountId }), expected: byFreshOwners },
  'Mutation.keepAccount': { variables: ({ accountId }) => ({ accountId }), expected: byFreshOwners },

  'Mutation.addCredits': {
    variables: input(({ workspaceId }) => ({ workspaceId, product: 'api_publication_pack', quantity: 1 })),
    expected: weighed,
  },
  'Mutation.correctCredits': {
    variables: input(({ workspaceId }) => ({ workspaceId, bucket: 'PACK', amount: 1, reason: 'A gift.' })),
    expected: weighed,
  },
  'Mutation.startCheckout': {
    variables: input(({ workspaceId }) => ({ workspaceId, product: 'api_publication_pack', quantity: 1 })),
    // Payments are not configured here; callers without permission are refused first.
    expected: (caller) => {
      const outcome = change({ roles: OWNERS })(caller);
      return outcome === 'ok' ? 'payments_not_configured' : outcome;
    },
  },
  'Mutation.setSurcharge': { variables: () => ({ input: { platform: 'x', credits: 1 } }), expected: weighed },
  'Mutation.signLaunchStep': { variables: () => ({ step: 'backups_tested' }), expected: weighed },
  'Mutation.stopService': { variables: () => ({ reason: 'A drill.' }), expected: operated },
  'Mutation.resumeService': { expected: weighed },
  // There is no sign-up to decide on; signups.test.ts covers that.
  'Mutation.approveSignup': {
    variables: () => ({ signupId: 'sgn_none' }),
    expected: (caller) => insteadOfOk('not_found', weighed(caller)),
  },
  'Mutation.refuseSignup': {
    variables: () => ({ signupId: 'sgn_none' }),
    expected: (caller) => insteadOfOk('not_found', weighed(caller)),
  },
  'Mutation.setAccountState': { variables: ({ accountId }) => ({ accountId, state: 'APPROVED' }), expected: weighed },

  'Mutation.reauthenticate': {
    variables: input(() => ({ password: 'not the password' })),
    expected: beforeSecondFactor(personal({ done: 'reauthentication_failed' })),
  },
  'Mutation.changePassword': {
    variables: input(() => ({ password: 'not the password', newPassword: 'another long password' })),
    expected: personal({ done: 'reauthentication_failed' }),
  },
  'Mutation.endSession': { isPersonal: true, variables: ({ sessionId }) => ({ sessionId }), expected: personal({ isFresh: true }) },
  'Mutation.endOtherSessions': { isPersonal: true, expected: personal({ isFresh: true }) },
  'Mutation.beginPasskeyReauthentication': { expected: beforeSecondFactor(personal()) },
  // Everyone has a passkey by now. It must be used before another is added.
  'Mutation.beginPasskey': { expected: personal({ isFresh: true }) },
  'Mutation.addPasskey': {
    variables: input(() => ({ name: 'Phone', response: { id: 'none' } })),
    // The browser's response is checked before the session; a valid passkey would then need a recent sign-in.
    expected: beforeSecondFactor(personal({ done: 'passkey_refused' })),
  },
  'Mutation.removePasskey': { isPersonal: true, variables: ({ passkeyId }) => ({ passkeyId }), expected: personal({ isFresh: true }) },
  'Mutation.beginTotp': { expected: personal({ isFresh: true }) },
  'Mutation.confirmTotp': { variables: () => ({ code: '000000' }), expected: personal({ isFresh: true, done: 'wrong_code' }) },
  'Mutation.disableTotp': { expected: personal({ isFresh: true }) },
  'Mutation.renewRecoveryCodes': { expected: personal({ isFresh: true, done: 'invalid_state' }) },

  'Mutation.createWorkspace': {
    variables: input(({ accountId, workspaceId }) => ({ accountId, name: 'The harbour shop', copyFrom: workspaceId })),
    expected: byPeople(OWNERS),
  },
  'Mutation.archiveWorkspace': { variables: ({ workspaceId }) => ({ workspaceId }), expected: change({ roles: OWNERS, isFresh: true }) },
  'Mutation.restoreWorkspace': { variables: ({ workspaceId }) => ({ workspaceId }), expected: change({ roles: OWNERS, isFresh: true }) },
  // Last, since the caller is no member afterwards.
  'Mutation.leaveAccount': {
    variables: ({ accountId }) => ({ accountId }),
    expected: (caller) =>
      caller.kind === 'person' && caller.place !== 'own' && !caller.dead ? 'not_found' : personal({ isFresh: true })(caller),
  },
};
