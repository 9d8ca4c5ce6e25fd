import { randomUUID } from 'node:crypto';
import { Mail } from '../../access/mail/mail.entity.ts';
import { Notice } from '../../access/notice.entity.ts';
import { WebauthnChallenge } from '../../access/passkeys/passkey.entities.ts';
import { RecoveryCode, SignInStep, TotpSecret } from '../../access/second-factor/second-factor.entities.ts';
import { Workspace } from '../../access/workspace.entity.ts';
import { Approval } from '../../approvals/approval.entity.ts';
import { ApprovalDecision } from '../../approvals/approval-decision.entity.ts';
import { DecisionSignature } from '../../approvals/signatures/decision-signature.entity.ts';
import type { Statement } from '../../approvals/signatures/statement.ts';
import { keepCut, recordAudit } from '../../audit/record-audit.ts';
import { sealAudit } from '../../audit/seal-audit.ts';
import { ModelCall } from '../../captions/model/model-call.entity.ts';
import { ConnectRequest } from '../../connections/connection.entity.ts';
import type { Services } from '../../context.ts';
import { CreditOrder } from '../../credits/payments/payment.entities.ts';
import { Draft } from '../../drafts/draft.entity.ts';
import { DraftTemplate } from '../../drafts/draft-template.entity.ts';
import { UnreadEvent } from '../../events/event.entity.ts';
import { IdempotencyKey } from '../../http/idempotency/idempotency-key.entity.ts';
import { LinkCard } from '../../links/link-card.entity.ts';
import { Mention } from '../../mentions/mention.entity.ts';
import { newId } from '../../new-id.ts';
import { NoticeSettings } from '../../notices/notice.entities.ts';
import { NoticeChat } from '../../notices/sending/notice-chat.entity.ts';
import { PushDevice, ServiceKey } from '../../notices/sending/push.entities.ts';
import { PostMetric } from '../../publishing/post-metric.entity.ts';
import { ManualResolution } from '../../publishing/reconciliation/manual-resolution.entity.ts';
import { overrideFinding } from '../../publishing/review/override-finding.ts';
import { Verification } from '../../publishing/verification.entity.ts';
import { ModerationAnswer } from '../../safety/moderation-answer.entity.ts';
import { WebhookDelivery, WebhookEndpoint } from '../../webhooks/webhook-endpoint.entity.ts';
import { actAs } from '../actors.ts';
import { createEngine, givenQueued } from '../engine.ts';
import { givenStage, type Stage } from '../stage.ts';
import type { TestDatabase } from '../test-database.ts';
import { givenSubject } from './subject.ts';

/** An account with at least one row in every table that belongs to an account or to one of its people. */
export async function givenEverything(database: TestDatabase) {
  const { services, deliver } = createEngine(database);
  return fillAccount(services, deliver);
}

/** The same in a service that runs; `deliver` publishes. */
export async function fillAccount(services: Services, deliver: (publicationId: string) => Promise<unknown>) {
  const stage = await givenStage(services);
  const { publicationId } = await givenQueued(stage);
  await deliver(publicationId);
  const { workspace, agent, owner } = stage;
  const subject = await givenSubject(services, { workspace, agent, owner });
  await givenPersonalRows(services, stage);
  await givenReadings(services, stage, publicationId);
  await givenManualResolution(services, stage, publicationId);
  await givenOptionalWords(services, stage, subject.clientLinkId);
  const { stoppedDraftId: draftId, stoppedHash: contentHash, findingId } = subject;
  await actAs(services, owner, (ctx) => overrideFinding(ctx, { draftId, contentHash, findingId, reason: 'It is an example.' }));
  await actAs(services, owner, (ctx) => recordAudit(ctx, { accountId: null, action: 'password.changed', subjectId: owner.userId }));
  await sealAudit(services);
  // Nothing is dropped of a log that is so young.
  await actAs(services, { kind: 'system' }, (ctx) => keepCut(ctx, { accountId: stage.accountId, seq: 0, hash: '', keptFrom: new Date(0) }));
  return { ...stage, subject };
}

export type Everything = Awaited<ReturnType<typeof givenEverything>>;

async function givenManualResolution(services: Services, { owner, accountId }: Stage, publicationId: string): Promise<void> {
  const em = services.orm.em.fork();
  const { userId } = owner;
  const createdAt = services.clock.now();
  em.create(ManualResolution, { id: newId('stl'), accountId, publicationId, userId, verdict: 'published', reason: 'I see it.', createdAt });
  await em.flush();
}

/** What people may write in addition: labels, the AI disclosure, and the name and comment of a client's decision. */
async function givenOptionalWords(services: Services, { accountId, workspaceId }: Stage, clientLinkId: string): Promise<void> {
  const em = services.orm.em.fork();
  await em.nativeUpdate(Draft, { accountId }, { labels: ['harbour'] });
  const { safety } = await em.findOneOrFail(Workspace, workspaceId);
  await em.nativeUpdate(Workspace, workspaceId, { safety: { ...safety, aiDisclosure: 'Made with AI at the harbour.' } });
  const { id: approvalId, contentHash } = await em.findOneOrFail(Approval, { accountId, state: 'approved' }, { orderBy: { id: 'asc' } });
  const client = { clientLinkId, clientEmail: 'client@example.org', clientName: 'Ada of the harbour' };
  const decision = { decision: 'approved' as const, comment: 'I like the harbour.', contentHash, createdAt: services.clock.now() };
  em.create(ApprovalDecision, { id: newId('dec'), accountId, workspaceId, approvalId, ...client, ...decision });
  await em.flush();
}

