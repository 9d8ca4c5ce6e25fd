import { defineEntity, p } from '@mikro-orm/postgresql';
import { Account, SetupToken } from '../access/account.entity.ts';
import { AttemptWindow } from '../access/attempt-window.entity.ts';
import { Agent, ApiKey, Grant } from '../access/grants/grant.entity.ts';
import { Mail } from '../access/mail/mail.entity.ts';
import { Invitation } from '../access/members/invitation.entity.ts';
import { Notice, ServiceMatter } from '../access/notice.entity.ts';
import { OauthClient } from '../access/oauth/clients/oauth-client.entity.ts';
import { GrantRequest } from '../access/oauth/grant-request.entity.ts';
import { Passkey, WebauthnChallenge } from '../access/passkeys/passkey.entities.ts';
import { PasswordReset } from '../access/passwords/password-reset.entity.ts';
import { RecoveryCode, SignInStep, TotpSecret } from '../access/second-factor/second-factor.entities.ts';
import { Session } from '../access/sessions/session.entity.ts';
import { Signup } from '../access/signup.entity.ts';
import { Membership, User } from '../access/user.entity.ts';
import { Workspace } from '../access/workspace.entity.ts';
import { Approval } from '../approvals/approval.entity.ts';
import { ApprovalDecision } from '../approvals/approval-decision.entity.ts';
import {
  ClientCode,
  ClientLink,
  ClientLinkDraft,
  ClientLinkToken,
  ClientRecall,
  ClientSession,
} from '../approvals/clients/client-link.entity.ts';
import { DecisionSignature } from '../approvals/signatures/decision-signature.entity.ts';
import { StandingApproval } from '../approvals/standing/standing-approval.entity.ts';
import { AuditCut, AuditEntry, AuditHead, AuditLink, AuditRoll } from '../audit/audit.entities.ts';
import { Caption } from '../captions/caption.entity.ts';
import { CaptionSet } from '../captions/caption-set.entity.ts';
import { ModelCall } from '../captions/model/model-call.entity.ts';
import { Comment } from '../comments/comment.entity.ts';
import { Connection, ConnectRequest } from '../connections/connection.entity.ts';
import { CreditAlert, CreditBalance, CreditEntry, CreditHold, PlatformSurcharge } from '../credits/credit.entities.ts';
import { CreditOrder, StripeEvent } from '../credits/payments/payment.entities.ts';
import { Draft, DraftAuthor } from '../drafts/draft.entity.ts';
import { DraftTemplate } from '../drafts/draft-template.entity.ts';
import { Event, EventHead, UnreadEvent } from '../events/event.entity.ts';
import { IdempotencyKey } from '../http/idempotency/idempotency-key.entity.ts';
import { LaunchStep, ServiceSwitch } from '../launch/launch.entities.ts';
import { LinkCard } from '../links/link-card.entity.ts';
import { Media } from '../media/media.entity.ts';
import { AccountStorage, Rendition } from '../media/rendition.entity.ts';
import { Mention } from '../mentions/mention.entity.ts';
import { ApprovalReminder, ApprovalTurn, NoticeDelivery, NoticeSettings, WeeklySummary } from '../notices/notice.entities.ts';
import { NoticeChat } from '../notices/sending/notice-chat.entity.ts';
import { PushDevice, ServiceKey } from '../notices/sending/push.entities.ts';
import { Payload } from '../payloads/payload.entity.ts';
import { Attempt } from '../publishing/attempt.entity.ts';
import { FirstComment } from '../publishing/first-comment.entity.ts';
import { PostMetric } from '../publishing/post-metric.entity.ts';
import { Publication } from '../publishing/publication.entity.ts';
import { PublishJob, PublishJobRevision } from '../publishing/publish-job.entity.ts';
import { ManualResolution } from '../publishing/reconciliation/manual-resolution.entity.ts';
import { Retraction } from '../publishing/retraction.entity.ts';
import { QuotaUse } from '../publishing/sending/quota-use.entity.ts';
import { Verification } from '../publishing/verification.entity.ts';
import { ModerationAnswer } from '../safety/moderation-answer.entity.ts';
import { SafetyOverride } from '../safety/safety-override.entity.ts';
import { SandboxPost, SandboxTry } from '../sandbox/sandbox.entities.ts';
import { WebhookDelivery, WebhookEndpoint } from '../webhooks/webhook-endpoint.entity.ts';

/** The database's facts about itself. Its one row is created at the first start. */
const Installation = defineEntity({
  name: 'Installation',
  tableName: 'installations',
  properties: {
    /** Always `this`. */
    id: p.text().primary(),
    /** A MAC that shows that everything here belongs to the master key. */
    keyCheck: p.text(),
  },
});

/** Every table of the service. */
export const ENTITIES = [
  Account,
  User,
  Membership,
  Workspace,
  Session,
  SetupToken,
  Signup,
  Invitation,
  PasswordReset,
  TotpSecret,
  RecoveryCode,
  SignInStep,
  Passkey,
  WebauthnChallenge,
  Agent,
  Grant,
  ApiKey,
  OauthClient,
  GrantRequest,
  Notice,
  ServiceMatter,
  NoticeSettings,
  NoticeDelivery,
  ApprovalReminder,
  ApprovalTurn,
  WeeklySummary,
  PushDevice,
  NoticeChat,
  ServiceKey,
  Mail,
  AuditEntry,
  AuditLink,
  AuditHead,
  AuditRoll,
  AuditCut,
  ConnectRequest,
  Connection,
  Draft,
  DraftAuthor,
  CaptionSet,
  Caption,
  ModelCall,
  ModerationAnswer,
  Payload,
  Approval,
  DecisionSignature,
  ApprovalDecision,
  StandingApproval,
  ClientLink,
  ClientLinkDraft,
  ClientCode,
  ClientSession,
  ClientRecall,
  ClientLinkToken,
  Comment,
  PublishJob,
  PublishJobRevision,
  Publication,
  Attempt,
  ManualResolution,
  Verification,
  DraftTemplate,
  PostMetric,
  Retraction,
  FirstComment,
  SafetyOverride,
  CreditBalance,
  CreditHold,
  CreditEntry,
  PlatformSurcharge,
  CreditAlert,
  CreditOrder,
  StripeEvent,
  LaunchStep,
  Installation,
  ServiceSwitch,
  QuotaUse,
  Media,
  Rendition,
  AccountStorage,
  LinkCard,
  Mention,
  SandboxPost,
  SandboxTry,
  IdempotencyKey,
  AttemptWindow,
  Event,
  EventHead,
  UnreadEvent,
  WebhookEndpoint,
  WebhookDelivery,
];