async function givenReadings(services: Services, { accountId, workspaceId }: Stage, publicationId: string): Promise<void> {
  const em = services.orm.em.fork();
  const found = { result: 'as_signed' as const, seenBy: 'public' as const, differences: [], message: null };
  const counted = {
    dueAt: services.clock.now(),
    name: 'favourites_count',
    metric: 'likes' as const,
    value: 3,
    readAt: services.clock.now(),
  };
  em.create(PostMetric, { id: newId('met'), accountId, workspaceId, publicationId, ...counted });
  em.create(Verification, { id: newId('ver'), accountId, workspaceId, publicationId, ...found, createdAt: services.clock.now() });
  await em.flush();
}

async function givenPersonalRows(services: Services, { owner, agent, accountId, workspace }: Stage): Promise<void> {
  const em = services.orm.em.fork();
  const { userId, sessionId } = owner;
  const createdAt = services.clock.now();
  const expiresAt = new Date(createdAt.getTime() + 600_000);
  em.create(TotpSecret, { userId, sealedSecret: 'sealed', createdAt });
  em.create(RecoveryCode, { codeHash: randomUUID(), userId, createdAt });
  em.create(SignInStep, { tokenHash: randomUUID(), userId, createdAt, expiresAt });
  em.create(WebauthnChallenge, { challengeHash: randomUUID(), purpose: 'register', sessionId, expiresAt });
  em.create(Mail, { id: newId('mai'), accountId, sealedMessage: 'sealed', isSentOnce: false, createdAt, expiresAt });
  const bought = { product: 'api_publication_pack', pieces: 1, credits: 70, amountCents: 500, state: 'open' as const };
  em.create(CreditOrder, { id: newId('ord'), accountId, userId, ...bought, createdAt });
  const stored = { grantId: agent.grantId, accountId, workspaceId: workspace.id, key: 'first' };
  em.create(IdempotencyKey, { ...stored, fingerprint: 'f', status: 201, body: '{}', createdAt });
  const request = { id: newId('cnr'), accountId, workspaceId: workspace.id, sessionId, platform: 'mastodon', createdAt, expiresAt };
  em.create(ConnectRequest, { ...request, stateHash: randomUUID(), sealedMemory: 'sealed' });
  const look = { link: 'https://example.org/a', linkHash: 'h', title: 'A page', createdAt };
  em.create(LinkCard, { id: newId('lnk'), accountId, workspaceId: workspace.id, ...look });
  const mentioned = { platform: 'bluesky', name: 'ada.example.org', externalId: null, askedAt: createdAt };
  em.create(Mention, { id: newId('mtn'), accountId, workspaceId: workspace.id, ...mentioned });
  const asked = {
    statement: {} as Statement,
    passkeyId: newId('psk'),
    challenge: randomUUID(),
    credentialId: 'credential',
    publicKey: 'key',
  };
  const given = { authenticatorData: 'data', clientDataJson: 'said', signature: 'signature' };
  em.create(DecisionSignature, { id: newId('sig'), accountId, workspaceId: workspace.id, userId, ...asked, ...given, createdAt });
  const use = { model: 'harbour-small', inputTokens: 1_000, outputTokens: 100, costMicros: 700 };
  em.create(ModerationAnswer, { id: newId('mda'), accountId, workspaceId: workspace.id, contentKey: 'k', categories: [], createdAt });
  em.create(ModelCall, { id: newId('mdc'), accountId, workspaceId: workspace.id, ...use, createdAt });
  const saved = { sourceText: 'We are open on Sundays.', platforms: ['sandbox'], labels: ['hours'], words: [] };
  em.create(DraftTemplate, {
    id: newId('tpl'),
    accountId,
    workspaceId: workspace.id,
    name: 'Hours',
    ...saved,
    createdAt,
    updatedAt: createdAt,
  });
  const endpoint = { id: newId('whe'), accountId, workspaceId: workspace.id, grantId: agent.grantId, url: 'https://hook.example.org/' };
  em.create(WebhookEndpoint, { ...endpoint, sealedSecret: 'sealed', state: 'active', createdAt });
  const told = { messageId: 'evt_1', kind: 'event' as const, type: 'credits.low', body: '{}', state: 'pending' as const };
  em.create(WebhookDelivery, { id: newId('whd'), accountId, endpointId: endpoint.id, ...told, createdAt });
  em.create(UnreadEvent, { reader: 'nobody', eventId: newId('evt'), accountId });
  em.create(ServiceKey, { name: `key ${randomUUID()}`, publicKey: 'public', sealedPrivateKey: 'sealed', createdAt });
  const device = { sessionId: newId('ses'), endpointHash: randomUUID(), sealedSubscription: 'sealed', name: 'Firefox (Linux)' };
  em.create(PushDevice, { id: newId('psh'), userId, ...device, createdAt });
  const chat = { kind: 'slack' as const, name: '#posts', addressHash: randomUUID(), sealedAddress: 'sealed' };
  em.create(NoticeChat, { id: newId('cht'), userId, ...chat, createdAt });
  em.create(NoticeSettings, { userId, choices: {}, timeZone: 'Europe/Lisbon', updatedAt: createdAt });
  em.create(Notice, { id: newId('ntc'), accountId, userId, kind: 'access_granted', message: 'Somebody let an agent in.', createdAt });
  await em.flush();
}
